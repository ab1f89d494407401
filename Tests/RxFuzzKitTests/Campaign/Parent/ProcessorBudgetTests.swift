import Testing

@testable import RxFuzzKit

@Suite("What children may do at a time")
struct ProcessorBudgetTests {
  private static func unit(_ engine: WorkEngine) -> WorkUnit {
    WorkUnit(number: 1, source: .generated, engine: engine, firstBatch: 0, iterations: 128)
  }

  @Test("with helpers two explore where one races, and never beside it")
  func helpers() {
    let budget = ProcessorBudget(jobs: 1, helpers: 1)
    #expect(budget.childrenMax == 2)
    #expect(budget.free(beside: []) >= budget.processors(of: .stress))
    #expect(budget.free(beside: [Self.unit(.stress)]) == 0)
    let beside = budget.free(beside: [Self.unit(.explore)])
    #expect(beside >= budget.processors(of: .explore))
    #expect(beside < budget.processors(of: .stress))
    #expect(budget.asRaces(100, of: .stress) == 100)
    #expect(budget.asRaces(100, of: .explore) == 50)
  }

  @Test(
    "who waits for room explores beside one that does so in its turn, and leaves room for races after that"
  )
  func ahead() {
    let budget = ProcessorBudget(jobs: 1, helpers: 1)
    var (due, ahead) = (Self.unit(.explore), Self.unit(.explore))
    ahead.isAhead = true
    #expect(budget.mayExploreAhead(beside: [due]))
    #expect(!budget.mayExploreAhead(beside: [ahead]))
    #expect(!budget.mayExploreAhead(beside: [due, ahead]))
    #expect(!budget.mayExploreAhead(beside: [Self.unit(.stress)]))
    #expect(!budget.mayExploreAhead(beside: []))
    due = WorkUnit(
      number: 2, source: .trial(lock: nil), engine: .explore, firstBatch: 0, iterations: 1)
    #expect(budget.mayExploreAhead(beside: [due]))
  }

  @Test("without helpers each child has work, whatever the others do", arguments: [1, 3])
  func jobsAlone(jobs: Int) {
    let budget = ProcessorBudget(jobs: jobs, helpers: 0)
    #expect(budget.childrenMax == jobs)
    for engine in [WorkEngine.stress, .explore] {
      let others = (1..<jobs).map { _ in Self.unit(engine) }
      #expect(budget.free(beside: others) >= budget.processors(of: .stress))
      #expect(budget.asRaces(100, of: engine) == 100)
    }
  }

  @Test("where no other child can be started, those that there are go on")
  func fewer() {
    var budget = ProcessorBudget(jobs: 1, helpers: 1)
    budget.settle(for: 1)
    #expect(budget.childrenMax == 1)
    #expect(budget.free(beside: [Self.unit(.explore)]) > 0)
  }
}
