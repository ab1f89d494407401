import RxCoreAdapter
import Testing

@testable import RxFuzzKit

@Suite("The binding of RxCore")
struct BindingTests {
  @Test("binds every row of the catalogue", arguments: Catalogue.rows.map(\.name))
  func complete(row: String) {
    #expect(RxCoreLibrary().binding(forRow: row) != nil)
  }

  @Test("every kind of handle releases what is subscribed later", arguments: Holder.allCases)
  func disposedBeforeSubscribe(holder: Holder) throws {
    let library = RxCoreLibrary()
    let scenario = Scenario(
      library: library.name, chain: Chain("feed", [0]),
      queues: [[.dispose(subscription: 1), .subscribe(subscription: 1)]], holders: [1: holder])
    let iteration = Iteration()
    let plan = try ScenarioPlan(scenario, library: library)
    iteration.begin(plan, library: library)
    for action in plan.queues[0] { iteration.perform(action) }
    let effects = iteration.recorder.records.map(\.kind).filter {
      $0 == .attached || $0 == .detached
    }
    #expect(effects == [.attached, .detached])
    iteration.tearDown()
    iteration.release()
    #expect(!iteration.isHeldByLibrary())
  }

  @Test("dropping a bag disposes what it holds")
  func drop() throws {
    let library = RxCoreLibrary()
    let scenario = Scenario(
      library: library.name, chain: Chain("map", [1], inputs: [Chain("feed", [0])]),
      queues: [[.next(feed: 0, payload: 1), .drop(subscription: 1), .next(feed: 0, payload: 2)]],
      holders: [1: .bag])
    let iteration = Iteration()
    let plan = try ScenarioPlan(scenario, library: library)
    iteration.begin(plan, library: library)
    for action in plan.queues[0] { iteration.perform(action) }
    let records = iteration.recorder.records
    let delivered = records.filter { $0.kind == .nextEnter }
    #expect(delivered.map { Token.payload($0.value) } == [2])
    #expect(records.filter { $0.kind == .detached }.count == 1)
  }
}
