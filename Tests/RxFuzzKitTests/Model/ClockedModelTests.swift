import Testing

@testable import RxFuzzKit

@Suite("The models of operators that depend on the clock")
struct ClockedModelTests {
  private static let p = TraceBuilder.p
  private static let x = TraceBuilder.x
  private typealias Row = ClockedModelTests

  /// Two elements and completed, on a row whose delay is 1 ms on queue x.
  private func scenario(_ row: String, _ parameters: [Int] = [1, 0], error: Bool = false)
    -> Scenario
  {
    Scenes.scenario(
      on: Chain(row, parameters, inputs: [Scenes.feed]),
      [
        .next(feed: 0, payload: 1), .next(feed: 0, payload: 2),
        error ? .error(feed: 0) : .completed(feed: 0),
      ])
  }

  /// What the clock lets pass between two actions, and at the end.
  private func outcome(
    _ row: String, _ parameters: [Int] = [1, 0], atOnce: [Int: [Int]] = [:],
    later: [Int: [Int]] = [:], completed: Bool = false
  ) -> (Scenario, (inout TraceBuilder) -> Void) {
    (
      scenario(row, parameters),
      { trace in
        trace.attached(1)
        for ordinal in 1...3 {
          trace.action(ordinal, Row.p) {
            for payload in atOnce[ordinal] ?? [] { $0.next(payload, by: payload, Row.p) }
            if completed, ordinal == 3 { $0.completed(Row.p) }
          }
          for payload in later[ordinal] ?? [] { trace.next(payload, by: payload, Row.x) }
        }
      }
    )
  }

  private func isLawful(_ outcome: (Scenario, (inout TraceBuilder) -> Void)) -> Bool {
    ModelTrace.isLawful(outcome.0, outcome.1)
  }
  private func isViolation(_ outcome: (Scenario, (inout TraceBuilder) -> Void)) -> Bool {
    ModelTrace.isViolation(outcome.0, outcome.1)
  }

  @Test("a debounce passes the latest on, later or at completion, and none twice")
  func debounced() {
    #expect(isLawful(outcome("debounce", atOnce: [3: [2]], later: [1: [1]], completed: true)))
    #expect(isLawful(outcome("debounce", atOnce: [3: [2]], completed: true)))
    #expect(isLawful(outcome("debounce", later: [2: [2]], completed: true)))
    #expect(isViolation(outcome("debounce", completed: true)))
    #expect(isViolation(outcome("debounce", later: [2: [2, 1]])))
    #expect(isViolation(outcome("debounce", atOnce: [3: [2]], later: [2: [2]], completed: true)))
  }

  @Test("a throttle passes the first element on, and the latest of a span only where it keeps that")
  func throttled() {
    #expect(isLawful(outcome("throttle", [1, 0, 0], atOnce: [1: [1]], completed: true)))
    #expect(isLawful(outcome("throttle", [1, 0, 0], atOnce: [1: [1], 2: [2]], completed: true)))
    #expect(isLawful(outcome("throttle", [1, 0, 1], atOnce: [1: [1]], later: [3: [2]])))
    #expect(isViolation(outcome("throttle", [1, 0, 0], atOnce: [1: [1]], later: [3: [2]])))
    #expect(isViolation(outcome("throttle", [1, 0, 0], completed: true)))
    #expect(isViolation(outcome("throttle", [0, 0, 0], atOnce: [1: [1]], completed: true)))
  }

  @Test("a delay keeps order and loses nothing")
  func delayed() {
    #expect(isLawful(outcome("delay", later: [3: [1, 2]])))
    #expect(isLawful(outcome("delay", later: [1: [1], 2: [2]])))
    #expect(isViolation(outcome("delay", later: [3: [2, 1]])))
    #expect(isViolation(outcome("delay", later: [3: [2]])))
    #expect(isViolation(outcome("delay", later: [1: [2]])))
    #expect(isViolation(outcome("delay", completed: true)))
  }

  @Test("a skip drops what comes before some moment, and nothing after it")
  func skipped() {
    #expect(isLawful(outcome("skipFor", atOnce: [2: [2]], completed: true)))
    #expect(isLawful(outcome("skipFor", completed: true)))
    #expect(isViolation(outcome("skipFor", atOnce: [1: [1]], completed: true)))
  }

