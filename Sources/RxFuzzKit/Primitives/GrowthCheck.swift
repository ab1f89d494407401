import ScheduleKit

/// LEAK-1 over time: what an operator that subscribes to inner sequences keeps of those that have ended.
///
/// One subscription goes on while thousands of inner ones come and go; the process must not grow with their number.
/// A canary cannot see this, because all is released when the outer subscription ends.
public struct GrowthCheck {
  /// What was seen of one operator.
  public struct Report: Hashable, Sendable {
    public let row: String
    /// Bytes that the process allocated and did not free for each inner subscription, in the middle one of the rounds.
    public let bytes: Double
    /// Whether that is more than a correct library may need.
    public var isLeak: Bool { bytes > GrowthCheck.bytesMax }
  }

  /// Rounds, of which the first one only warms up.
  private static let rounds = 12
  /// Inner subscriptions of a round.
  private static let subscriptionsInRound = 5_000
  /// Less than the smallest object that could be kept for each of them.
  private static let bytesMax = 16.0

  private let library: any LibraryUnderTest

  public init(library: any LibraryUnderTest) { self.library = library }

  /// Rows that subscribe to inner sequences and can be checked on this library.
  public var rows: [String] {
    guard ["feed", "just"].allSatisfy({ library.binding(forRow: $0) != nil }),
      ProcessMemory.allocatedBytes > 0
    else { return [] }
    return Catalogue.rows.filter {
      $0.traits.contains(.chooses) && library.binding(forRow: $0.name) != nil
    }.map(\.name)
  }

  /// Watches one of `rows`; nil where the scenario does not fit, or the system does not say how much a process has
  /// allocated. Other threads of the process had better be idle; what they do in one round does no harm.
  public func report(_ name: String) -> Report? {
    guard let row = Catalogue.row(named: name) else { return nil }
    let chain = Chain(
      name, row.parameters.map(\.drawn.lowerBound),
      inputs: [Chain("feed", [0]), Chain("just", [1])])
    let scenario = Scenario(
      library: library.name, chain: chain, queues: [[.next(feed: 0, payload: 1)]])
    guard let plan = try? ScenarioPlan(scenario, library: library) else { return nil }
    let iteration = Iteration()
    iteration.begin(plan, library: library)
    var sizes: [UInt64] = []
    for _ in 0..<Self.rounds {
      for _ in 0..<Self.subscriptionsInRound { iteration.perform(plan.queues[0][0]) }
      sizes.append(ProcessMemory.allocatedBytes)
    }
    iteration.tearDown()
    iteration.release()
    guard sizes.allSatisfy({ $0 > 0 }) else { return nil }
    let growths = zip(sizes, sizes.dropFirst()).map { $1 > $0 ? $1 - $0 : 0 }.sorted()
    let middle = growths[growths.count / 2]
    return Report(row: name, bytes: Double(middle) / Double(Self.subscriptionsInRound))
  }
}
