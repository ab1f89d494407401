/// Runs each task until it blocks or ends, in the order of tasks or against it: the runs to profile by.
final class FixedOrderStrategy: ScheduleStrategy {
  enum Order: Hashable, Sendable { case first, last }

  private let order: Order
  private var hasBegun = false

  init(_ order: Order) { self.order = order }

  func begin(schedule: Int) -> Bool {
    hasBegun = false
    return true
  }

  func choose(_ decision: ScheduleDecision) -> Int {
    defer { hasBegun = true }
    switch order {
    case .first: return decision.unforced
    // The reverse order begins with the last task, which then goes on like any other.
    case .last: return (hasBegun ? decision.running : nil) ?? decision.pending.count - 1
    }
  }

  func end(_ feedback: ScheduleFeedback) {}
}