  @Test("a window passes everything on; a buffer combines what it holds")
  func collected() {
    #expect(
      isLawful(outcome("window", [4, 2, 0], atOnce: [1: [1], 2: [2]], completed: true)))
    #expect(isViolation(outcome("window", [4, 2, 0], atOnce: [1: [1]], completed: true)))
    func buffered(_ payload: Int) -> Bool {
      ModelTrace.isLawful(scenario("buffer", [4, 2, 0])) {
        $0.attached(1)
        $0.action(1, Row.p)
        $0.action(2, Row.p) { $0.next(payload, by: 2, Row.p) }
      }
    }
    #expect(buffered(33))
    #expect(!buffered(2))
  }

  @Test("a timeout fails, or turns to the other sequence, on its queue")
  func timedOut() {
    #expect(
      ModelTrace.isLawful(scenario("timeout")) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
        $0.error(code: FuzzError.codeOfOthers, Row.x)
        $0.detached(1, Row.x)
        $0.action(2, Row.p)
      })
    #expect(
      ModelTrace.isViolation(scenario("timeout")) {
        $0.attached(1)
        $0.error(code: FuzzError.codeOfOthers, Row.x)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      })
    let other = Scenes.scenario(
      on: Chain("timeoutOther", [1, 0], inputs: [Scenes.feed, Chain("feed", [1])]),
      [.next(feed: 0, payload: 1)], [.next(feed: 1, payload: 2)])
    #expect(
      ModelTrace.isLawful(other) {
        $0.attached(1)
        $0.detached(1, Row.x)
        $0.attached(2, feed: 1, Row.x)
        $0.action(1, Row.p)
        $0.action(2, TraceBuilder.q) { $0.next(2, by: 2, TraceBuilder.q) }
      })
    #expect(
      ModelTrace.isViolation(other) {
        $0.attached(1)
        $0.attached(2, feed: 1, Row.x)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      })
  }

  @Test(
    "a timeout turns to the other sequence after the end until the end has come back to it",
    arguments: [false, true])
  func timedOutWhileItEnds(isVirtual: Bool) {
    let timeout = Chain(
      "timeoutOther", [0, 0], inputs: [Chain("behavior", [0, 1]), Chain("feed", [1])])
    var ending = Scenes.scenario(
      on: Chain("takeUntilPredicate", [0, 0], inputs: [timeout]),
      isVirtual ? [.advance(clock: 0, milliseconds: 1)] : [.dispose(subscription: 1)],
      [.subscribe(subscription: 1)])
    ending.isVirtual = isVirtual
    let clock = isVirtual ? Row.p : Row.x
    let (subscribe, q) = (2, TraceBuilder.q)
    #expect(
      ModelTrace.isLawful(ending) {
        if isVirtual { $0.enter(1, Row.p) } else { $0.action(1, Row.p) }
        $0.enter(subscribe, q)
        $0.completed(q)
        $0.attached(1, feed: 1, clock)
        $0.detached(1, feed: 1, q)
        $0.exit(subscribe, q)
        if isVirtual { $0.exit(1, Row.p) }
        $0.raceEnd()
      })
    #expect(
      ModelTrace.isViolation(ending) {
        // In real time the strike may have begun in time. What it leads to is released all the same.
        if !isVirtual { $0.action(1, Row.p) }
        $0.action(subscribe, q) { $0.completed(q) }
        if isVirtual { $0.enter(1, Row.p) }
        $0.attached(1, feed: 1, clock)
        if isVirtual {
          $0.detached(1, feed: 1, clock)
          $0.exit(1, Row.p)
        }
        $0.raceEnd()
        $0.tornDown()
      })
  }

  @Test("an end by the clock is final")
  func taken() {
    #expect(
      ModelTrace.isLawful(scenario("takeFor")) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
        $0.completed(Row.x)
        $0.detached(1, Row.x)
        $0.action(2, Row.p)
      })
    #expect(
      ModelTrace.isViolation(scenario("takeFor")) {
        $0.attached(1)
        $0.action(1, Row.p)
        $0.raceEnd()
      })
  }

  @Test("a scheduled element comes on its queue, and the race waits for it")
  func scheduled() {
    let scenario = Scenes.scenario(
      on: Chain("justScheduled", [7, 0]), [.subscribe(subscription: 1)])
    #expect(
      ModelTrace.isLawful(scenario) {
        $0.action(1, Row.p)
        $0.next(7, by: 0, Row.x)
        $0.completed(Row.x)
        $0.raceEnd()
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.action(1, Row.p)
        $0.next(7, by: 0, Row.x)
        $0.raceEnd()
      })
    #expect(ModelTrace.isViolation(scenario) { $0.action(1, Row.p) { $0.next(7, by: 0, Row.p) } })
  }
}
