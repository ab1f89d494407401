import Testing

@testable import RxFuzzKit

@Suite("What libraries do in their own turn")
struct LibraryTurnsTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private typealias Row = LibraryTurnsTests

  @Test("an element that is put in front may be asked for later, and the source comes behind it")
  func openedOnDemand() {
    let opening = OperatorModel.stage(
      opening: { [.next(Token.make(payload: $0[0], emission: 0))] }, opensFirst: true,
      receive: { _, _, event, _ in [event] })
    let front = Chain("startWith", [7], inputs: [Chain("feed", [0])])
    let scenario = Scenes.scenario(
      on: Chain("merge", inputs: [front, Chain("feed", [1])]), [.subscribe(subscription: 1)],
      [.next(feed: 2, payload: 1)])
    func trace(sourceFirst: Bool) -> Trace {
      Trace.of(scenario) {
        $0.enter(1, Row.p)
        if sourceFirst {
          $0.attached(1, Row.p)
          $0.attached(2, feed: 1, Row.p)
          $0.next(7, by: 0, Row.p)
        } else {
          $0.attached(1, feed: 1, Row.p)
          $0.next(7, by: 0, Row.p)
          $0.attached(2, Row.p)
        }
        $0.exit(1, Row.p)
      }
    }
    #expect(trace(sourceFirst: false).isLawful { $0.rows["startWith"] = opening })
    #expect(!trace(sourceFirst: false).isLawful { _ in })
    #expect(!trace(sourceFirst: true).isLawful { $0.rows["startWith"] = opening })
    #expect(trace(sourceFirst: true).isLawful { _ in })
  }

  @Test(
    "a completion from inside what a zip sends comes when that has been sent, where the zip says so"
  )
  func completedInside() {
    var scenario = Scenes.scenario(
      on: Chain("zip", inputs: [Chain("subject", [0]), Chain("feed", [1])]),
      before: [.next(feed: 0, payload: 1)], [.next(feed: 1, payload: 2)])
    scenario.reactions = [
      Reaction(subscription: 1, trigger: .next(ordinal: 1), actions: [.completed(feed: 0)])
    ]
    func trace(isNested: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1, feed: 1)
        $0.action(1, TraceBuilder.driver)
        $0.enter(2, Row.p)
        $0.next(33, by: 2, Row.p) {
          $0.enter(3, Row.p)
          if isNested {
            $0.completed(Row.p)
            $0.detached(1, feed: 1, Row.p)
          }
          $0.exit(3, Row.p)
        }
        if !isNested {
          $0.completed(Row.p)
          $0.detached(1, feed: 1, Row.p)
        }
        $0.exit(2, Row.p)
      }
    }
    for (isNested, isLawful) in [(false, true), (true, false)] {
      let verdict = trace(isNested: isNested).isLawful {
        $0.subjects = .snapshot
        $0.meeting = .recursiveLock
        $0.rows["zip"] = .zipUntilUsedUp
      }
      #expect(verdict == isLawful, "\(isNested)")
    }
  }

  @Test(
    "where operators release their sources first, they leave a shared connection before they send their end"
  )
  func leftFirst() {
    let scenario = Scenes.scenario(
      on: Chain("first", inputs: [Chain("publishRefCount", inputs: [Chain("feed", [0])])]),
      [.next(feed: 0, payload: 1)], [.next(feed: 1, payload: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.enter(1, Row.p)
      $0.detached(1, Row.p)
      $0.next(1, by: 1, Row.p)
      $0.completed(Row.p)
      $0.exit(1, Row.p)
    }
    for (ending, isLawful) in [
      (LibrarySemantics.InputsAtEnd.releasedFirst, true), (.releasedAfterTheEnd, false),
    ] {
      let verdict = trace.isLawful {
        $0.subjects = .snapshot
        $0.meeting = .recursiveLock
        $0.ending = ending
      }
      #expect(verdict == isLawful, "\(ending)")
    }
  }

  @Test(
    "who completes an input of a list subscribes the next one where it has not been subscribed yet")
  func startedByAnother() {
    let scenario = Scenes.scenario(
      on: Scenes.merged, [.completed(feed: 0)], [.subscribe(subscription: 1)])
    let trace = Trace.of(scenario) {
      $0.enter(1, Row.p)
      $0.enter(2, Row.q)
      $0.attached(1, Row.q)
      $0.attached(2, feed: 1, Row.p)
      $0.detached(1, Row.p)
      $0.exit(1, Row.p)
      $0.exit(2, Row.q)
    }
    for (model, isLawful) in [(OperatorModel.mergeStartingNext, true), (.merge, false)] {
      let verdict = trace.isLawful {
        $0.subjects = .elementsUnderLock
        $0.meeting = .elementsWait
        $0.rows["merge"] = model
      }
      #expect(verdict == isLawful)
    }
  }

  @Test("of two that dispose at once one does it, and who subscribes need not wait for it")
  func disposedByAnother() {
    var scenario = Scenes.scenario(
      on: Scenes.feed, [.dispose(subscription: 1)],
      [.subscribe(subscription: 1), .next(feed: 0, payload: 1)])
    scenario.reactions = [
      Reaction(
        subscription: 1, trigger: .closure(ordinal: 1), actions: [.dispose(subscription: 1)])
    ]
    func trace(isOver: Bool) -> Trace {
      Trace.of(scenario) {
        $0.enter(1, Row.p)
        if isOver { $0.exit(1, Row.p) }
        $0.enter(2, Row.q)
        $0.action(4, Row.q)
        $0.attached(1, Row.q)
        $0.exit(2, Row.q)
        $0.enter(3, Row.q)
        $0.next(1, by: 3, Row.q)
        $0.exit(3, Row.q)
        if !isOver {
          $0.detached(1, Row.p)
          $0.exit(1, Row.p)
        }
      }
    }
    #expect(trace(isOver: false).isLawful { $0.disposal = .nothingEmittedLater })
    #expect(!trace(isOver: true).isLawful { $0.disposal = .nothingEmittedLater })
  }

  @Test(
    "what sequences that follow one another have released waits for no lock that is still held below it"
  )
  func releasedForGood() {
    let source = Chain(
      "asSingle", inputs: [Chain("takeUntil", inputs: [Chain("feed", [0]), Chain("feed", [1])])])
    let scenario = Scenes.scenario(
      on: Chain("retryWhen", inputs: [source, Chain("feed", [1])]),
      before: [.next(feed: 0, payload: 1)],
      [.next(feed: 0, payload: 2)], [.error(feed: 1)])
    func trace(isReleased: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1, feed: 1)
        $0.attached(2, feed: 1)
        $0.attached(3)
        $0.action(1, TraceBuilder.driver)
        $0.enter(2, Row.p)
        $0.detached(3, Row.p)
        if isReleased { $0.detached(2, feed: 1, Row.p) }
        $0.action(3, Row.q) { $0.detached(1, feed: 1, Row.q) }
        $0.error(code: 3, Row.p)
        $0.exit(2, Row.p)
        $0.raceEnd()
      }
    }
    for (isReleased, isLawful) in [(true, true), (false, false)] {
      let verdict = trace(isReleased: isReleased).isLawful {
        $0.subjects = .snapshot
        $0.meeting = .recursiveLock
        $0.retryWhen = .atOnce
      }
      #expect(verdict == isLawful, "\(isReleased)")
    }
  }

  @Test(
    "who listens before it is counted hears the next connection where the subject in between stays the same"
  )
  func countedLater() {
    let scenario = Scenes.scenario(
      on: Chain("shareForever", [1], inputs: [Chain("behavior", [0, 1])]),
      [.subscribe(subscription: 2)], [.dispose(subscription: 1)])
    func trace(isHeard: Bool, _ row: String = "shareForever") -> Trace {
      var scenario = scenario
      scenario.chain = Chain(row, [1], inputs: scenario.chain.inputs)
      return Trace.of(scenario) {
        $0.next(1, by: 0, TraceBuilder.driver)
        $0.enter(1, Row.p)
        $0.next(1, by: 0, to: 2, Row.p)
        $0.action(2, Row.q)
        if isHeard { $0.next(1, by: 0, to: 2, Row.p) }
        $0.exit(1, Row.p)
      }
    }
    let asRxSwift: (inout LibrarySemantics) -> Void = {
      $0.subjects = .snapshot
      $0.meeting = .recursiveLock
    }
    #expect(trace(isHeard: true).isLawful(asRxSwift))
    #expect(!trace(isHeard: true, "replayRefCount").isLawful(asRxSwift))
  }

  @Test("an element may begin a sequence in vain while the end of the whole is delivered")
  func begunInVain() {
    let scenario = Scenes.scenario(
      on: Chain("mergeInner", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      before: [.next(feed: 0, payload: 1)], [.error(feed: 1)], [.next(feed: 0, payload: 2)])
    func trace(isWithin: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.action(1, TraceBuilder.driver) { $0.attached(2, feed: 1) }
        $0.enter(2, Row.p)
        $0.record(.errorEnter, Row.p, 1, 2)
        if isWithin { $0.action(3, Row.q) { $0.attached(3, feed: 1, Row.q) } }
        $0.record(.errorExit, Row.p, 1, 2)
        if isWithin { $0.detached(3, feed: 1, Row.p) }
        $0.detached(2, feed: 1, Row.p)
        $0.detached(1, Row.p)
        $0.exit(2, Row.p)
        if !isWithin { $0.action(3, Row.q) { $0.attached(3, feed: 1, Row.q) } }
      }
    }
    for isWithin in [true, false] {
      let verdict = trace(isWithin: isWithin).isLawful {
        $0.subjects = .elementsUnderLock
        $0.meeting = .elementsWait
      }
      #expect(verdict == isWithin)
    }
  }

  @Test(
    "the end of a list of sequences comes when the list has been gone through, by the thread that does"
  )
  func listEnds() {
    let scenario = Scenes.scenario(
      on: Chain("concat", inputs: [Chain("empty"), Chain("feed", [0])]),
      [.subscribe(subscription: 1)], [.completed(feed: 0)])
    func trace(isInTime: Bool) -> Trace {
      Trace.of(scenario) {
        $0.enter(1, Row.p)
        $0.attached(1, Row.p)
        $0.action(2, Row.q) { $0.detached(1, Row.q) }
        if isInTime { $0.completed(Row.p) }
        $0.exit(1, Row.p)
        if !isInTime { $0.completed(Row.p) }
      }
    }
    func asReactiveSwift(_ semantics: inout LibrarySemantics) {
      semantics.subjects = .elementsUnderLock
      semantics.meeting = .elementsWait
    }
    #expect(trace(isInTime: true).isLawful(asReactiveSwift))
    #expect(!trace(isInTime: false).isLawful(asReactiveSwift))
    #expect(!trace(isInTime: true).isLawful { $0.meeting = .recursiveLock })
  }

  @Test(
    "what has left a sequence comes before the error that has released it, where sequences are released first"
  )
  func releasedByAnError() {
    let scenario = Scenes.scenario(
      on: Chain("flatMap", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      before: [.next(feed: 0, payload: 1)], [.next(feed: 1, payload: 2)], [.error(feed: 0)])
    func trace(hasLeft: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.action(1, TraceBuilder.driver) { $0.attached(2, feed: 1) }
        if hasLeft { $0.enter(2, Row.p) }
        $0.enter(3, Row.q)
        $0.detached(2, feed: 1, Row.q)
        if !hasLeft { $0.enter(2, Row.p) }
        $0.next(2, by: 2, Row.p)
        $0.exit(2, Row.p)
        $0.error(code: 3, Row.q)
        $0.detached(1, Row.q)
        $0.exit(3, Row.q)
      }
    }
    func asOpenCombine(_ semantics: inout LibrarySemantics) {
      semantics.meeting = .recursiveLock
      semantics.ending = .releasedFirst
    }
    #expect(trace(hasLeft: true).isLawful(asOpenCombine))
    #expect(!trace(hasLeft: false).isLawful(asOpenCombine))
    #expect(!trace(hasLeft: true).isLawful { $0.meeting = .recursiveLock })
  }

  @Test("a completion that is not the last one waits for nobody, where sequences begin at once")
  func countedAtOnce() {
    let scenario = Scenes.scenario(
      on: Chain("flatMapLatest", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      before: [.next(feed: 0, payload: 1)],
      [.next(feed: 1, payload: 2), .completed(feed: 1)], [.completed(feed: 0)])
    func trace(isOuterFirst: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.action(1, TraceBuilder.driver) { $0.attached(2, feed: 1) }
        $0.enter(2, Row.p)
        $0.next(2, by: 2, Row.p) {
          if isOuterFirst { $0.action(4, Row.q) { $0.detached(1, Row.q) } }
        }
        $0.exit(2, Row.p)
        $0.action(3, Row.p) {
          $0.completed(Row.p)
          $0.detached(2, feed: 1, Row.p)
        }
        if !isOuterFirst { $0.action(4, Row.q) { $0.detached(1, Row.q) } }
      }
    }
    func asOpenCombine(_ semantics: inout LibrarySemantics) {
      semantics.meeting = .recursiveLock
      semantics.replacement = .atOnce
    }
    #expect(trace(isOuterFirst: true).isLawful(asOpenCombine))
    #expect(!trace(isOuterFirst: false).isLawful(asOpenCombine))
    #expect(!trace(isOuterFirst: true).isLawful { $0.meeting = .recursiveLock })
  }

  @Test(
    "who comes before the end has come to a kept subject connects in vain, where a snapshot is taken"
  )
  func connectedInVain() {
    let scenario = Scenes.scenario(
      on: Chain("multicastRefCount", inputs: [Chain("feed", [0])]),
      [.completed(feed: 0)], [.subscribe(subscription: 2)])
    func trace(isInTime: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.enter(1, Row.p)
        if isInTime { $0.enter(2, Row.q) }
        $0.detached(1, Row.p)
        if !isInTime {
          $0.completed(Row.p)
          $0.enter(2, Row.q)
        }
        $0.attached(2, Row.q)
        if isInTime {
          $0.exit(2, Row.q)
          $0.completed(Row.p)
          $0.detached(2, Row.p)
          $0.completed(to: 2, Row.p)
        } else {
          $0.completed(to: 2, Row.q)
          $0.detached(2, Row.q)
          $0.exit(2, Row.q)
        }
        $0.exit(1, Row.p)
      }
    }
    func asRxSwift(_ semantics: inout LibrarySemantics) {
      semantics.subjects = .snapshot
      semantics.meeting = .recursiveLock
      semantics.connections = .nextOpensWhileOneCloses
    }
    #expect(trace(isInTime: true).isLawful(asRxSwift))
    #expect(!trace(isInTime: false).isLawful(asRxSwift))
    #expect(!trace(isInTime: true).isLawful { _ in })
  }
}
