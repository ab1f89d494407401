import Testing

@testable import ScheduleKit

@Suite("Tasks that take turns")
struct AlternatingStrategyTests {
  /// Keeps who was chosen.
  private final class Recording: ScheduleStrategy {
    private let inner: any ScheduleStrategy
    private(set) var tasks: [UInt32] = []
    init(_ inner: any ScheduleStrategy) { self.inner = inner }
    func begin(schedule: Int) -> Bool { inner.begin(schedule: schedule) }
    func choose(_ decision: ScheduleDecision) -> Int {
      let chosen = inner.choose(decision)
      tasks.append(decision.pending[chosen].task)
      return chosen
    }
    func end(_ feedback: ScheduleFeedback) { inner.end(feedback) }
  }

  private func order(_ tasks: [[SimulatedProgram.Instruction]]) -> [UInt32] {
    let strategy = Recording(AlternatingStrategy())
    _ = SimulatedProgram(tasks).run(SimulatedProgram.control(strategy))
    let first = strategy.tasks.min() ?? 0
    return strategy.tasks.map { $0 - first }
  }

  @Test("each has one operation, the youngest first")
  func turns() {
    let own: [SimulatedProgram.Instruction] = [.store(0, 1), .store(1, 1)]
    #expect(order([own, own, own]) == [2, 1, 0, 2, 1, 0])
  }

  @Test("who was made later begins once the others have ended or wait")
  func newcomers() {
    let own: [SimulatedProgram.Instruction] = [.store(0, 1), .store(1, 1)]
    #expect(order([[.spawn(1), .spawn(2), .store(2, 1)], own, own]) == [0, 0, 0, 2, 1, 2, 1])
    #expect(
      order([[.spawn(1), .wait(0), .store(2, 1)], [.signal(0), .store(0, 1)]]) == [0, 1, 0, 1, 0])
  }

  @Test("in a long run turns are uneven, so that nobody makes way for ever")
  func unevenTurns() {
    let own = Array(repeating: SimulatedProgram.Instruction.store(0, 1), count: 1_000)
    let order = order([own, own])
    let repeated = zip(order, order.dropFirst()).map { $0 == $1 }
    #expect(!repeated[..<1_000].contains(true))
    #expect(repeated[1_024..<1_600].contains(true))
  }
}
