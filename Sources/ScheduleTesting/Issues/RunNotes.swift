import ScheduleKit
import Synchronization

/// What one run has shown so far: the first thing that was wrong, and its outcome.
///
/// Thread-safety: all members from any thread.
final class RunNotes: @unchecked Sendable {
  // Safety: everything is guarded by `gate`, a spin lock that is held for a few instructions. A lock of the system would be
  // a point of choice where the thread is controlled.
  private let gate = Atomic<Bool>(false)
  private var firstViolation: ScheduleViolation?
  private var detailText = ""
  private var outcomeText: String?

  var violation: ScheduleViolation? { locked { firstViolation } }
  /// A picture of the violation, of whoever has seen it; mostly empty.
  var details: String { locked { detailText } }
  var outcome: String? { locked { outcomeText } }

  /// Something is wrong; only the first thing counts.
  func add(_ violation: ScheduleViolation, details: String = "") {
    locked {
      guard firstViolation == nil else { return }
      firstViolation = violation
      detailText = details
    }
  }

  func set(outcome: String) { locked { outcomeText = outcome } }

  /// Something was thrown where nothing should be.
  func add(_ error: any Error) {
    add(ScheduleViolation(rule: "error", message: "an error was thrown: \(error)"))
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    // Acquire and release: what the one before has written is seen.
    while gate.exchange(true, ordering: .acquiring) {}
    defer { gate.store(false, ordering: .releasing) }
    return body()
  }
}
