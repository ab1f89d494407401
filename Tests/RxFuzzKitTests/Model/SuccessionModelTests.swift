import Testing

@testable import RxFuzzKit

@Suite("The models of sequences that follow one another")
struct SuccessionModelTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private static let twoFeeds = [Chain("feed", [0]), Chain("feed", [1])]
  private typealias Row = SuccessionModelTests

  private static let concat = Scenes.scenario(
    on: Chain("concat", inputs: twoFeeds), [.next(feed: 0, payload: 1), .completed(feed: 0)],
    [.next(feed: 1, payload: 2), .completed(feed: 1)])

  @Test("the second sequence is subscribed at the end of the first, and heard from then on")
  func concatenated() {
    #expect(
      ModelTrace.isLawful(Row.concat) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
        $0.action(2, Row.p) {
          $0.detached(1, Row.p)
          $0.attached(2, feed: 1, Row.p)
        }
        $0.action(3, Row.q) { $0.next(2, by: 3, Row.q) }
        $0.action(4, Row.q) {
          $0.completed(Row.q)
          $0.detached(2, feed: 1, Row.q)
        }
        $0.raceEnd()
        $0.tornDown()
      })
    #expect(
      ModelTrace.isLawful(Row.concat) {
        $0.attached(1)
        $0.action(3, Row.q)
        $0.enter(4, Row.q)
        $0.action(2, Row.p) {
          $0.detached(1, Row.p)
          $0.attached(2, feed: 1, Row.p)
        }
        $0.completed(Row.q)
        $0.exit(4, Row.q)
      })
  }

  @Test("an early start, an early end, a lost element and a kept resource have no explanation")
  func wronglyConcatenated() {
    #expect(
      ModelTrace.isViolation(Row.concat) {
        $0.attached(1)
        $0.attached(2, feed: 1)
      })
    #expect(
      ModelTrace.isViolation(Row.concat) {
        $0.attached(1)
        $0.action(2, Row.p) { $0.completed(Row.p) }
      })
    #expect(
      ModelTrace.isViolation(Row.concat) {
        $0.attached(1)
        $0.action(2, Row.p) { $0.attached(2, feed: 1, Row.p) }
        $0.action(3, Row.q)
      })
    #expect(
      ModelTrace.isViolation(Row.concat) {
        $0.attached(1)
        $0.action(2, Row.p) { $0.attached(2, feed: 1, Row.p) }
        $0.action(3, Row.q) { $0.next(2, by: 3, Row.q) }
        $0.raceEnd()
        $0.detached(1)
      })
    #expect(
      ModelTrace.isViolation(Row.concat) {
        $0.attached(1)
        $0.action(2, Row.p)
      })
  }

  @Test("an error is followed by as many attempts as are left, then passed on")
  func retried() {
    let scenario = Scenes.scenario(
      on: Chain("retry", [2], inputs: [Scenes.feed]), [.error(feed: 0), .error(feed: 0)])
    #expect(
      ModelTrace.isLawful(scenario) {
        $0.attached(1)
        $0.action(1, Row.p) {
          $0.detached(1, Row.p)
          $0.attached(2, Row.p)
        }
        $0.action(2, Row.p) {
          $0.error(code: 2, Row.p)
          $0.detached(2, Row.p)
        }
        $0.raceEnd()
        $0.tornDown()
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.action(1, Row.p)
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.error(code: 1, Row.p) }
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.attached(2, Row.p) }
        $0.action(2, Row.p) { $0.attached(3, Row.p) }
      })
  }

  @Test(
    "an error, or emptiness, leads to the other sequence", arguments: ["catch", "ifEmptySwitch"])
  func replaced(_ row: String) {
    let end: Action = row == "catch" ? .error(feed: 0) : .completed(feed: 0)
    let scenario = Scenes.scenario(
      on: Chain(row, inputs: Row.twoFeeds), [end], [.error(feed: 1)])
    #expect(
      ModelTrace.isLawful(scenario) {
        $0.attached(1)
        $0.action(1, Row.p) {
          $0.attached(2, feed: 1, Row.p)
          $0.detached(1, Row.p)
        }
        $0.action(2, Row.q) { $0.error(code: 2, Row.q) }
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.action(1, Row.p)
      })
  }

  @Test("an answer brings the source back three times; the fourth error completes")
  func asked() {
    let scenario = Scenes.scenario(
      on: Chain("retryWhen", inputs: Row.twoFeeds),
      [.next(feed: 1, payload: 1)] + Array(repeating: .error(feed: 0), count: 4))
    func write(_ errors: Int, _ trace: inout TraceBuilder) {
      trace.attached(1, feed: 1)
      trace.attached(2)
      trace.action(1, Row.p)
      for ordinal in 2..<(2 + errors) {
        trace.action(ordinal, Row.p) {
          $0.detached(ordinal, Row.p)
          $0.attached(ordinal + 1, Row.p)
        }
      }
    }
    #expect(
      ModelTrace.isLawful(scenario) {
        write(3, &$0)
        $0.action(5, Row.p) { $0.completed(Row.p) }
      })
    #expect(ModelTrace.isViolation(scenario) { write(4, &$0) })
    #expect(
      ModelTrace.isViolation(scenario) {
        write(2, &$0)
        $0.action(4, Row.p) { $0.completed(Row.p) }
      })
  }

  @Test("an answer that comes while it is asked for waits for who subscribes the source")
  func answeredAtOnce() {
    // The subject that ends every attempt is still sending its end when the answer comes.
    let failing = Chain(
      "takeUntil", inputs: [Chain("behaviorRelay", [0, 1]), Chain("subject", [1])])
    let scenario = Scenes.scenario(
      on: Chain("retryWhen", inputs: [failing, Chain("behaviorRelay", [2, 1])]),
      before: [.error(feed: 1)], [.subscribe(subscription: 1)])
    func subscribed(_ deliver: @escaping (inout TraceBuilder) -> Void) -> (inout TraceBuilder) ->
      Void
    {
      {
        $0.action(1, TraceBuilder.driver)
        $0.action(2, Row.p, deliver)
        $0.raceEnd()
      }
    }
    #expect(ModelTrace.isLawful(scenario, subscribed { $0.completed(Row.p) }))
    #expect(ModelTrace.isViolation(scenario, subscribed { $0.error(code: 1, Row.p) }))
    #expect(ModelTrace.isViolation(scenario, subscribed { _ in }))
  }
}
