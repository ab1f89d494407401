import Testing

@testable import RxFuzzKit

@Suite("The model of connections made by a source")
struct ConnectingModelTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private typealias Row = ConnectingModelTests

  /// Feed b connects feed a; subscriptions 1 and 2 are there from the start.
  private static let shared = Scenes.scenario(
    on: Chain("publishConnect", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
    [.next(feed: 1, payload: 1), .dispose(subscription: 1)],
    [.next(feed: 0, payload: 2), .dispose(subscription: 2)])

  /// Both subscriptions listen to feed b, and one connection is made.
  private static func connect(_ trace: inout TraceBuilder) {
    trace.attached(1, feed: 1)
    trace.attached(2, feed: 1)
    trace.action(1, p) {
      $0.detached(1, feed: 1, p)
      $0.attached(3, p)
      $0.detached(2, feed: 1, p)
    }
  }

  @Test("the first element connects once for all, and the disposal of one of them disconnects")
  func connected() {
    #expect(
      ModelTrace.isLawful(Row.shared) {
        Row.connect(&$0)
        $0.action(3, Row.q) {
          $0.next(2, by: 3, Row.q)
          $0.next(2, by: 3, to: 2, Row.q)
        }
        $0.action(4, Row.q) { $0.detached(3, Row.q) }
        $0.action(2, Row.p)
        $0.raceEnd()
        $0.tornDown()
      })
  }

  @Test("an early, a second, a missing and a kept connection have no explanation")
  func wronglyConnected() {
    #expect(
      ModelTrace.isViolation(Row.shared) {
        $0.attached(1, feed: 1)
        $0.attached(2)
      })
    #expect(
      ModelTrace.isViolation(Row.shared) {
        Row.connect(&$0)
        $0.attached(4, Row.p)
      })
    #expect(
      ModelTrace.isViolation(Row.shared) {
        $0.attached(1, feed: 1)
        $0.attached(2, feed: 1)
        $0.action(1, Row.p) {
          $0.detached(1, feed: 1, Row.p)
          $0.detached(2, feed: 1, Row.p)
        }
      })
    #expect(
      ModelTrace.isViolation(Row.shared) {
        Row.connect(&$0)
        $0.action(4, Row.q)
        $0.raceEnd()
      })
    #expect(
      ModelTrace.isViolation(Row.shared) {
        Row.connect(&$0)
        $0.action(3, Row.q) { $0.next(2, by: 3, Row.q) }
      })
  }

  @Test("who receives the end before the connection is asked for may connect, and disconnects")
  func connectedInVain() {
    let scenario = Scenes.scenario(
      on: Chain("publishConnect", inputs: [Scenes.feed, Chain("behavior", [1, 1])]),
      [.completed(feed: 0)], [.subscribe(subscription: 2)])
    func write(_ trace: inout TraceBuilder, disconnects: Bool) {
      trace.attached(1)
      trace.enter(2, Row.q)
      trace.action(1, Row.p) { $0.detached(1, Row.p) }
      trace.completed(Row.q)
      trace.completed(to: 2, Row.q)
      trace.attached(2, Row.q)
      if disconnects { trace.detached(2, Row.q) }
      trace.exit(2, Row.q)
      trace.raceEnd()
    }
    #expect(ModelTrace.isLawful(scenario) { write(&$0, disconnects: true) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, disconnects: false) })
  }

  @Test(
    "what asks for a connection is released after the end was delivered, and may ask until then")
  func connectedAfterTheEnd() {
    let scenario = Scenes.scenario(
      on: Chain("publishConnect", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      before: [.next(feed: 1, payload: 1), .subscribe(subscription: 2)],
      [.error(feed: 0)], [.next(feed: 1, payload: 2)])
    func write(_ trace: inout TraceBuilder, asksLate: Bool) {
      trace.attached(1, feed: 1)
      trace.action(1, TraceBuilder.driver) {
        $0.attached(2)
        $0.detached(1, feed: 1)
      }
      trace.action(2, TraceBuilder.driver) { $0.attached(3, feed: 1) }
      trace.enter(3, Row.p)
      trace.error(code: 3, Row.p)
      trace.error(to: 2, code: 3, Row.p)
      if !asksLate { trace.detached(3, feed: 1, Row.p) }
      trace.action(4, Row.q) {
        $0.attached(4, Row.q)
        if asksLate { $0.detached(3, feed: 1, Row.q) }
      }
      trace.detached(2, Row.p)
      trace.detached(4, Row.p)
      trace.exit(3, Row.p)
      trace.raceEnd()
    }
    #expect(ModelTrace.isLawful(scenario) { write(&$0, asksLate: true) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, asksLate: false) })
  }
}
