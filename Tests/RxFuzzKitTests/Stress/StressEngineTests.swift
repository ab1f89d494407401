import CScheduleRuntime
import Synchronization
import Testing

@testable import RxFuzzKit

@Suite("The stress engine", .serialized, .timeLimit(.minutes(2)))
struct StressEngineTests {
  private let feed = Chain("feed", [0])
  private var completedAndDispose: Scenario {
    Scenario(
      library: "Toy", chain: feed, queues: [[.completed(feed: 0)], [.dispose(subscription: 1)]])
  }

  @Test("a correct library is raced to the end, overlapping, won by either side, without a finding")
  func correctLibrary() throws {
    let engine = StressEngine(library: ToyLibrary())
    let result = try engine.race(completedAndDispose, iterations: 2000, seed: 1) { _ in }
    #expect(result.raced == 2000)
    #expect(result.overlapped > 0)
    #expect(result.firstQueueFirst > 0 && result.firstQueueFirst < 2000)
    #expect(result.undecided == 0)
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
  }

  @Test("a check that is not atomic is found, with the trace and the iteration that show it")
  func plantedRace() throws {
    let engine = StressEngine(library: ToyLibrary(.checksThenSets))
    var finding: Finding?
    for seed in 0..<200 where finding == nil {
      finding = try engine.race(completedAndDispose, iterations: 2000, seed: UInt64(seed)) { _ in }
        .findings.first { $0.invariant == .disp5 }
    }
    let records = try #require(finding).records
    #expect(records.filter { $0.kind == .detached }.count == 2)
    #expect(try #require(finding?.iteration) < 2000)
  }

  @Test("what the library keeps after everything was dropped is a leak, and the race goes on")
  func leak() throws {
    let engine = StressEngine(library: ToyLibrary(.leaks))
    let result = try engine.race(completedAndDispose, iterations: 600, seed: 1) { _ in }
    #expect(result.raced == 600)
    #expect(result.findings.map(\.invariant) == [.leak1])
  }

  @Test("iterations are used again and leave nothing alive")
  func nothingLeftAlive() throws {
    let library = ToyLibrary()
    let engine = StressEngine(library: library)
    for seed in 0..<5 {
      _ = try engine.race(completedAndDispose, iterations: 600, seed: UInt64(seed)) { _ in }
      #expect(library.live.value.load(ordering: .relaxed) == 0)
    }
  }

