import Testing

@testable import RxFuzzKit

@Suite("The models of operators on virtual time")
struct VirtualModelTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private typealias Row = VirtualModelTests

  /// Payloads delivered inside each action, and how the sequence ends inside one of them.
  struct Expectation: Sendable, CustomTestStringConvertible {
    enum End: Sendable { case completed, failed }
    var row: String
    var parameters: [Int]
    /// Elements that pass at once, by the ordinal of the action.
    var atOnce: [Int: [Int]] = [:]
    /// Those that the clock lets pass while the second `advance` runs.
    var due: [Int] = []
    var end: End?
    var endsAt = 5
    var testDescription: String { "\(row) \(parameters)" }
  }

  /// Element 1 at 0 ms, element 2 at 1 ms, completed at 3 ms.
  private static let script: [Action] = [
    .next(feed: 0, payload: 1), .advance(clock: 0, milliseconds: 1), .next(feed: 0, payload: 2),
    .advance(clock: 0, milliseconds: 2), .completed(feed: 0),
  ]

  static let expectations = [
    Expectation(row: "debounce", parameters: [2, 0], due: [2], end: .completed),
    Expectation(
      row: "throttle", parameters: [2, 0, 1], atOnce: [1: [1]], due: [2], end: .completed),
    Expectation(row: "throttle", parameters: [3, 0, 0], atOnce: [1: [1]], end: .completed),
    Expectation(row: "delay", parameters: [2, 0], due: [1, 2]),
    Expectation(
      row: "takeFor", parameters: [2, 0], atOnce: [1: [1], 3: [2]], end: .completed, endsAt: 4),
    Expectation(row: "skipFor", parameters: [2, 0], end: .completed),
    Expectation(
      row: "timeout", parameters: [2, 0], atOnce: [1: [1], 3: [2]], end: .failed, endsAt: 4),
    Expectation(row: "timeout", parameters: [3, 0], atOnce: [1: [1], 3: [2]], end: .completed),
    Expectation(row: "window", parameters: [4, 3, 0], atOnce: [1: [1], 3: [2]], end: .completed),
  ]

  private func scenario(_ expectation: Expectation) -> Scenario {
    var scenario = Scenes.scenario(
      on: Chain(expectation.row, expectation.parameters, inputs: [Scenes.feed]), Row.script)
    scenario.isVirtual = true
    return scenario
  }

  /// Writes the trace of that expectation, with what is due delivered inside that action.
  private func write(_ expectation: Expectation, dueAt: Int = 4, _ trace: inout TraceBuilder) {
    trace.attached(1)
    for ordinal in 1...Row.script.count {
      trace.action(ordinal, Row.p) {
        for payload in expectation.atOnce[ordinal] ?? [] {
          $0.next(payload, by: payload == 1 ? 1 : 3, Row.p)
        }
        if ordinal == dueAt {
          for payload in expectation.due { $0.next(payload, by: payload == 1 ? 1 : 3, Row.p) }
        }
        guard ordinal == expectation.endsAt else { return }
        switch expectation.end {
        case nil: break
        case .completed: $0.completed(Row.p)
        case .failed: $0.error(code: FuzzError.codeOfOthers, Row.p)
        }
      }
    }
  }

  @Test("what is due comes when it is due", arguments: expectations)
  func punctual(_ expectation: Expectation) {
    #expect(ModelTrace.isLawful(scenario(expectation)) { write(expectation, &$0) })
  }

  @Test("early, late and lost have no explanation", arguments: expectations)
  func wrong(_ expectation: Expectation) {
    let scenario = scenario(expectation)
    if !expectation.due.isEmpty {
      #expect(ModelTrace.isViolation(scenario) { write(expectation, dueAt: 3, &$0) })
      #expect(ModelTrace.isViolation(scenario) { write(expectation, dueAt: 9, &$0) })
    }
    if expectation.end != nil {
      var early = expectation
      early.endsAt = 2
      #expect(ModelTrace.isViolation(scenario) { write(early, &$0) })
      var late = expectation
      late.end = nil
      #expect(ModelTrace.isViolation(scenario) { write(late, &$0) })
    }
  }

  private func source(_ chain: Chain, _ queues: [Action]...) -> Scenario {
    Scenario(library: "Example", chain: chain, queues: queues, isVirtual: true)
  }

  @Test("a timer and an interval count by the clock, and a subscription waits for it")
  func sources() {
    func steps(_ chain: Chain) -> Scenario {
      source(
        chain, [.advance(clock: 0, milliseconds: 1), .advance(clock: 0, milliseconds: 2)])
    }
    let timer = steps(Chain("timer", [2, 0]))
    #expect(
      ModelTrace.isLawful(timer) {
        $0.action(1, Row.p)
        $0.action(2, Row.p) {
          $0.next(0, by: 0, Row.p)
          $0.completed(Row.p)
        }
      })
    #expect(ModelTrace.isViolation(timer) { $0.action(1, Row.p) { $0.next(0, by: 0, Row.p) } })
    let interval = steps(Chain("interval", [1, 0]))
    func ticks(_ trace: inout TraceBuilder, _ second: [Int]) {
      trace.action(1, Row.p) { $0.next(0, by: 0, Row.p) }
      trace.action(2, Row.p) { for tick in second { $0.next(tick, by: 0, Row.p) } }
    }
    #expect(ModelTrace.isLawful(interval) { ticks(&$0, [1, 2]) })
    #expect(ModelTrace.isViolation(interval) { ticks(&$0, [1]) })
    #expect(ModelTrace.isViolation(interval) { ticks(&$0, [1, 2, 3]) })
    let delayed = steps(Chain("delaySubscription", [2, 0], inputs: [Scenes.feed]))
    #expect(
      ModelTrace.isLawful(delayed) {
        $0.action(1, Row.p)
        $0.action(2, Row.p) { $0.attached(1, Row.p) }
      })
    #expect(ModelTrace.isViolation(delayed) { $0.action(1, Row.p) { $0.attached(1, Row.p) } })
  }

  @Test("a buffer is full by count or by time")
  func buffered() {
    let scenario = scenario(Expectation(row: "buffer", parameters: [2, 3, 0]))
    let both = [1, 3].reduce(Token.make(payload: 0, emission: 0)) {
      Token.combining($0, Token.make(payload: $1 == 1 ? 1 : 2, emission: $1))
    }
    func write(_ trace: inout TraceBuilder, at wanted: Int) {
      trace.attached(1)
      for ordinal in 1...4 {
        trace.action(ordinal, Row.p) {
          guard ordinal == wanted else { return }
          $0.record(.nextEnter, Row.p, 1, both)
          $0.record(.nextExit, Row.p, 1, both)
        }
      }
    }
    #expect(ModelTrace.isLawful(scenario) { write(&$0, at: 4) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, at: 3) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, at: 9) })
  }

  @Test("what asks while the clock is being moved may have read it before or after")
  func overlapping() {
    let scenario = source(
      Chain("delay", [1, 0], inputs: [Scenes.subject]),
      [.advance(clock: 0, milliseconds: 1), .advance(clock: 0, milliseconds: 1)],
      [.next(feed: 0, payload: 1)])
    func delivered(in ordinal: Int, overlaps: Bool) -> (inout TraceBuilder) -> Void {
      { trace in
        trace.enter(1, Row.p)
        if overlaps { trace.action(3, Row.q) }
        if ordinal == 1 { trace.next(1, by: 3, Row.p) }
        trace.exit(1, Row.p)
        if !overlaps { trace.action(3, Row.q) }
        trace.action(2, Row.p) { if ordinal == 2 { $0.next(1, by: 3, Row.p) } }
      }
    }
    #expect(ModelTrace.isLawful(scenario, delivered(in: 1, overlaps: true)))
    #expect(ModelTrace.isLawful(scenario, delivered(in: 2, overlaps: true)))
    #expect(ModelTrace.isLawful(scenario, delivered(in: 2, overlaps: false)))
    #expect(ModelTrace.isViolation(scenario, delivered(in: 0, overlaps: false)))
  }

  @Test("what is asked for between the last look at what is due and the clock's move is late")
  func late() {
    var scenario = Scenes.scenario(
      on: Chain("delay", [2, 0], inputs: [Scenes.feed]),
      [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)],
      [.advance(clock: 0, milliseconds: 4), .advance(clock: 0, milliseconds: 1)])
    scenario.isVirtual = true
    func write(_ trace: inout TraceBuilder, overlaps: Bool) {
      trace.attached(1)
      if overlaps { trace.enter(3, Row.q) } else { trace.action(3, Row.q) }
      trace.action(1, Row.p)
      trace.action(2, Row.p)
      if overlaps { trace.exit(3, Row.q) }
      trace.action(4, Row.q) {
        $0.next(1, by: 1, Row.q)
        $0.next(2, by: 2, Row.q)
      }
    }
    #expect(ModelTrace.isLawful(scenario) { write(&$0, overlaps: true) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, overlaps: false) })
  }

  @Test("who has taken an operator's queue may read the clock after somebody has moved it")
  func heldUp() {
    var scenario = Scenes.scenario(
      on: Chain("delay", [2, 0], inputs: [Scenes.feed]), before: [.next(feed: 0, payload: 1)],
      [.advance(clock: 0, milliseconds: 8), .advance(clock: 0, milliseconds: 1)],
      [.next(feed: 0, payload: 2)])
    scenario.isVirtual = true
    // Element 1 is due at 2 ms, but who holds the queue delivers it; element 2 is asked for at 9 ms.
    func write(_ trace: inout TraceBuilder, overlaps: Bool) {
      trace.attached(1)
      trace.action(1, TraceBuilder.driver)
      if overlaps { trace.enter(4, Row.q) } else { trace.action(4, Row.q) }
      trace.action(2, Row.p)
      trace.action(3, Row.p)
      guard overlaps else { return }
      trace.next(1, by: 1, Row.q)
      trace.exit(4, Row.q)
    }
    #expect(ModelTrace.isLawful(scenario) { write(&$0, overlaps: true) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, overlaps: false) })
  }

  @Test("what is over is subscribed late, in vain, until the end has come back to it")
  func subscribedWhileItEnds() {
    var scenario = Scenes.scenario(
      on: Chain(
        "zip", inputs: [Chain("delaySubscription", [0, 0], inputs: [Scenes.feed]), Scenes.feed]),
      [.error(feed: 0)], [.advance(clock: 0, milliseconds: 0)])
    scenario.isVirtual = true
    func write(_ trace: inout TraceBuilder, isEnding: Bool) {
      trace.attached(1)
      trace.enter(1, Row.p)
      trace.error(code: 1, Row.p)
      if !isEnding { trace.exit(1, Row.p) }
      trace.action(2, Row.q) { $0.attached(2, Row.q) }
      trace.detached(2, Row.p)
      trace.detached(1, Row.p)
      if isEnding { trace.exit(1, Row.p) }
      trace.raceEnd()
    }
    #expect(ModelTrace.isLawful(scenario) { write(&$0, isEnding: true) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, isEnding: false) })
  }
}
