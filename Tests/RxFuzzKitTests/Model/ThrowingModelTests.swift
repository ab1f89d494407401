import Testing

@testable import RxFuzzKit

@Suite("The models of rows whose closure throws")
struct ThrowingModelTests {
  private static let p = TraceBuilder.p
  private typealias Row = ThrowingModelTests

  @Test(
    "an element that satisfies the predicate ends the sequence with the closure's error",
    arguments: [
      "flatMapThrows", "flatMapLatestThrows", "concatMapThrows", "groupByThrows", "mapThrows",
    ])
  func thrown(_ row: String) {
    let scenario = Scenes.scenario(
      on: Chain(row, [2], inputs: [Scenes.feed]),
      [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)])
    #expect(
      ModelTrace.isLawful(scenario) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
        $0.action(2, Row.p) {
          $0.error(Row.p)
          $0.detached(1, Row.p)
        }
        $0.raceEnd()
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
        $0.action(2, Row.p) { $0.next(2, by: 2, Row.p) }
      })
    #expect(
      ModelTrace.isViolation(scenario) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.error(Row.p) }
      })
  }

  /// The error of action 1 or 2 is given to the handler, which throws for even codes.
  @Test("a handler that throws ends the sequence with its own error, and another one replaces it")
  func handled() {
    func scenario(_ actions: [Action]) -> Scenario {
      Scenes.scenario(
        on: Chain("catchThrows", [2], inputs: [Chain("feed", [0]), Chain("feed", [1])]), actions)
    }
    let odd = scenario([.error(feed: 0)])
    let even = scenario([.next(feed: 0, payload: 1), .error(feed: 0)])
    func replaced(_ trace: inout TraceBuilder, by ordinal: Int) {
      trace.action(ordinal, Row.p) {
        $0.detached(1, Row.p)
        $0.attached(2, feed: 1, Row.p)
      }
    }
    func ended(_ trace: inout TraceBuilder, by ordinal: Int) {
      trace.action(ordinal, Row.p) {
        $0.error(Row.p)
        $0.detached(1, Row.p)
      }
    }
    #expect(
      ModelTrace.isLawful(odd) {
        $0.attached(1)
        replaced(&$0, by: 1)
      })
    #expect(
      ModelTrace.isViolation(odd) {
        $0.attached(1)
        ended(&$0, by: 1)
      })
    #expect(
      ModelTrace.isLawful(even) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
        ended(&$0, by: 2)
      })
    #expect(
      ModelTrace.isViolation(even) {
        $0.attached(1)
        $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
        replaced(&$0, by: 2)
      })
  }
}
