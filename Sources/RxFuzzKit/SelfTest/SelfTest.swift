import ScheduleKit

/// Detection tests: races a small library with one known defect after another, with the engines and judges of an
/// ordinary run, and the same library without a defect.
///
/// Everything happens in the calling process and is over in seconds. Under ThreadSanitizer its reports count like those
/// of any judge, and are no longer printed in this process. Thread-safety: use from one thread, once in a process, for a
/// schedule that ends in a deadlock leaves its threads behind.
public struct SelfTest {
  /// How one case ended.
  public struct Result: Sendable {
    public let testCase: SelfTestCase
    /// Races or schedules until the defect was detected, or all that were made.
    public let attempts: Int
    /// The violated invariants, each once.
    public let detectedBy: [InvariantName]
    /// Why it could not be tried, in one line.
    public let obstacle: String?

    /// Whether what was expected happened: an expected invariant was violated, or none where nothing is wrong.
    public var isGood: Bool {
      if obstacle != nil { return false }
      return testCase.expected.isEmpty
        ? detectedBy.isEmpty
        : !detectedBy.isEmpty && detectedBy.allSatisfy(testCase.expected.contains)
    }
  }

  /// Races of one call of the engine, after which the next jitter is drawn.
  private static let racesPerCall = 2_000
  /// Races after which a defect counts as not detected.
  static let racesMax = 400_000
  /// Races in which nothing may be found in the library without a defect, for each scenario.
  static let racesWithoutDefect = 20_000
  /// Schedules after which a defect counts as not detected, and the library without one as clean.
  static let schedulesMax = 1_000

  private let seed: UInt64

  /// - Parameter seed: drives jitter and schedules.
  public init(seed: UInt64) {
    self.seed = seed
    SanitizerReport.printNothing()
  }

  /// The cases that this build can run: those for which no schedule must be controlled need no support, those that only
  /// ThreadSanitizer sees need a build of it.
  public static var cases: [SelfTestCase] {
    SelfTestCase.all.filter {
      ($0.engine == .stress || ScenarioRunner.isSupported)
        && (!$0.needsThreadSanitizer || BuildKind.current.hasThreadSanitizer)
    }
  }

  /// Runs one case until its defect is detected, or long enough to say that it is not.
  /// - `progress`: called again and again while it goes on, from any thread; must be cheap.
  public func run(
    _ testCase: SelfTestCase, progress: @escaping @Sendable () -> Void = {}
  ) -> Result {
    do throws(PlanFailure) {
      switch testCase.engine {
      case .stress: return try race(testCase, progress)
      case .explore: return try explore(testCase, progress)
      }
    } catch {
      return Result(testCase: testCase, attempts: 0, detectedBy: [], obstacle: "\(error)")
    }
  }

  private func race(
    _ testCase: SelfTestCase, _ progress: @escaping @Sendable () -> Void
  ) throws(PlanFailure) -> Result {
    let engine = StressEngine(library: BrokenLibrary(testCase.defect))
    let racesMax = testCase.expected.isEmpty ? Self.racesWithoutDefect : Self.racesMax
    var raced = 0
    var detectedBy: [InvariantName] = []
    while raced < racesMax, detectedBy.isEmpty {
      let result = try engine.race(
        testCase.scenario, iterations: Self.racesPerCall, seed: seed &+ UInt64(raced)
      ) { _ in progress() }
      raced += result.raced
      detectedBy = Self.distinct(result.findings.map(\.invariant))
    }
    return Result(testCase: testCase, attempts: raced, detectedBy: detectedBy, obstacle: nil)
  }

  private func explore(
    _ testCase: SelfTestCase, _ progress: @escaping @Sendable () -> Void
  ) throws(PlanFailure) -> Result {
    let runner = try ScenarioRunner(
      testCase.scenario, library: BrokenLibrary(testCase.defect), willRun: progress)
    let report = ScheduleHunt(runner, seed: seed).hunt(schedulesMax: Self.schedulesMax)
    let detectedBy = report.failure.map { [$0.violation.invariant] } ?? []
    return Result(
      testCase: testCase, attempts: report.schedules, detectedBy: detectedBy, obstacle: nil)
  }

  private static func distinct(_ names: [InvariantName]) -> [InvariantName] {
    var result: [InvariantName] = []
    for name in names where !result.contains(name) { result.append(name) }
    return result
  }
}
