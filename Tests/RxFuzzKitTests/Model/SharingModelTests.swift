import Testing

@testable import RxFuzzKit

@Suite("The models of shared connections")
struct SharingModelTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private typealias Row = SharingModelTests

  private func shared(_ row: String, _ parameters: [Int] = []) -> Chain {
    Chain(row, parameters, inputs: [Scenes.feed])
  }

  /// Subscriptions 1 and 2 are there from the start.
  private func scenario(_ row: String, _ parameters: [Int] = []) -> Scenario {
    Scenes.scenario(
      on: shared(row, parameters),
      [.next(feed: 0, payload: 1), .dispose(subscription: 1), .completed(feed: 0)],
      [.dispose(subscription: 2)])
  }

  @Test("all hear one connection", arguments: ["share", "publishRefCount"])
  func hearing(_ row: String) {
    #expect(
      ModelTrace.isLawful(scenario(row)) {
        $0.attached(1)
        $0.action(1, Row.p) {
          $0.next(1, by: 1, Row.p)
          $0.next(1, by: 1, to: 2, Row.p)
        }
        $0.action(2, Row.p)
        $0.action(4, Row.q) { $0.detached(1, Row.q) }
        $0.raceEnd()
        $0.tornDown()
      })
    #expect(
      ModelTrace.isLawful(scenario(row)) {
        $0.attached(1)
        $0.action(2, Row.p)
        $0.action(3, Row.p) {
          $0.completed(to: 2, Row.p)
          $0.detached(1, Row.p)
        }
      })
  }

  @Test("a second connection, a lost element, an early and a late release have no explanation")
  func wronglyShared() {
    #expect(
      ModelTrace.isViolation(scenario("share")) {
        $0.attached(1)
        $0.attached(2)
      })
    #expect(
      ModelTrace.isViolation(scenario("share")) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      })
    #expect(
      ModelTrace.isViolation(scenario("share")) {
        $0.attached(1)
        $0.action(2, Row.p) { $0.detached(1, Row.p) }
      })
    #expect(
      ModelTrace.isViolation(scenario("share")) {
        $0.attached(1)
        $0.action(2, Row.p)
        $0.action(4, Row.q)
        $0.raceEnd()
      })
  }

  /// Subscription 1 is there from the start, 2 comes while it is; both have left when 3 comes.
  private func late(_ row: String, _ parameters: [Int], completes: Bool = false) -> Scenario {
    Scenes.scenario(
      on: shared(row, parameters),
      [
        .next(feed: 0, payload: 1), .subscribe(subscription: 2),
        completes ? .completed(feed: 0) : .dispose(subscription: 1),
        completes ? .dispose(subscription: 1) : .dispose(subscription: 2),
        .subscribe(subscription: 3),
      ])
  }

  @Test(
    "a late subscriber receives what the row remembers, and a new connection is made for it",
    arguments: [
      ("share", [], false), ("multicastRefCount", [], false), ("shareReplay", [1], false),
      ("replayAllRefCount", [], false), ("shareForever", [1], true),
    ])
  func replaying(_ row: String, _ parameters: [Int], _ isRemembered: Bool) {
    func write(_ trace: inout TraceBuilder, toSecond: Bool, toThird: Bool, connects: Bool = true) {
      trace.attached(1)
      trace.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      trace.action(2, Row.p) { if toSecond { $0.next(1, by: 1, to: 2, Row.p) } }
      trace.action(3, Row.p)
      trace.action(4, Row.p) { $0.detached(1, Row.p) }
      trace.action(5, Row.p) {
        if toThird { $0.next(1, by: 1, to: 3, Row.p) }
        if connects { $0.attached(2, Row.p) }
      }
    }
    let scenario = late(row, parameters)
    let replays = !["share", "multicastRefCount"].contains(row)
    #expect(
      ModelTrace.isLawful(scenario) { write(&$0, toSecond: replays, toThird: isRemembered) })
    #expect(
      ModelTrace.isViolation(scenario) { write(&$0, toSecond: !replays, toThird: isRemembered) })
    #expect(
      ModelTrace.isViolation(scenario) { write(&$0, toSecond: replays, toThird: !isRemembered) })
    #expect(
      ModelTrace.isViolation(scenario) {
        write(&$0, toSecond: replays, toThird: isRemembered, connects: false)
      })
  }

  @Test(
    "what has completed begins anew, or is sent for ever",
    arguments: ["shareReplay", "shareForever"])
  func ended(_ row: String) {
    func write(_ trace: inout TraceBuilder, connects: Bool) {
      trace.attached(1)
      trace.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      trace.action(2, Row.p) { $0.next(1, by: 1, to: 2, Row.p) }
      trace.action(3, Row.p) {
        $0.completed(Row.p)
        $0.completed(to: 2, Row.p)
        $0.detached(1, Row.p)
      }
      trace.action(4, Row.p)
      trace.action(5, Row.p) {
        if connects {
          $0.attached(2, Row.p)
        } else {
          $0.next(1, by: 1, to: 3, Row.p)
          $0.completed(to: 3, Row.p)
        }
      }
    }
    let scenario = late(row, [1], completes: true)
    let connects = row == "shareReplay"
    #expect(ModelTrace.isLawful(scenario) { write(&$0, connects: connects) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, connects: !connects) })
  }

  @Test("all elements are sent to whoever comes late, or as many as are remembered")
  func replayingAll() {
    func write(_ trace: inout TraceBuilder, _ delivered: [Int]) {
      trace.attached(1)
      for payload in 1...2 {
        trace.action(payload, Row.p) { $0.next(payload, by: payload, Row.p) }
      }
      trace.action(3, Row.p) {
        for payload in delivered { $0.next(payload, by: payload, to: 2, Row.p) }
      }
    }
    func scenario(_ row: String, _ parameters: [Int]) -> Scenario {
      Scenes.scenario(
        on: shared(row, parameters),
        [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2), .subscribe(subscription: 2)])
    }
    #expect(ModelTrace.isLawful(scenario("replayAllRefCount", [])) { write(&$0, [1, 2]) })
    #expect(ModelTrace.isViolation(scenario("replayAllRefCount", [])) { write(&$0, [2]) })
    #expect(ModelTrace.isViolation(scenario("replayRefCount", [1])) { write(&$0, [1, 2]) })
  }

  @Test(
    "one subject for all connections sends its end to whoever comes later, and connects no more")
  func endedThroughOne() {
    func write(_ trace: inout TraceBuilder, connects: Bool) {
      trace.attached(1)
      trace.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      trace.action(2, Row.p)
      trace.action(3, Row.p) {
        $0.completed(Row.p)
        $0.completed(to: 2, Row.p)
        $0.detached(1, Row.p)
      }
      trace.action(4, Row.p)
      trace.action(5, Row.p) {
        if connects { $0.attached(2, Row.p) } else { $0.completed(to: 3, Row.p) }
      }
    }
    for (row, connects) in [("multicastRefCount", false), ("publishRefCount", true)] {
      let scenario = late(row, [], completes: true)
      #expect(ModelTrace.isLawful(scenario) { write(&$0, connects: connects) })
      #expect(ModelTrace.isViolation(scenario) { write(&$0, connects: !connects) })
    }
  }

  @Test("who leaves a shared subject that has ended sends newcomers what it remembers")
  func deliveredByWhoLeaves() {
    let scenario = Scenes.scenario(
      on: shared("shareForever", [1]),
      [.next(feed: 0, payload: 1), .completed(feed: 0), .subscribe(subscription: 2)],
      [.dispose(subscription: 1)])
    func write(_ trace: inout TraceBuilder, isDisposing: Bool) {
      trace.attached(1)
      trace.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      trace.enter(4, Row.q)
      trace.action(2, Row.p) { $0.detached(1, Row.p) }
      if !isDisposing { trace.exit(4, Row.q) }
      trace.action(3, Row.p)
      trace.next(1, by: 1, to: 2, Row.q)
      trace.completed(to: 2, Row.q)
      if isDisposing { trace.exit(4, Row.q) }
      trace.raceEnd()
    }
    #expect(ModelTrace.isLawful(scenario) { write(&$0, isDisposing: true) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, isDisposing: false) })
  }
}
