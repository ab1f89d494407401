import Testing

@testable import RxFuzzKit

@Suite("The models of sequences that elements stand for")
struct InnerModelTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private typealias Row = InnerModelTests

  /// An even element of feed a stands for feed b, an odd one for feed c.
  private func scenario(_ row: String, _ parameters: [Int] = []) -> Scenario {
    Scenes.scenario(
      on: Chain(row, parameters, inputs: [0, 1, 2].map { Chain("feed", [$0]) }),
      [.next(feed: 0, payload: 2), .next(feed: 0, payload: 1), .completed(feed: 0)],
      [.next(feed: 1, payload: 7), .completed(feed: 1)],
      [.next(feed: 2, payload: 8), .completed(feed: 2)])
  }

  /// The outer sequence has begun b and, where `second`, c.
  private func begin(_ trace: inout TraceBuilder, second: Bool, replaces: Bool = false) {
    trace.attached(1)
    trace.action(1, Row.p) { $0.attached(2, feed: 1, Row.p) }
    trace.action(2, Row.p) {
      if replaces { $0.detached(2, feed: 1, Row.p) }
      if second { $0.attached(3, feed: 2, Row.p) }
    }
    trace.action(3, Row.p) { $0.detached(1, Row.p) }
  }

  @Test("all are merged", arguments: ["flatMap", "mergeInner"])
  func merged(_ row: String) {
    #expect(
      ModelTrace.isLawful(scenario(row)) {
        begin(&$0, second: true)
        $0.action(6, TraceBuilder.r) { $0.next(8, by: 6, TraceBuilder.r) }
        $0.action(4, Row.q) { $0.next(7, by: 4, Row.q) }
        $0.action(7, TraceBuilder.r) { $0.detached(3, feed: 2, TraceBuilder.r) }
        $0.action(5, Row.q) {
          $0.completed(Row.q)
          $0.detached(2, feed: 1, Row.q)
        }
        $0.raceEnd()
        $0.tornDown()
      })
    #expect(ModelTrace.isViolation(scenario(row)) { begin(&$0, second: false) })
    #expect(
      ModelTrace.isViolation(scenario(row)) {
        begin(&$0, second: true)
        $0.action(4, Row.q)
      })
    #expect(
      ModelTrace.isViolation(scenario(row)) {
        begin(&$0, second: true)
        $0.action(5, Row.q) { $0.completed(Row.q) }
      })
    #expect(
      ModelTrace.isViolation(scenario(row)) {
        begin(&$0, second: true)
        $0.action(5, Row.q)
        $0.action(7, TraceBuilder.r)
      })
  }

  @Test(
    "the latest is heard and the one before released", arguments: ["flatMapLatest", "switchLatest"])
  func latest(_ row: String) {
    #expect(
      ModelTrace.isLawful(scenario(row)) {
        begin(&$0, second: true, replaces: true)
        $0.action(4, Row.q)
        $0.action(6, TraceBuilder.r) { $0.next(8, by: 6, TraceBuilder.r) }
        $0.action(7, TraceBuilder.r) {
          $0.completed(TraceBuilder.r)
          $0.detached(3, feed: 2, TraceBuilder.r)
        }
        $0.raceEnd()
        $0.tornDown()
      })
    #expect(
      ModelTrace.isViolation(scenario(row)) {
        begin(&$0, second: true, replaces: true)
        $0.action(4, Row.q) { $0.next(7, by: 4, Row.q) }
      })
    #expect(
      ModelTrace.isViolation(scenario(row)) {
        begin(&$0, second: true)
        $0.raceEnd()
      })
    #expect(
      ModelTrace.isViolation(scenario(row)) {
        begin(&$0, second: true, replaces: true)
        $0.action(5, Row.q) { $0.completed(Row.q) }
      })
  }

  /// Feed b emits; c replaces it meanwhile.
  private func overtake(_ trace: inout TraceBuilder) {
    trace.attached(1)
    trace.action(1, Row.p) { $0.attached(2, feed: 1, Row.p) }
    trace.enter(4, Row.q)
    trace.action(2, Row.p) {
      $0.detached(2, feed: 1, Row.p)
      $0.attached(3, feed: 2, Row.p)
    }
  }

  @Test(
    "an element of the one before that is under way may be heard or not", arguments: [true, false])
  func overtaken(_ isHeard: Bool) {
    #expect(
      ModelTrace.isLawful(scenario("flatMapLatest")) {
        overtake(&$0)
        if isHeard { $0.next(7, by: 4, Row.q) }
        $0.exit(4, Row.q)
      })
  }

  @Test("an element that comes too late lets its thread deliver what others send meanwhile")
  func overtakenCarriesOn() {
    #expect(
      ModelTrace.isLawful(scenario("flatMapLatest")) {
        overtake(&$0)
        $0.action(3, Row.p) { $0.detached(1, Row.p) }
        $0.action(7, TraceBuilder.r) { $0.detached(3, feed: 2, TraceBuilder.r) }
        $0.completed(Row.q)
        $0.exit(4, Row.q)
      })
  }

  @Test("one is left out while another runs")
  func first() {
    #expect(
      ModelTrace.isLawful(scenario("flatMapFirst")) {
        begin(&$0, second: false)
        $0.action(5, Row.q) { $0.completed(Row.q) }
      })
    #expect(ModelTrace.isViolation(scenario("flatMapFirst")) { begin(&$0, second: true) })
  }

  @Test(
    "one waits until another has completed",
    arguments: [("concatMap", []), ("concatInner", []), ("mergeMaxConcurrent", [1])])
  func queued(_ row: String, _ parameters: [Int]) {
    let scenario = scenario(row, parameters)
    #expect(
      ModelTrace.isLawful(scenario) {
        begin(&$0, second: false)
        $0.action(6, TraceBuilder.r)
        $0.action(5, Row.q) {
          $0.detached(2, feed: 1, Row.q)
          $0.attached(3, feed: 2, Row.q)
        }
        $0.action(7, TraceBuilder.r) { $0.completed(TraceBuilder.r) }
      })
    #expect(ModelTrace.isViolation(scenario) { begin(&$0, second: true) })
    #expect(
      ModelTrace.isViolation(scenario) {
        begin(&$0, second: false)
        $0.action(5, Row.q) { $0.detached(2, feed: 1, Row.q) }
      })
  }

  @Test("the first to emit is heard, and the others are released")
  func chosen() {
    let chain = Chain("amb", inputs: [0, 1].map { Chain("feed", [$0]) })
    let scenario = Scenes.scenario(
      on: chain, [.next(feed: 0, payload: 1)], [.next(feed: 1, payload: 2)])
    #expect(
      ModelTrace.isLawful(scenario) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.action(2, Row.q) {
          $0.detached(1, Row.q)
          $0.next(2, by: 2, Row.q)
        }
        $0.action(1, Row.p)
        $0.raceEnd()
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.action(2, Row.q) { $0.next(2, by: 2, Row.q) }
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.action(2, Row.q) { $0.next(2, by: 2, Row.q) }
        $0.raceEnd()
      })
  }
}
