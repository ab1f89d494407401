import ScheduleKit

/// How much one test runs. A value.
public struct TestBudget: Hashable, Sendable {
  /// Free races.
  public var iterations: Int
  /// Controlled schedules.
  public var schedules: Int
  /// Milliseconds after which it ends although some are left; nil: none.
  public var milliseconds: UInt64?
  /// Milliseconds after which free races end where nobody has said how many there shall be, as on a machine that is busy
  /// with other work; nil: none.
  public var racesMilliseconds: UInt64?
  /// Drives schedules, delays and generated scenarios.
  public var seed: UInt64
  /// What atomic loads may see in controlled schedules.
  public var memory: MemoryModel

  static let iterationsDefault = 10_000
  static let schedulesDefault = 1_000
  static let seedDefault: UInt64 = 1
  static let racesMillisecondsDefault = 10_000

  /// An argument beats the environment, and the environment the default; `RXFUZZ_SCALE` multiplies what came of it.
  package init(
    iterations: Int?, schedules: Int?, time: Duration?, seed: UInt64?,
    memory: MemoryModel? = .sequential,
    environment: TestEnvironment = TestEnvironment()
  ) throws(TestEnvironment.Fault) {
    let scale = try environment.number("RXFUZZ_SCALE") ?? 1
    let races = try environment.number("RXFUZZ_ITERATIONS").map { Int(clamping: $0) }
    let runs = try environment.number("RXFUZZ_SCHEDULES").map { Int(clamping: $0) }
    let seconds = try environment.number("RXFUZZ_TIME")
    self.iterations = Self.scaled(iterations ?? races ?? Self.iterationsDefault, scale)
    self.schedules = Self.scaled(schedules ?? runs ?? Self.schedulesDefault, scale)
    let isAsked = iterations != nil || races != nil
    racesMilliseconds = isAsked ? nil : UInt64(Self.scaled(Self.racesMillisecondsDefault, scale))
    milliseconds =
      time.map {
        UInt64($0.components.seconds) * 1_000
          + UInt64($0.components.attoseconds / 1_000_000_000_000_000)
      }
      ?? seconds.map { $0.multipliedReportingOverflow(by: 1_000).partialValue }
    let memoryOfEnvironment = memory == nil ? try environment.memory() : nil
    self.memory = memory ?? memoryOfEnvironment ?? .sequential
    let seedOfEnvironment = try environment.number("RXFUZZ_SEED")
    self.seed = seed ?? seedOfEnvironment ?? Self.seedDefault
  }

  private static func scaled(_ count: Int, _ scale: UInt64) -> Int {
    let (product, overflows) = count.multipliedReportingOverflow(by: Int(clamping: scale))
    return overflows ? .max : max(0, product)
  }
}

/// When a test has to end. A value.
package struct Deadline {
  private let milliseconds: UInt64?
  init(after milliseconds: UInt64?) {
    self.milliseconds = milliseconds.map { MonotonicClock.milliseconds() + $0 }
  }
  package var hasPassed: Bool { milliseconds.map { MonotonicClock.milliseconds() >= $0 } ?? false }
}
