import Dispatch
import Testing

/// Who may run schedules or races: one test of the process at a time, since they share the runtime that controls schedules,
/// and the cores.
///
/// Whoever holds a gate for a scope gives those inside a gate of their own: a suite that keeps others out may run its tests
/// side by side, and these wait for one another.
///
/// Thread-safety: all members from any thread.
final class ScheduleGate: @unchecked Sendable {
  // Safety: `isTaken` and `waiters` are guarded by `lock`.
  /// The one that the calling task has to pass: the process's, or that of the innermost scope which holds one.
  @TaskLocal static var current = ScheduleGate()

  private let lock = DispatchSemaphore(value: 1)
  private var isTaken = false
  private var waiters: [@Sendable () -> Void] = []

  /// Blocks until nobody else is inside.
  func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    let turn = DispatchSemaphore(value: 0)
    enter { turn.signal() }
    turn.wait()
    defer { leave() }
    return try body()
  }

  /// The same without blocking the thread; `body` has a gate of its own.
  func insideScope(_ body: @Sendable () async throws -> Void) async throws {
    await withCheckedContinuation { turn in enter { turn.resume() } }
    defer { leave() }
    try await Self.$current.withValue(ScheduleGate()) { try await body() }
  }

  private func enter(_ goOn: @escaping @Sendable () -> Void) {
    lock.wait()
    let isFree = !isTaken
    isTaken = true
    if !isFree { waiters.append(goOn) }
    lock.signal()
    if isFree { goOn() }
  }

  private func leave() {
    lock.wait()
    let next = waiters.isEmpty ? nil : waiters.removeFirst()
    if next == nil { isTaken = false }
    lock.signal()
    next?()
  }
}

/// A trait for suites that run schedules, or races: no other suite with it, and no `race` elsewhere, runs at the same time,
/// and the tests of the suite have their turns one after another.
///
/// `race`, `explore` and `checkLinearizable` wait for one another without it, too, each with a thread that it blocks.
/// A test's time limit goes on while it waits for its turn; beside `.serialized` a suite's tests do not wait for each other.
public struct ExclusiveSchedules: SuiteTrait, TestTrait, TestScoping {
  /// The tests of a suite wait without blocking a thread, as the suite does.
  public var isRecursive: Bool { true }

  /// Waits until nobody else is inside, then runs what it is the trait of.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ScheduleGate.current.insideScope(function)
  }

  /// One scope around a whole suite, and one around each case of a test.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite || testCase != nil ? self : nil
  }
}

extension Trait where Self == ExclusiveSchedules {
  /// Nothing else runs schedules or races meanwhile.
  public static var exclusiveSchedules: Self { Self() }
}
