import Testing

@testable import RxFuzzKit

@Suite("The search for an explanation")
struct TraceExplainerTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private static let driver = TraceBuilder.driver
  private typealias Row = TraceExplainerTests

  private func verdict(_ trace: Trace) -> Judge.Verdict {
    Judge(promises: Set(InvariantName.allCases)).verdict(on: trace)
  }

  @Test("lets the one event that has passed the gate be delivered after dispose returned")
  func inFlight() {
    let trace = Trace.of(Scenes.nextAgainstDispose) {
      $0.attached(1)
      $0.enter(1, Row.p)
      $0.action(3, Row.q) { $0.detached(1, Row.q) }
      $0.next(1, by: 1, Row.p)
      $0.exit(1, Row.p)
      $0.action(2, Row.p)
      $0.raceEnd()
      $0.tornDown()
    }
    #expect(verdict(trace) == .lawful)
  }

  @Test("lets a disposer deliver what others send a subject while it leaves the subject's list")
  func departure() {
    let scenario = Scenes.scenario(
      on: Scenes.subject, [.dispose(subscription: 1)], [.next(feed: 0, payload: 1)],
      reactions: [Reaction(subscription: 2, trigger: .next(ordinal: 9), actions: [])])
    let trace = Trace.of(scenario) {
      $0.enter(1, Row.p)
      $0.action(2, Row.q)
      $0.next(1, by: 2, to: 2, Row.p)
      $0.exit(1, Row.p)
      $0.raceEnd()
      $0.tornDown()
    }
    #expect(verdict(trace) == .lawful)
  }

  @Test("two elements with one number are told apart by who sent them, and make no other finding")
  func origins() {
    let again = Action.next(feed: 0, payload: 1)
    let trace = Trace.of(Scenes.scenario(on: Chain("feed", [0]), [again, again])) {
      $0.attached(1)
      $0.enter(1, Row.p)
      $0.next(1, by: 2, Row.p)
      $0.exit(1, Row.p)
      $0.action(2, Row.p) { $0.next(1, by: 1, Row.p) }
      $0.detached(1)
      $0.raceEnd()
      $0.tornDown()
    }
    let message =
      "subscription 1 got next 1 (sent by action 2, `next a 1` on p)"
      + " where next 1 (sent by action 1, `next a 1` on p) was due"
    #expect(verdict(trace) == .violated(.ord1, message))
    #expect(
      FindingFingerprint(invariant: .ord1, message: message).description
        == "ORD-1 subscription # got next # where next # was due")
  }

  @Test("the element that is due, sent by another thread, is not said to be out of order")
  func elsewhere() {
    let scenario = Scenes.scenario(
      on: Chain("just", [4]), [.subscribe(subscription: 1)], [.dispose(subscription: 1)])
    let trace = Trace.of(scenario) {
      $0.enter(1, Row.p)
      $0.action(2, Row.q) { $0.next(4, by: 0, to: 1, Row.q) }
      $0.exit(1, Row.p)
      $0.raceEnd()
      $0.tornDown()
    }
    #expect(
      verdict(trace) == .violated(.val1, "subscription 1 got next 4, which nothing accounts for"))
  }

  @Test(
    "an event that comes too late is not said to be missing, and the message says what it should have come before"
  )
  func late() {
    let chain = Chain("feed", [0])
    let scenario = Scenes.scenario(
      on: chain, [.next(feed: 0, payload: 1)], [.dispose(subscription: 1)])
    func trace(_ ending: (inout TraceBuilder) -> Void) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.enter(1, Row.p)
        $0.exit(1, Row.p)
        ending(&$0)
        $0.action(2, Row.q) { $0.detached(1, Row.q) }
        $0.raceEnd()
        $0.tornDown()
      }
    }
    #expect(
      verdict(trace { _ in }) == .violated(.val1, "next 1 never reached subscription 1"))
    #expect(
      verdict(trace { $0.next(1, by: 1, Row.q) })
        == .violated(.val1, "next 1 reached subscription 1 too late, when `next a 1` had returned"))
  }

  @Test("says where it has failed, also where all that is left leads back to where it was")
  func cycle() {
    let chain = Chain("debounce", [1, 0], inputs: [Chain("feed", [0])])
    let scenario = Scenes.scenario(
      on: chain,
      [.subscribe(subscription: 2), .next(feed: 0, payload: 1), .subscribe(subscription: 1)])
    // Where the second of the two comes.
    func trace(_ place: Int) -> Trace {
      Trace.of(scenario) {
        func twice(_ here: Int, _ trace: inout TraceBuilder) {
          if here == place { trace.next(1, by: 2, to: 2, TraceBuilder.x) }
        }
        $0.action(1, Row.p) { $0.attached(1, Row.p) }
        $0.enter(2, Row.p)
        $0.next(1, by: 2, to: 2, TraceBuilder.x)
        twice(0, &$0)
        $0.exit(2, Row.p)
        twice(1, &$0)
        $0.enter(3, Row.p)
        twice(2, &$0)
        $0.attached(2, Row.p)
        twice(3, &$0)
        $0.exit(3, Row.p)
        twice(4, &$0)
        $0.raceEnd()
        $0.detached(1)
        $0.detached(2)
        $0.tornDown()
      }
    }
    var semantics = LibrarySemantics()
    semantics.rows["debounce"] = .latestLater(endDrops: { _ in true })
    let judge = Judge(
      promises: [.val1], ownRules: [], semantics: semantics,
      model: { [semantics] in semantics.model(ofRow: $0) })
    for place in 0...4 {
      #expect(
        judge.verdict(on: trace(place))
          == .violated(.val1, "subscription 2 got next 1 once too often"))
    }
  }

  @Test("lets cold sources take turns or not", arguments: [[1, 2, 3, 4], [1, 3, 2, 4]])
  func coldSources(_ order: [Int]) {
    let chain = Chain("merge", inputs: [Chain("of", [1, 2]), Chain("of", [3, 4])])
    let trace = Trace.of(Scenes.scenario(on: chain, [.dispose(subscription: 1)])) {
      for payload in order { $0.next(payload, by: 0, Row.driver) }
      $0.completed(Row.driver)
      $0.action(1, Row.p)
      $0.raceEnd()
      $0.tornDown()
    }
    #expect(verdict(trace) == .lawful)
  }

  @Test("keeps the order of one cold source")
  func coldOrder() {
    let chain = Chain("merge", inputs: [Chain("of", [1, 2]), Chain("of", [3, 4])])
    let trace = Trace.of(Scenes.scenario(on: chain, [.dispose(subscription: 1)])) {
      for payload in [2, 1, 3, 4] { $0.next(payload, by: 0, Row.driver) }
    }
    #expect(verdict(trace) != .lawful)
  }

  @Test("wants a resource released when its part of the graph is over")
  func keptResource() {
    let scenario = Scenes.scenario(
      on: Chain("take", [1], inputs: [Scenes.feed]), [.next(feed: 0, payload: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.action(1, Row.p) {
        $0.next(1, by: 1, Row.p)
        $0.completed(Row.p)
      }
      $0.raceEnd()
      $0.detached(1, Row.driver)
      $0.tornDown()
    }
    guard case .violated(.disp5, _) = verdict(trace) else {
      Issue.record("\(verdict(trace))")
      return
    }
  }

  @Test("delivers through a queue in order, and on that queue only")
  func handOver() {
    let scenario = Scenes.scenario(
      on: Scenes.observed, [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)])
    func trace(_ order: [Int]) -> Trace {
      .of(scenario) {
        $0.action(1, Row.p)
        $0.action(2, Row.p)
        for payload in order { $0.next(payload, by: payload, TraceBuilder.x) }
        $0.raceEnd()
        $0.tornDown()
      }
    }
    #expect(verdict(trace([1, 2])) == .lawful)
    #expect(verdict(trace([2, 1])) != .lawful)
    #expect(verdict(trace([1])) != .lawful)
  }

  @Test("sends a newcomer what a subject remembers, and says what is missing or too much")
  func remembering() {
    func trace(_ subject: Chain, before: [Action], delivered: [Int], completed: Bool = false)
      -> Trace
    {
      let scenario = Scenes.scenario(
        on: subject, before: before, [.subscribe(subscription: 1)])
      return Trace.of(scenario) {
        $0.action(1, Row.driver)
        $0.action(2, Row.driver)
        $0.action(3, Row.driver)
        $0.enter(4, Row.p)
        for payload in delivered { $0.next(payload, by: payload, Row.p) }
        if completed { $0.completed(Row.p) }
        $0.exit(4, Row.p)
      }
    }
    let elements: [Action] = (1...3).map { .next(feed: 0, payload: $0) }
    let ending = Array(elements.dropLast()) + [.completed(feed: 0)]
    let replay = Chain("replay", [0, 2])
    #expect(verdict(trace(replay, before: elements, delivered: [2, 3])) == .lawful)
    #expect(verdict(trace(replay, before: elements, delivered: [3])) != .lawful)
    #expect(verdict(trace(replay, before: elements, delivered: [1, 2, 3])) != .lawful)
    #expect(verdict(trace(replay, before: ending, delivered: [1, 2], completed: true)) == .lawful)
    let behavior = Chain("behavior", [0, 9])
    #expect(verdict(trace(behavior, before: elements, delivered: [3])) == .lawful)
    #expect(verdict(trace(behavior, before: elements, delivered: [])) != .lawful)
    #expect(verdict(trace(behavior, before: ending, delivered: [], completed: true)) == .lawful)
    #expect(verdict(trace(behavior, before: ending, delivered: [2], completed: true)) != .lawful)
    let async = Chain("async", [0])
    #expect(verdict(trace(async, before: elements, delivered: [])) == .lawful)
    #expect(verdict(trace(async, before: elements, delivered: [3])) != .lawful)
    #expect(verdict(trace(async, before: ending, delivered: [2], completed: true)) == .lawful)
    #expect(verdict(trace(async, before: ending, delivered: [1, 2], completed: true)) != .lawful)
  }
}
