import RxCoreAdapter
import Testing

@testable import RxFuzzKit

@Suite("The plan of a scenario")
struct ScenarioPlanTests {
  @Test(
    "waits for each piece of work that leads to another one",
    arguments: [
      (Chain("scheduled", [7, 2, 2, 1]), 4), (Chain("scheduled", [0, 2, 0, 0]), 2),
      (Chain("observeOn", [0], inputs: [Chain("feed", [0])]), 2), (Chain("feed", [0]), 1),
    ])
  func drains(_ chain: Chain, _ rounds: Int) throws {
    let scenario = Scenario(
      library: "RxCore", chain: chain,
      queues: [[.subscribe(subscription: 2)], [.dispose(subscription: 1)]])
    #expect(try ScenarioPlan(scenario, library: RxCoreLibrary()).drainRounds == rounds)
  }
}
