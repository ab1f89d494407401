import Testing

@testable import RxFuzzKit

@Suite("The models of relays")
struct RelayModelTests {
  private static let p = TraceBuilder.p
  private typealias Row = RelayModelTests

  /// Subscription 1 is there from the start; the feed says that it completes, and emits once more.
  private func scenario(_ relay: Chain) -> Scenario {
    Scenes.scenario(
      on: relay,
      [
        .next(feed: 0, payload: 1), .completed(feed: 0), .next(feed: 0, payload: 2),
        .subscribe(subscription: 2),
      ])
  }

  private static let relays: [(Chain, first: [Int], late: [Int])] = [
    (Chain("publishRelay", [0]), [], []),
    (Chain("behaviorRelay", [0, 9]), [9], [2]),
    (Chain("replayRelay", [0, 2]), [], [1, 2]),
  ]

  private func write(
    _ trace: inout TraceBuilder, _ first: [Int], _ late: [Int], completes: Bool = false,
    goesOn: Bool = true
  ) {
    for payload in first { trace.next(payload, by: 0, TraceBuilder.driver) }
    trace.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
    trace.action(2, Row.p) { if completes { $0.completed(Row.p) } }
    trace.action(3, Row.p) { if goesOn { $0.next(2, by: 3, Row.p) } }
    trace.action(4, Row.p) {
      for payload in late { $0.next(payload, by: payload == 1 ? 1 : 3, to: 2, Row.p) }
    }
  }

  @Test("a relay has no end: it goes on, and sends newcomers what it remembers", arguments: 0..<3)
  func endless(_ index: Int) {
    let (relay, first, late) = Self.relays[index]
    let scenario = scenario(relay)
    #expect(ModelTrace.isLawful(scenario) { write(&$0, first, late) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, first, late, completes: true) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, first, late, goesOn: false) })
    #expect(ModelTrace.isViolation(scenario) { write(&$0, first, late + [2]) })
  }
}
