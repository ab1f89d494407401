/// Tasks take turns, one operation each, the youngest first; whoever was made later begins only once all others wait.
///
/// One schedule and no other: what shows in every fair order shows here, and every task gets to what it does while the
/// others are in the middle of theirs. As the first run it shows strategies what there is to choose from. Turns grow uneven
/// in a long run, so that tasks which only make way for each other do not do so for ever.
/// Source: the deterministic scheduler of Emmi, Qadeer and Rakamaric, "Delay-bounded scheduling", POPL 2011, with turns of one
/// operation.
final class AlternatingStrategy: ScheduleStrategy {
  /// Operations of a run after which turns have one, two or three operations.
  private static let evenOperations = 1_024
  private static let turnMax = 3

  /// Who takes turns.
  private var isIn = TaskTable(false)
  /// Who went last.
  private var last = UInt32.max
  private var operations = 0
  private var turns = 0
  /// Operations that are left of the turn.
  private var left = 0

  func begin(schedule: Int) -> Bool {
    isIn.reset()
    last = .max
    (operations, turns, left) = (0, 0, 0)
    return true
  }

  func choose(_ decision: ScheduleDecision) -> Int {
    if !decision.pending.contains(where: { isIn[$0.task] }) {
      for operation in decision.pending { isIn[operation.task] = true }
    }
    operations += 1
    if left > 0, let running = decision.index(of: last) {
      left -= 1
      return running
    }
    turns += 1
    left = operations > Self.evenOperations ? turns % Self.turnMax : 0
    let chosen = youngest(decision, below: last) ?? youngest(decision, below: .max) ?? 0
    last = decision.pending[chosen].task
    return chosen
  }

  func end(_ feedback: ScheduleFeedback) {}

  private func youngest(_ decision: ScheduleDecision, below bound: UInt32) -> Int? {
    let pending = decision.pending
    return pending.indices.filter { isIn[pending[$0].task] && pending[$0].task < bound }
      .max { pending[$0].task < pending[$1].task }
  }
}
