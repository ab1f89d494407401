import Testing

@testable import RxFuzzKit

@Suite("Models of operators that cancel first and send after that")
struct CancellingModelTests {
  private static let (p, q) = (TraceBuilder.p, TraceBuilder.q)
  private typealias Row = CancellingModelTests

  private static let merged = Scenes.scenario(
    on: Scenes.merged, [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)], [.error(feed: 1)])
  private static let until = Scenes.scenario(
    on: Chain("takeUntil", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
    [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)], [.next(feed: 1, payload: 3)])
  /// The elements come through an inner merge and an operator above it.
  private static let nested = Scenes.scenario(
    on: Chain(
      "merge",
      inputs: [
        Chain("map", [0], inputs: [Chain("merge", inputs: [Chain("feed", [0]), Chain("never")])]),
        Chain("feed", [1]),
      ]), [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)], [.error(feed: 1)])

  /// - Parameter ownModels: whether the library has said that it cancels first.
  private func verdict(
    _ scenario: Scenario, ownModels: Bool = true, _ write: (inout TraceBuilder) -> Void
  ) -> Judge.Verdict {
    let library = PaperLibrary(
      models: ownModels
        ? ["merge": .mergeCancellingFirst, "takeUntil": .takeUntilCancellingFirst] : [:])
    return Judge(library: library).verdict(on: .of(scenario, write))
  }

  private func name(_ verdict: Judge.Verdict) -> InvariantName? {
    if case .violated(let name, _) = verdict { name } else { nil }
  }

  private func end(_ scenario: Scenario, _ trace: inout TraceBuilder) {
    if scenario == Row.until { trace.completed(Row.q) } else { trace.error(code: 3, Row.q) }
  }

  @Test(
    "an element that had left its source by then may come before the end, where the library says so",
    arguments: [merged, until, nested])
  func inFlight(scenario: Scenario) {
    func write(_ trace: inout TraceBuilder) {
      trace.attached(1)
      trace.attached(2, feed: 1)
      trace.enter(1, Row.p)
      trace.enter(3, Row.q)
      trace.detached(1, Row.q)
      trace.next(1, by: 1, Row.p)
      trace.exit(1, Row.p)
      end(scenario, &trace)
      trace.detached(2, feed: 1, Row.q)
      trace.exit(3, Row.q)
      trace.action(2, Row.p)
      trace.raceEnd()
      trace.tornDown()
    }
    #expect(verdict(scenario, write) == .lawful)
    #expect(name(verdict(scenario, ownModels: false, write)) == .val1)
  }

  @Test(
    "an element that leaves its source only after that is wrong, and so is one that comes twice",
    arguments: [merged, until, nested])
  func tooLate(scenario: Scenario) {
    for isTwice in [false, true] {
      let verdict = verdict(scenario) { trace in
        trace.attached(1)
        trace.attached(2, feed: 1)
        trace.enter(1, Row.p)
        trace.enter(3, Row.q)
        trace.detached(1, Row.q)
        trace.next(1, by: 1, Row.p)
        if isTwice { trace.next(1, by: 1, Row.p) }
        trace.exit(1, Row.p)
        if !isTwice { trace.action(2, Row.p) { $0.next(2, by: 2, Row.p) } }
        end(scenario, &trace)
        trace.detached(2, feed: 1, Row.q)
        trace.exit(3, Row.q)
        trace.raceEnd()
        trace.tornDown()
      }
      #expect(name(verdict) == .val1, "\(verdict)")
    }
  }

  @Test("what is delivered in time is not lost, and nothing is given up without reason")
  func otherwiseAsEver() {
    for scenario in [Row.merged, Row.until, Row.nested] {
      let lost = verdict(scenario) { trace in
        trace.attached(1)
        trace.attached(2, feed: 1)
        trace.action(1, Row.p)
        trace.action(3, Row.q) {
          $0.detached(1, Row.q)
          end(scenario, &$0)
        }
      }
      #expect(name(lost) == .val1, "\(lost)")
      let early = verdict(scenario) { trace in
        trace.attached(1)
        trace.attached(2, feed: 1)
        trace.action(1, Row.p) {
          $0.next(1, by: 1, Row.p)
          $0.detached(1, Row.p)
        }
      }
      #expect(name(early) == .disp5, "\(early)")
    }
  }

  @Test("sources are cancelled one by one, and each may send something until then")
  func oneByOne() {
    let scenario = Scenes.scenario(
      on: Chain("merge", inputs: [0, 1, 0].map { Chain("feed", [$0]) }), [.error(feed: 1)],
      [.next(feed: 0, payload: 2)])
    func verdict(isFirstKept: Bool) -> Judge.Verdict {
      self.verdict(scenario) { trace in
        for (number, feed) in [0, 1, 0].enumerated() { trace.attached(number + 1, feed: feed) }
        trace.enter(1, Row.p)
        trace.detached(1, Row.p)
        if !isFirstKept { trace.detached(3, Row.p) }
        trace.action(2, Row.q) { $0.next(2, by: 2, Row.q) }
        if isFirstKept { trace.detached(3, Row.p) }
        trace.error(code: 1, Row.p)
        trace.detached(2, feed: 1, Row.p)
        trace.exit(1, Row.p)
        trace.raceEnd()
        trace.tornDown()
      }
    }
    /// Whether each source has been cancelled does not show before it says that it was released.
    func deliveredTimes(_ count: Int) -> Judge.Verdict {
      self.verdict(scenario) { trace in
        for (number, feed) in [0, 1, 0].enumerated() { trace.attached(number + 1, feed: feed) }
        trace.enter(1, Row.p)
        trace.action(2, Row.q) { for _ in 0..<count { $0.next(2, by: 2, Row.q) } }
        trace.detached(3, Row.p)
        trace.detached(1, Row.p)
        trace.error(code: 1, Row.p)
      }
    }
    #expect((0...2).allSatisfy { deliveredTimes($0) == .lawful })
    #expect(name(deliveredTimes(3)) == .val1)
    #expect(verdict(isFirstKept: true) == .lawful)
    #expect(name(verdict(isFirstKept: false)) == .val1)
  }

  @Test("who ends a locked subject may wait for its turn, and what comes meanwhile is lost")
  func lockedSubject() {
    let scenario = Scenes.scenario(
      on: Scenes.subject, [.error(feed: 0)],
      [.next(feed: 0, payload: 2)], [.next(feed: 0, payload: 3)])
    func write(_ trace: inout TraceBuilder, ends: Bool) {
      if ends { trace.enter(1, Row.p) }
      trace.enter(2, Row.q)
      trace.next(2, by: 2, Row.q) { $0.action(3, TraceBuilder.r) }
      trace.exit(2, Row.q)
      if ends {
        trace.error(code: 1, Row.p)
        trace.exit(1, Row.p)
      } else {
        trace.action(1, Row.p) { $0.error(code: 1, Row.p) }
      }
      trace.raceEnd()
      trace.tornDown()
    }
    func verdict(_ model: OperatorModel?, ends: Bool) -> Judge.Verdict {
      let models = model.map { ["subject": $0] } ?? [:]
      return Judge(library: PaperLibrary(models: models)).verdict(
        on: .of(scenario) { write(&$0, ends: ends) })
    }
    #expect(verdict(.lockedSubject, ends: true) == .lawful)
    #expect(name(verdict(nil, ends: true)) != nil)
    #expect(name(verdict(.lockedSubject, ends: false)) == .val1)
  }

  @Test("a trigger that fails means nothing")
  func failingTrigger() {
    let scenario = Scenes.scenario(
      on: Row.until.chain, [.next(feed: 0, payload: 1)], [.error(feed: 1)])
    func write(_ trace: inout TraceBuilder) {
      trace.attached(1)
      trace.attached(2, feed: 1)
      trace.action(2, Row.q) { $0.detached(2, feed: 1, Row.q) }
      trace.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      trace.raceEnd()
      trace.detached(1)
      trace.tornDown()
    }
    #expect(verdict(scenario, write) == .lawful)
    #expect(name(verdict(scenario, ownModels: false, write)) != nil)
  }
}
