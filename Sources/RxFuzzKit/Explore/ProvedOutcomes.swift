import ScheduleKit

/// What free races of a scenario deliver, held against what its schedules delivered, all of which were run.
///
/// A full proof has seen every outcome that there is. One that only free races show is none of the library's: the
/// engine's schedules do not cover what the machine does, and its proof is void.
public struct ProvedOutcomes: Sendable {
  /// One outcome of the free races.
  public struct Row: Hashable, Sendable {
    /// As in `Outcome.describe`.
    public let text: String
    public let count: Int
    /// Whether some schedule of the proof delivered the same.
    public let isProved: Bool
  }

  /// Free races where nothing else is asked for.
  public static let racesDefault = 20_000
  /// Races of one call of the engine.
  private static let batch = 1_000

  /// The most frequent first.
  public let rows: [Row]
  /// Distinct outcomes of all schedules.
  public let proved: Int

  /// Whether the proof has seen all that the races have shown.
  public var isWhole: Bool { rows.allSatisfy(\.isProved) }

  /// Races the scenario freely, on this thread's behalf. A race that hangs hangs the call: only what was proved lawful
  /// should be raced so.
  /// - `progress`: called again and again while it goes on, from any thread; must be cheap.
  /// - Returns: nil where the report is no proof of all schedules, so that its outcomes grade nothing.
  /// - Throws: what makes the scenario unfit for the library.
  public static func race(
    _ scenario: Scenario, library: any LibraryUnderTest, races: Int = racesDefault, seed: UInt64,
    against report: ScheduleProof.Report, progress: @escaping @Sendable () -> Void = {}
  ) throws(PlanFailure) -> ProvedOutcomes? {
    // Where timers run, a race of real time has orders that virtual time bounds.
    guard report.coversAllOutcomes, !ScenarioFacts.usesTime(scenario.chain) else { return nil }
    let engine = StressEngine(library: library)
    engine.collectsOutcomes = true
    var outcomes: [Outcome] = []
    for first in stride(from: 0, to: races, by: batch) {
      let result = try engine.race(
        scenario, iterations: min(batch, races - first), seed: seed &+ UInt64(first)
      ) { _ in progress() }
      outcomes = Outcome.merged(outcomes + result.outcomes)
    }
    let rows = outcomes.map {
      Row(
        text: $0.describe(subscriptions: scenario.subscriptions), count: $0.count,
        isProved: report.outcomes.contains(ScheduleOutcome($0.deliveries)))
    }
    return ProvedOutcomes(rows: rows, proved: report.outcomes.count)
  }

  /// A table with one line for each outcome, and one line that sums it up.
  public var text: String {
    let total = rows.reduce(0) { $0 + $1.count }
    let cells = rows.map {
      [
        NumberWords.grouped(UInt64($0.count)),
        NumberWords.share(UInt64($0.count), of: UInt64(total)), $0.isProved ? "proved" : "UNPROVED",
        $0.text,
      ]
    }
    let unproved = rows.count { !$0.isProved }
    let sum =
      unproved == 0
      ? "\(NumberWords.counted(UInt64(rows.count), "outcome")) of free races, each among the "
        + "\(NumberWords.grouped(UInt64(proved))) of all schedules"
      : "\(NumberWords.counted(UInt64(unproved), "outcome")) of free races that no schedule has shown: "
        + "the proof is void"
    return TextTable.text([["count", "share", "proof", "outcome"]] + cells) + "\n" + sum
  }
}