  @Test("a scenario of one queue has one outcome, however often it runs")
  func oneQueue() throws {
    let engine = StressEngine(library: ToyLibrary())
    engine.collectsOutcomes = true
    let scenario = Scenario(
      library: "Toy", chain: feed, before: [.next(feed: 0, payload: 7)],
      queues: [[.next(feed: 0, payload: 8), .completed(feed: 0)]])
    let result = try engine.race(scenario, iterations: 700, seed: 1) { _ in }
    #expect(result.outcomes.map(\.count) == [700])
    #expect(
      result.outcomes.first?.describe(subscriptions: [1]) == "1: next 7, next 8, completed")
  }

  @Test("two queues have more than one outcome, and the counts add up")
  func outcomes() throws {
    let engine = StressEngine(library: ToyLibrary())
    engine.collectsOutcomes = true
    let result = try engine.race(completedAndDispose, iterations: 3000, seed: 1) { _ in }
    #expect(result.outcomes.count == 2)
    #expect(result.outcomes.map(\.count).reduce(0, +) == 3000)
  }

  @Test("more queues than cores still race")
  func fourQueues() throws {
    let engine = StressEngine(library: ToyLibrary())
    let scenario = Scenario(
      library: "Toy", chain: feed,
      queues: [
        [.completed(feed: 0)], [.dispose(subscription: 1)], [.dispose(subscription: 1)],
        [.error(feed: 0)],
      ])
    let result = try engine.race(scenario, iterations: 500, seed: 1) { _ in }
    #expect(result.raced == 500)
    #expect(result.findings.isEmpty)
  }

  @Test("deliveries on a scheduler queue are drained, and recorded in its lane")
  func asynchronous() throws {
    let engine = StressEngine(library: ToyLibrary())
    engine.collectsOutcomes = true
    let scenario = Scenario(
      library: "Toy", chain: Chain("observeOn", [1], inputs: [feed]),
      queues: [[.next(feed: 0, payload: 3)], [.next(feed: 0, payload: 4)]])
    let result = try engine.race(scenario, iterations: 300, seed: 1) { _ in }
    #expect(result.findings.isEmpty)
    #expect(result.outcomes.allSatisfy { $0.deliveries.count == 2 })
  }

  @Test("where a queue cannot serve the timers of a batch, fewer graphs are raced at once")
  func overloadedTimers() throws {
    let engine = StressEngine(library: ToyLibrary())
    let scenario = Scenario(
      library: "Toy", chain: Chain("delay", [4, 0], inputs: [feed]),
      queues: [[.next(feed: 0, payload: 3)], [.next(feed: 0, payload: 4)]])
    let result = try engine.race(scenario, iterations: 128, seed: 1) { _ in }
    #expect(result.raced == 128)
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
  }

  @Test("a row that the library lacks is an error before anything runs")
  func unboundRow() {
    let engine = StressEngine(library: ToyLibrary())
    let scenario = Scenario(
      library: "Toy", chain: Chain("map", [1], inputs: [feed]), queues: [[.completed(feed: 0)]])
    #expect(throws: PlanFailure.unboundRow("map", library: "Toy")) {
      _ = try engine.race(scenario, iterations: 1, seed: 1) { _ in
        Issue.record("nothing may run")
      }
    }
  }

  @Test(
    "orders are raced one after another, each with its own queues, and what is unfit is reported in its turn"
  )
  func orders() {
    let engine = StressEngine(library: ToyLibrary())
    let queues: [[Action]] = [
      [.completed(feed: 0)], [.dispose(subscription: 1)], [.dispose(subscription: 1)],
      [.error(feed: 0)],
    ]
    let widths = [2, 1, 4, 0, 3, 2, 1, 2]
    var waiting = widths.enumerated().map { number, width in
      RaceOrder(
        number: UInt64(number),
        scenario: Scenario(
          library: "Toy", chain: width == 0 ? Chain("map", [1], inputs: [feed]) : feed,
          queues: Array(queues.prefix(max(1, width)))),
        iterations: 300, seed: 1
      ) { _ in }
    }
    var reported: [String] = []
    engine.race {
      waiting.isEmpty ? nil : waiting.removeFirst()
    } began: {
      reported.append("\($0.number) begins")
    } ended: { order, result in
      switch result {
      case .success(let result):
        reported.append("\(order.number) \(result.raced)")
        #expect(result.findings.isEmpty)
      case .failure: reported.append("\(order.number) unfit")
      }
      return true
    }
    #expect(
      reported
        == widths.indices.flatMap {
          ["\($0) begins", "\($0) " + (widths[$0] == 0 ? "unfit" : "300")]
        })
    #expect(engine.monitor.currentState() == nil)
  }

  @Test("who has seen enough stops the races, and may begin others")
  func enough() {
    let engine = StressEngine(library: ToyLibrary())
    for _ in 0..<3 {
      var ended = 0
      engine.race {
        RaceOrder(scenario: completedAndDispose, iterations: 64, seed: 1) { _ in }
      } began: { _ in
      } ended: { _, _ in
        ended += 1
        return ended < 4
      }
      #expect(ended == 4)
    }
  }

  @Test("a watchdog sees what is running, and nothing when nothing runs")
  func monitor() throws {
    let engine = StressEngine(library: ToyLibrary())
    let monitor = engine.monitor
    let seen = ToyCount()
    #expect(monitor.currentState() == nil)
    // More than one batch: between two of them one racer may be in the next already.
    _ = try engine.race(completedAndDispose, iterations: 600, seed: 1) { _ in
      guard let state = monitor.currentState() else { return }
      #expect(state.iterations.count == 2)
      #expect(state.trace.endState.hung)
      seen.value.wrappingAdd(1, ordering: .relaxed)
    }
    #expect(monitor.currentState() == nil)
    #expect(seen.value.load(ordering: .relaxed) >= 600)
  }

  @Test("progress comes to the last iteration, and is made while traces are judged, too")
  func progress() throws {
    let engine = StressEngine(library: ToyLibrary())
    let (last, calls) = (ToyCount(), ToyCount())
    _ = try engine.race(completedAndDispose, iterations: 300, seed: 1) { iteration in
      if iteration == 299 { last.value.store(iteration, ordering: .relaxed) }
      calls.value.add(1, ordering: .relaxed)
    }
    #expect(last.value.load(ordering: .relaxed) == 299)
    // The first racer builds every other graph, and begins every race.
    #expect(calls.value.load(ordering: .relaxed) > 150 + 300)
  }

  @Test("under ThreadSanitizer a data race is a finding, once, with both stacks")
  func dataRace() throws {
    let engine = StressEngine(library: ToyLibrary(.racesOnData))
    let scenario = Scenario(
      library: "Toy", chain: feed,
      queues: [[.next(feed: 0, payload: 1)], [.dispose(subscription: 1)]])
    var findings: [Finding] = []
    for seed in 0..<10 {
      findings += try engine.race(scenario, iterations: 300, seed: UInt64(seed)) { _ in }.findings
    }
    let races = findings.filter { $0.invariant == .race1 && $0.details.contains("ToySubscription") }
    #expect(races.isEmpty != csr_has_thread_sanitizer())
    #expect(Set(races.map(\.message)).count == races.count)
    #expect(races.allSatisfy { $0.iteration != nil })
  }
}
