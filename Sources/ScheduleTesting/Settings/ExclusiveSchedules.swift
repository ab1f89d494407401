import Dispatch
import Testing

/// Who may run schedules or races: one test of the process at a time, since they share the runtime that controls schedules,
/// and the cores.
///
/// Thread-safety: all members from any thread.
final class ScheduleGate: @unchecked Sendable {
  // Safety: `isTaken` and `waiters` are guarded by `lock`.
  static let shared = ScheduleGate()
  /// Whether the calling task has entered it already, by `ExclusiveSchedules`.
  @TaskLocal static var isHeld = false

  private let lock = DispatchSemaphore(value: 1)
  private var isTaken = false
  private var waiters: [@Sendable () -> Void] = []

  /// Blocks until nobody else is inside; at once where the caller's scope is inside already.
  func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    if Self.isHeld { return try body() }
    let turn = DispatchSemaphore(value: 0)
    enter { turn.signal() }
    turn.wait()
    defer { leave() }
    return try body()
  }

  /// The same without blocking the thread.
  func insideScope(_ body: @Sendable () async throws -> Void) async throws {
    if Self.isHeld { return try await body() }
    await withCheckedContinuation { turn in enter { turn.resume() } }
    defer { leave() }
    try await Self.$isHeld.withValue(true) { try await body() }
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

/// A trait for suites that run schedules, or races: no other suite with it, and no `race` elsewhere, runs at the same time.
///
/// `race`, `explore` and `checkLinearizable` wait for one another without it, too, each with a thread that it blocks.
public struct ExclusiveSchedules: SuiteTrait, TestTrait, TestScoping {
  /// Waits until nobody else is inside, then runs what it is the trait of.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ScheduleGate.shared.insideScope(function)
  }

  /// One scope around a whole suite, and one around a test that stands alone.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite || testCase != nil ? self : nil
  }
}

extension Trait where Self == ExclusiveSchedules {
  /// Nothing else runs schedules or races meanwhile.
  public static var exclusiveSchedules: Self { Self() }
}
