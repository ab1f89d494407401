/// The operators through which a scenario's raced events pass, and which of them feed one another.
///
/// Where a template needs no source, what it races is the whole graph: its subscription, its timers.
public struct RacedPaths: Hashable, Sendable {
  /// An operator and one that feeds it.
  public struct Link: Hashable, Sendable {
    public let row: String
    public let input: String
  }
  public private(set) var rows: Set<String> = []
  public private(set) var links: Set<Link> = []

  /// The paths of a scenario that was drawn from the template of that name.
  public init(_ scenario: Scenario, template: String) {
    let needs = RaceTemplates.all.first { $0.name == template }?.needs ?? []
    let drives = !needs.isDisjoint(with: .ofSources)
    var feeds: Set<Int> = []
    for action in scenario.queues.joined() {
      if let feed = action.feed { feeds.insert(feed) }
    }
    _ = visit(scenario.chain, drives ? feeds : nil)
  }

  /// Says whether something raced comes from there; nil: all of it is raced.
  private mutating func visit(_ node: Chain, _ feeds: Set<Int>?) -> Bool {
    let ways = node.inputs.filter { visit($0, feeds) }
    let isDriven = feeds.map { feeds in node.label.map(feeds.contains) ?? false } ?? true
    let isRaced = isDriven || !ways.isEmpty
    guard isRaced else { return false }
    rows.insert(node.row)
    for way in ways { links.insert(Link(row: node.row, input: way.row)) }
    return true
  }
}
