import Testing

@testable import RxFuzzKit

@Suite("Where elements wait for a lock and ends are left to its holder")
struct LeftEndsTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private static let (x, driver) = (TraceBuilder.x, TraceBuilder.driver)
  private typealias Row = LeftEndsTests

  private func isLawful(
    _ row: String, means model: OperatorModel?, _ trace: Trace,
    _ meeting: LibrarySemantics.Meeting = .elementsWait
  ) -> Bool {
    trace.isLawful {
      $0.meeting = meeting
      $0.rows[row] = model
    }
  }

  /// Passes everything on; its clock fails.
  private static let failing = OperatorModel.clocked(serialises: true) { memory, signal, _ in
    switch signal {
    case .event(let event): [ClockedOutcome(memory, emits: [event])]
    case .due:
      [ClockedOutcome(memory, emits: [.error(FuzzError.codeOfOthers)]), ClockedOutcome(memory)]
    }
  }

  @Test("an end waits for no element at a node with a clock, and is sent by who sends that")
  func clocked() {
    func trace(_ end: @escaping (inout TraceBuilder) -> Void) -> Trace {
      let scenario = Scenes.scenario(
        on: Chain("timeout", [1, 0], inputs: [Scenes.feed]), [.next(feed: 0, payload: 1)],
        [.completed(feed: 0)])
      return Trace.of(scenario) {
        $0.attached(1)
        $0.enter(1, Row.p)
        $0.next(1, by: 1, Row.p) { $0.action(2, Row.q) }
        end(&$0)
        $0.detached(1, Row.p)
        $0.exit(1, Row.p)
      }
    }
    let completed = trace { $0.completed(Row.p) }
    #expect(isLawful("timeout", means: Self.failing, completed))
    #expect(!isLawful("timeout", means: Self.failing, completed, .recursiveLock))
    let failed = trace { $0.error(code: FuzzError.codeOfOthers, Row.p) }
    #expect(isLawful("timeout", means: Self.failing, failed))
    #expect(!isLawful("timeout", means: Self.failing, trace { $0.error(code: 7, Row.p) }))
  }

  @Test("who disposes lets the source go, and comes to what waits for a clock or a queue later")
  func disposalInTwoSteps() {
    let rows: [(row: String, parameters: [Int], model: OperatorModel?)] = [
      ("throttle", [0, 0, 1], .latestLater(endDrops: { _ in false })),
      ("delay", [0, 0], .later()), ("observeOn", [0], nil),
    ]
    for (row, parameters, model) in rows {
      let scenario = Scenes.scenario(
        on: Chain(row, parameters, inputs: [Scenes.feed]),
        before: [.next(feed: 0, payload: 1)], [.dispose(subscription: 1)],
        [.subscribe(subscription: 2), .next(feed: 0, payload: 2)])
      // The queue is at work for another subscription while the source is let go.
      func trace(_ isInTime: Bool) -> Trace {
        Trace.of(scenario) {
          $0.attached(1)
          $0.action(1, Row.driver)
          $0.action(3, Row.q) { $0.attached(2, Row.q) }
          $0.next(1, by: 1, Row.x) { $0.action(4, Row.q) }
          $0.next(2, by: 4, to: 2, Row.x) {
            $0.enter(2, Row.p)
            $0.detached(1, Row.p)
            if !isInTime { $0.exit(2, Row.p) }
          }
          $0.next(2, by: 4, Row.x)
          if isInTime { $0.exit(2, Row.p) }
        }
      }
      let inTime = trace(true)
      #expect(isLawful(row, means: model, inTime), "\(row)")
      let isLateLawful = isLawful(row, means: model, trace(false))
      let isLawfulElsewhere = isLawful(row, means: model, inTime, .recursiveLock)
      #expect(!isLateLawful && !isLawfulElsewhere, "\(row)")
    }
  }

  @Test("an element that is on its way sets a clock, which may strike before it is stopped again")
  func clockSetBehindDisposal() {
    let scenario = Scenes.scenario(
      on: Chain("debounce", [0, 0], inputs: [Scenes.feed]), before: [.next(feed: 0, payload: 5)],
      [.next(feed: 0, payload: 1)], [.dispose(subscription: 1)])
    // The element before it is being sent already.
    func trace(_ isInTime: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.action(1, Row.driver)
        $0.enter(2, Row.p)
        $0.action(3, Row.q) { $0.detached(1, Row.q) }
        $0.next(5, by: 1, Row.x) { if !isInTime { $0.exit(2, Row.p) } }
        $0.next(1, by: 2, Row.x)
        if isInTime { $0.exit(2, Row.p) }
      }
    }
    func isLawful(_ trace: Trace, _ meeting: LibrarySemantics.Meeting = .elementsWait) -> Bool {
      trace.isLawful(without: [.disp8]) {
        ($0.meeting, $0.disposal) = (meeting, .nothingEmittedLater)
        $0.rows["debounce"] = .latestLater(endDrops: { $0 == .completed })
      }
    }
    #expect(isLawful(trace(true)))
    #expect(!isLawful(trace(false)))
    #expect(!isLawful(trace(true), .recursiveLock))
  }

  @Test(
    "a later end of a source whose end is on its way already may come in vain, and the first one come after what follows"
  )
  func endOnItsWay() {
    let scenario = Scenes.scenario(
      on: Chain("flatMap", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      before: [.next(feed: 0, payload: 1)], [.completed(feed: 1)],
      [.error(feed: 1), .completed(feed: 0)])
    func trace(_ body: (inout TraceBuilder) -> Void) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.enter(1, TraceBuilder.driver)
        $0.attached(2, feed: 1)
        $0.exit(1, TraceBuilder.driver)
        $0.enter(2, Row.p)
        body(&$0)
      }
    }
    let onItsWay = trace {
      $0.action(3, Row.q)
      $0.enter(4, Row.q)
      $0.detached(1, Row.q)
      $0.exit(4, Row.q)
      $0.completed(Row.p)
      $0.detached(2, feed: 1, Row.p)
      $0.exit(2, Row.p)
    }
    #expect(isLawful("flatMap", means: nil, onItsWay))
    // The error is that of a sequence that goes on.
    let ignored = trace {
      $0.detached(2, feed: 1, Row.p)
      $0.exit(2, Row.p)
      $0.action(3, Row.q)
      $0.enter(4, Row.q)
      $0.detached(1, Row.q)
      $0.exit(4, Row.q)
    }
    #expect(!isLawful("flatMap", means: nil, ignored))
  }

  @Test("the completion of a list of inputs comes on the thread that subscribes them")
  func closing() {
    let scenario = Scenes.scenario(
      on: Chain("amb", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      [.subscribe(subscription: 1)], [.completed(feed: 0)])
    // Of its memory the number counts what is over: the list and the input that completes. That is chosen a moment before.
    let model = OperatorModel.stage(
      serialises: true, start: { _, _ in OperatorMemory(number: 0, elements: [0]) },
      atOnce: { memory, input, event, _ in
        guard event == .completed else { return event }
        if input == 0, memory.elements[0] == 0 {
          memory.elements[0] = 1
          return nil
        }
        memory.number += 1
        return memory.number == 2 ? event : nil
      },
      chooses: { $0.elements[0] == 0 ? nil : 0 }, closes: true,
      receive: { _, _, event, _ in [event] })
    let chosenBefore = Trace.of(scenario) {
      $0.enter(1, Row.p)
      $0.attached(1, Row.p)
      $0.enter(2, Row.q)
      $0.exit(1, Row.p)
      $0.completed(Row.q)
      $0.detached(1, Row.q)
      $0.exit(2, Row.q)
    }
    #expect(isLawful("amb", means: model, chosenBefore))
    func trace(_ lane: UInt8?, goesOn: Bool = false) -> Trace {
      Trace.of(scenario) {
        $0.enter(1, Row.p)
        $0.attached(1, Row.p)
        $0.action(2, Row.q) {
          $0.detached(1, Row.q)
          if lane == Row.q { $0.completed(Row.q) }
        }
        if goesOn { $0.attached(2, feed: 1, Row.p) }
        if lane == Row.p { $0.completed(Row.p) }
        $0.exit(1, Row.p)
      }
    }
    #expect(isLawful("amb", means: model, trace(Row.p)))
    #expect(isLawful("amb", means: model, trace(Row.q)))
    #expect(!isLawful("amb", means: model, trace(Row.q, goesOn: true)))
    #expect(!isLawful("amb", means: model, trace(nil)))
  }

  @Test("an end behind an element is decided when that has been sent, and another one before it")
  func behindAnElement() {
    let scenario = Scenes.scenario(
      on: Chain("zip", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      [.next(feed: 0, payload: 1)], [.error(feed: 1)])
    let model = OperatorModel.stage(serialises: true) { _, _, event, _ in
      event.isTerminal ? [event] : [event, .completed]
    }
    func trace(_ end: (inout TraceBuilder) -> Void) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.enter(1, Row.p)
        $0.next(1, by: 1, Row.p) { $0.action(2, Row.q) { $0.detached(2, feed: 1, Row.q) } }
        end(&$0)
        $0.detached(1, Row.p)
        $0.exit(1, Row.p)
      }
    }
    #expect(isLawful("zip", means: model, trace { $0.error(code: 2, Row.p) }))
    #expect(!isLawful("zip", means: model, trace { $0.completed(Row.p) }))
  }

  @Test("a merge of a list that ends while that is gone through completes on the thread that does")
  func mergedList() {
    let scenario = Scenes.scenario(
      on: Scenes.merged, [.subscribe(subscription: 1)],
      [.completed(feed: 0), .completed(feed: 1)])
    func trace(isInTime: Bool) -> Trace {
      Trace.of(scenario) {
        $0.enter(1, Row.p)
        $0.attached(1, Row.p)
        $0.attached(2, feed: 1, Row.p)
        $0.action(2, Row.q) { $0.detached(1, Row.q) }
        if !isInTime { $0.exit(1, Row.p) }
        $0.action(3, Row.q) { $0.detached(2, feed: 1, Row.q) }
        $0.completed(Row.p)
        if isInTime { $0.exit(1, Row.p) }
      }
    }
    #expect(isLawful("merge", means: .mergeStartingNext, trace(isInTime: true)))
    #expect(!isLawful("merge", means: .mergeStartingNext, trace(isInTime: false)))
    #expect(!isLawful("merge", means: .merge, trace(isInTime: true)))
  }

  @Test(
    "an end that was left to who sends an element comes behind it, also where that is disposed of from inside"
  )
  func disposedInside() {
    var scenario = Scenes.scenario(
      on: Scenes.merged, [.error(feed: 0)], [.next(feed: 1, payload: 1)])
    scenario.reactions = [
      Reaction(
        subscription: 1, trigger: .next(ordinal: 1), actions: [.dispose(subscription: 1)])
    ]
    func trace(isLeft: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.enter(2, Row.q)
        $0.next(1, by: 2, Row.q) {
          if isLeft { $0.action(1, Row.p) { $0.detached(1, Row.p) } }
          $0.action(3, Row.q) { if !isLeft { $0.detached(1, Row.q) } }
          if !isLeft { $0.action(1, Row.p) }
        }
        $0.error(code: 1, Row.q)
        $0.detached(2, feed: 1, Row.q)
        $0.exit(2, Row.q)
      }
    }
    #expect(isLawful("merge", means: .merge, trace(isLeft: true)))
    #expect(!isLawful("merge", means: .merge, trace(isLeft: false)))
    #expect(!isLawful("merge", means: .merge, trace(isLeft: true), .recursiveLock))
  }

  @Test(
    "an end comes on the declared queue, or from who subscribes or disposes where it is left to whoever comes by"
  )
  func declaredQueue() {
    let scenario = Scenes.scenario(
      on: Scenes.observed, [.completed(feed: 0)], [.dispose(subscription: 1)])
    func trace(by ordinal: Int) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.enter(1, Row.p)
        $0.enter(2, Row.q)
        $0.completed(ordinal == 1 ? Row.p : Row.q)
        $0.detached(1, Row.q)
        $0.exit(2, Row.q)
        $0.exit(1, Row.p)
      }
    }
    func breaksRule(_ trace: Trace, _ meeting: LibrarySemantics.Meeting) -> Bool {
      DeclaredQueueInvariant(meeting: meeting).violation(in: TraceFacts(trace)) != nil
    }
    #expect(!breaksRule(trace(by: 2), .elementsWait))
    #expect(breaksRule(trace(by: 1), .elementsWait))
    #expect(breaksRule(trace(by: 2), .recursiveLock))
  }
}
