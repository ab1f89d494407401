/// Where traces could not be judged: how many for each cause, and in which graphs and races.
public struct UndecidedMap: Hashable, Sendable {
  /// Those of one cause.
  public struct Share: Hashable, Sendable {
    public private(set) var total = 0
    /// By operator: in how many of the traces the graph holds it.
    public private(set) var rows: [String: Int] = [:]
    /// By race template.
    public private(set) var templates: [String: Int] = [:]

    fileprivate mutating func add(_ count: Int, _ drawn: GeneratedScenario) {
      total += count
      for row in Set(drawn.scenario.chain.nodes.map(\.row)) { rows[row, default: 0] += count }
      for template in drawn.templates { templates[template, default: 0] += count }
    }
  }
  public private(set) var shares: [UndecidedCause.Kind: Share] = [:]

  public init() {}

  /// Adds the traces of one scenario that were not judged.
  public mutating func add(_ drawn: GeneratedScenario, _ counts: UndecidedCounts) {
    for kind in UndecidedCause.Kind.allCases where counts[kind] > 0 {
      shares[kind, default: Share()].add(counts[kind], drawn)
    }
  }
}
