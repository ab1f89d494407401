import Testing

@testable import RxFuzzKit

@Suite("Reactions in closures, of which no record says when they were due")
struct ClosureReactionTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private typealias Row = ClosureReactionTests

  private static func scenario(_ trigger: Reaction.Trigger, _ action: Action) -> Scenario {
    Scenes.scenario(
      on: Chain("map", [1], inputs: [Scenes.subject]),
      [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)],
      reactions: [Reaction(subscription: 1, trigger: trigger, actions: [action])])
  }
  private static let disposing = scenario(.closure(ordinal: 1), .dispose(subscription: 1))
  private static let emitting = scenario(.closure(ordinal: 1), .next(feed: 0, payload: 3))

  @Test("the element under way may still be delivered to who is disposed there, and no other")
  func disposed() {
    #expect(
      ModelTrace.isLawful(Row.disposing) {
        $0.action(1, Row.p) { $0.action(3, Row.p) }
        $0.action(2, Row.p)
        $0.raceEnd()
      })
    #expect(
      ModelTrace.isLawful(Row.disposing) {
        $0.action(1, Row.p) {
          $0.action(3, Row.p)
          $0.next(2, by: 1, Row.p)
        }
        $0.action(2, Row.p)
      })
    #expect(
      ModelTrace.isViolation(Row.disposing) {
        $0.action(1, Row.p) { $0.action(3, Row.p) }
        $0.action(2, Row.p) { $0.next(3, by: 2, Row.p) }
      })
    // Nobody has been disposed yet.
    #expect(
      ModelTrace.isViolation(Row.disposing) {
        $0.action(1, Row.p)
        $0.action(2, Row.p) { $0.action(3, Row.p) }
      })
  }

  @Test("what is emitted there follows the element under way")
  func emitted() {
    #expect(
      ModelTrace.isLawful(Row.emitting) {
        $0.action(1, Row.p) {
          $0.action(3, Row.p)
          $0.next(2, by: 1, Row.p)
          $0.next(4, by: 3, Row.p)
        }
      })
    #expect(
      ModelTrace.isViolation(Row.emitting) {
        $0.action(1, Row.p) {
          $0.action(3, Row.p)
          $0.next(4, by: 3, Row.p)
          $0.next(2, by: 1, Row.p)
        }
      })
  }

  @Test("nothing happens in a closure that no thread can be calling")
  func outOfNowhere() {
    #expect(ModelTrace.isViolation(Row.disposing) { $0.action(3, Row.q) })
  }
}
