import ScheduleKit

/// Races the lanes that `body` names, in schedules under control and then freely, until something is wrong or all is done.
///
/// ```swift
/// try race { r in
///   let cache = Cache()
///   r.thread { cache.store(1) }
///   r.queue { cache.store(2) }
///   r.afterwards { #expect(cache.count == 2) }
/// }
/// ```
///
/// A failed expectation, a thrown error, a forbidden outcome, a deadlock, a livelock, and, in instrumented code, a data race
/// or a use after free are failures, each with the fewest switches that show it, and with what repeats it exactly:
/// `RXFUZZ_REPLAY='…' swift test --filter …`. They are reported at the caller's line in Swift Testing and XCTest. What tests
/// nothing, because no two schedules differ and no two lanes overlap, fails, too. One lane will do where what it calls
/// is concurrent by itself.
///
/// `body` is called for each run, and must do the same each time. Memory is sequentially consistent in schedules under
/// control, unless `memory` says otherwise (see <doc:Weak-memory>); free races have that of the machine.
/// Thread-safety: any thread; calls in one process wait for each other.
/// - `iterations`: free races; by default `RXFUZZ_ITERATIONS`, or 10,000.
/// - `schedules`: schedules under control; by default `RXFUZZ_SCHEDULES`, or 1,000.
/// - `time`: ends the test although some are left; by default `RXFUZZ_TIME` in seconds.
/// - `seed`: by default `RXFUZZ_SEED`, or 1. The same seed gives the same schedules.
/// - `memory`: what atomic loads may see in schedules under control; by default `RXFUZZ_MEMORY`, or sequential consistency.
/// - Throws: a `TestFailure` where neither Swift Testing nor XCTest runs the caller; one line where a variable of the
///   environment is not accepted.
@discardableResult
public func race(
  iterations: Int? = nil, schedules: Int? = nil, time: Duration? = nil, seed: UInt64? = nil,
  memory: MemoryModel? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: @escaping (Race) throws -> Void
) throws -> TestReport {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let environment = TestEnvironment()
  let budget = try TestBudget(
    iterations: iterations, schedules: schedules, time: time, seed: seed, memory: memory,
    environment: environment)
  let replay = try ReplayText.requested(at: place, environment)
  let run = TestRun("race", at: place, budget)
  return try run.run {
    let test = RaceTest(
      run, schedules: budget.schedules, iterations: budget.iterations, body)
    if let replay { test.repeats(replay) } else { test.search() }
  }
}

/// Which schedules `explore` runs.
public enum Exploration: Hashable, Sendable {
  /// All of them: one for each class of schedules that differ only in the order of independent operations.
  case all
  /// Every schedule in which at most so many lanes are stopped although they could go on.
  case preemptions(Int)
}

/// Runs every schedule of a small body, and fails where one of them is wrong, or where they are more than `schedulesMax`.
///
/// The body is as that of `race`, small, and of instrumented code; accesses of other code are no points of choice, and what
/// is proved then holds for the order of its locks and queues only, which a line of the report says.
/// - `memory`: as of `race`; each value that a load may take is tried, too.
///
/// Thread-safety: as `race`. Needs Linux on x86-64 or arm64.
/// - Throws: as `race`.
@discardableResult
public func explore(
  _ exploration: Exploration = .all, schedulesMax: Int = ScheduleProof.schedulesMaxDefault,
  memory: MemoryModel? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: @escaping (Race) throws -> Void
) throws -> TestReport {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let environment = TestEnvironment()
  let budget = try TestBudget(
    iterations: 0, schedules: schedulesMax, time: nil, seed: nil, memory: memory,
    environment: environment)
  let replay = try ReplayText.requested(at: place, environment)
  let run = TestRun("explore", at: place, budget)
  return try run.run {
    let test = RaceTest(run, schedules: schedulesMax, iterations: 0, body)
    if let replay { return test.repeats(replay) }
    switch exploration {
    case .all: test.prove(.reduction, schedulesMax: schedulesMax)
    case .preemptions(let count): test.prove(.preemptions(count), schedulesMax: schedulesMax)
    }
  }
}
