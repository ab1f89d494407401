import ScheduleKit

/// Shows that the alarms ring: races a small library with one known defect after another, with the engines and
/// judges of an ordinary run, and the same library without a defect.
///
/// Everything happens in the calling process and is over in seconds. Under ThreadSanitizer its reports ring like any
/// judge, and are no longer printed in this process. Thread-safety: use from one thread, once in a process, for a
/// schedule that ends in a deadlock leaves its threads behind.
public struct SelfTest {
  /// How one alarm was tried.
  public struct Result: Sendable {
    public let alarm: SelfTestCase
    /// Races or schedules until it rang, or all that were made.
    public let attempts: Int
    /// Which invariants rang, each once.
    public let rung: [InvariantName]
    /// Why it could not be tried, in one line.
    public let obstacle: String?

    /// Whether what was expected happened: the right alarm, or silence where nothing is wrong.
    public var isGood: Bool {
      if obstacle != nil { return false }
      return alarm.rings.isEmpty
        ? rung.isEmpty : !rung.isEmpty && rung.allSatisfy(alarm.rings.contains)
    }
  }

  /// Races of one call of the engine, after which the next jitter is drawn.
  private static let racesPerCall = 2_000
  /// Races after which an alarm counts as silent.
  static let racesMax = 400_000
  /// Races in which the library without a defect must be silent, for each scenario.
  static let racesInSilence = 20_000
  /// Schedules after which an alarm counts as silent, or silence as kept.
  static let schedulesMax = 1_000

  private let seed: UInt64

  /// - Parameter seed: drives jitter and schedules.
  public init(seed: UInt64) {
    self.seed = seed
    SanitizerReport.printNothing()
  }

  /// The alarms that this build can try: all, or those for which no schedule must be controlled.
  public static var alarms: [SelfTestCase] {
    SelfTestCase.all.filter { $0.engine == .stress || ScenarioRunner.isSupported }
  }

  /// Tries one alarm until it rings, or long enough to say that it does not.
  public func run(_ alarm: SelfTestCase) -> Result {
    do throws(PlanFailure) {
      switch alarm.engine {
      case .stress: return try race(alarm)
      case .explore: return try explore(alarm)
      }
    } catch {
      return Result(alarm: alarm, attempts: 0, rung: [], obstacle: "\(error)")
    }
  }

  private func race(_ alarm: SelfTestCase) throws(PlanFailure) -> Result {
    let engine = StressEngine(library: BrokenLibrary(alarm.defect))
    let racesMax = alarm.rings.isEmpty ? Self.racesInSilence : Self.racesMax
    var raced = 0
    var rung: [InvariantName] = []
    while raced < racesMax, rung.isEmpty {
      let result = try engine.race(
        alarm.scenario, iterations: Self.racesPerCall, seed: seed &+ UInt64(raced)
      ) { _ in }
      raced += result.raced
      rung = Self.distinct(result.findings.map(\.invariant))
    }
    return Result(alarm: alarm, attempts: raced, rung: rung, obstacle: nil)
  }

  private func explore(_ alarm: SelfTestCase) throws(PlanFailure) -> Result {
    let runner = try ScenarioRunner(alarm.scenario, library: BrokenLibrary(alarm.defect))
    let report = ScheduleHunt(runner, seed: seed).hunt(schedulesMax: Self.schedulesMax)
    let rung = report.failure.map { [$0.violation.invariant] } ?? []
    return Result(alarm: alarm, attempts: report.schedules, rung: rung, obstacle: nil)
  }

  private static func distinct(_ names: [InvariantName]) -> [InvariantName] {
    var result: [InvariantName] = []
    for name in names where !result.contains(name) { result.append(name) }
    return result
  }
}
