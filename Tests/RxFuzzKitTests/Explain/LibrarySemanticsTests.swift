import Testing

@testable import RxFuzzKit

@Suite("What libraries lawfully do differently")
struct LibrarySemanticsTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private static let driver = TraceBuilder.driver
  private typealias Row = LibrarySemanticsTests

  /// Lawful where the library says so, and a violation where it does not.
  private func expectLawfulOnly(
    _ trace: Trace, _ change: (inout LibrarySemantics) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var semantics = LibrarySemantics()
    change(&semantics)
    let rules = Set(InvariantName.allCases).subtracting([.reent1])
    let changed = Judge(
      promises: rules, ownRules: [], semantics: semantics,
      model: { [semantics] in semantics.model(ofRow: $0) })
    #expect(changed.verdict(on: trace) == .lawful, sourceLocation: sourceLocation)
    #expect(
      Judge(promises: rules).verdict(on: trace) != .lawful, "by the default",
      sourceLocation: sourceLocation)
  }

  @Test("an event sent from inside a callback nests under a recursive lock")
  func nesting() {
    let scenario = Scenes.scenario(
      on: Scenes.merged, [.next(feed: 0, payload: 1)],
      reactions: [
        Reaction(
          subscription: 1, trigger: .next(ordinal: 1), actions: [.next(feed: 1, payload: 2)])
      ])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.attached(2, feed: 1)
      $0.action(1, Row.p) {
        $0.next(1, by: 1, Row.p) { $0.action(2, Row.p) { $0.next(2, by: 2, Row.p) } }
      }
    }
    expectLawfulOnly(trace) { $0.meeting = .recursiveLock }
  }

  @Test("a thread that finds another one at work waits for the lock, and sends what it brings")
  func waiting() {
    let scenario = Scenes.scenario(
      on: Scenes.merged, [.next(feed: 0, payload: 1)], [.next(feed: 1, payload: 2)])
    let left = Trace.of(scenario) {
      $0.attached(1)
      $0.attached(2, feed: 1)
      $0.enter(1, Row.p)
      $0.action(2, Row.q)
      $0.next(1, by: 1, Row.p)
      $0.next(2, by: 2, Row.p)
      $0.exit(1, Row.p)
    }
    var semantics = LibrarySemantics()
    semantics.meeting = .recursiveLock
    let rules = Set(InvariantName.allCases)
    let locked = Judge(promises: rules, ownRules: [], semantics: semantics)
    #expect(locked.verdict(on: left) != .lawful)
    #expect(Judge(promises: rules).verdict(on: left) == .lawful)
  }

  @Test("a subject without a queue notifies its observers in any order")
  func anyOrder() {
    let scenario = Scenes.scenario(
      on: Scenes.subject, [.next(feed: 0, payload: 1)], [.dispose(subscription: 2)])
    let trace = Trace.of(scenario) {
      $0.action(1, Row.p) {
        $0.next(1, by: 1, to: 2, Row.p)
        $0.next(1, by: 1, to: 1, Row.p)
      }
    }
    expectLawfulOnly(trace) { $0.subjects = .snapshot }
  }

  @Test(
    "an observer that is disposed in the middle of an event may be sent it still, and receives no later one"
  )
  func sentLate() {
    let scenario = Scenes.scenario(
      on: Scenes.subject, [.next(feed: 0, payload: 1)], [.dispose(subscription: 2)])
    let inFlight = Trace.of(scenario) {
      $0.enter(1, Row.p)
      $0.next(1, by: 1, to: 1, Row.p) { $0.action(2, Row.q) }
      $0.next(1, by: 1, to: 2, Row.p)
      $0.exit(1, Row.p)
    }
    expectLawfulOnly(inFlight) { $0.subjects = .snapshot }
    var semantics = LibrarySemantics()
    semantics.subjects = .snapshot
    let judge = Judge(
      promises: Set(InvariantName.allCases), ownRules: [], semantics: semantics)
    let later = Trace.of(scenario) {
      $0.action(2, Row.q)
      $0.action(1, Row.p) {
        $0.next(1, by: 1, to: 1, Row.p)
        $0.next(1, by: 1, to: 2, Row.p)
      }
    }
    #expect(judge.verdict(on: later) != .lawful)
  }

  @Test("a promise tells each its element and its end, and not all of them the element first")
  func promise() {
    let scenario = Scenes.scenario(
      on: Chain("future", [0]), [.next(feed: 0, payload: 1)], [.dispose(subscription: 2)])
    func verdict(_ events: (inout TraceBuilder) -> Void) -> Judge.Verdict {
      var semantics = LibrarySemantics()
      semantics.subjects = .snapshot
      return Judge(promises: Set(InvariantName.allCases), ownRules: [], semantics: semantics)
        .verdict(
          on: Trace.of(scenario) {
            $0.enter(1, Row.p)
            events(&$0)
            $0.exit(1, Row.p)
            $0.action(2, Row.q)
          })
    }
    #expect(
      verdict {
        for subscription in [2, 1] {
          $0.next(1, by: 1, to: subscription, Row.p)
          $0.completed(to: subscription, Row.p)
        }
      } == .lawful)
    #expect(
      verdict {
        for subscription in [1, 2] { $0.next(1, by: 1, to: subscription, Row.p) }
        for subscription in [1, 2] { $0.completed(to: subscription, Row.p) }
      } != .lawful)
  }

  @Test("where only elements wait, an end is left to the thread at work")
  func leftEnd() {
    let scenario = Scenes.scenario(
      on: Scenes.merged, [.next(feed: 0, payload: 1)], [.error(feed: 1)])
    let left = Trace.of(scenario) {
      $0.attached(1)
      $0.attached(2, feed: 1)
      $0.enter(1, Row.p)
      $0.next(1, by: 1, Row.p) { $0.action(2, Row.q) }
      $0.error(code: 2, Row.p)
      $0.exit(1, Row.p)
    }
    for (meeting, isLawful) in [
      (LibrarySemantics.Meeting.elementsWait, true), (.recursiveLock, false),
    ] {
      #expect(left.isLawful { $0.meeting = meeting } == isLawful, "\(meeting)")
    }
  }

  @Test("who has let the lock go looks whether there is an end a moment later, and sends it")
  func leftEndFoundLater() {
    for chain in [Scenes.subject, Scenes.merged] {
      let scenario = Scenes.scenario(
        on: chain, [.next(feed: 0, payload: 1)],
        [.next(feed: 0, payload: 2), .error(feed: 0)])
      let trace = Trace.of(scenario) {
        if chain != Scenes.subject {
          $0.attached(1)
          $0.attached(2, feed: 1)
        }
        $0.enter(1, Row.p)
        $0.next(1, by: 1, Row.p)
        $0.action(2, Row.q) { $0.next(2, by: 2, Row.q) }
        $0.enter(3, Row.q)
        $0.error(code: 3, Row.p)
        $0.exit(3, Row.q)
        $0.exit(1, Row.p)
      }
      expectLawfulOnly(trace) {
        $0.subjects = .elementsUnderLock
        $0.meeting = .elementsWait
      }
    }
  }

  @Test("an end of a subject that is left to the thread at work keeps out what comes behind it")
  func leftEndOfSubject() {
    let scenario = Scenes.scenario(
      on: Scenes.subject, [.next(feed: 0, payload: 1)],
      [.completed(feed: 0), .next(feed: 0, payload: 2)])
    func trace(isLate: Bool) -> Trace {
      Trace.of(scenario) {
        $0.enter(1, Row.p)
        $0.next(1, by: 1, Row.p) {
          $0.action(2, Row.q)
          $0.enter(3, Row.q)
        }
        if isLate { $0.next(2, by: 3, Row.q) }
        $0.completed(Row.p)
        $0.exit(1, Row.p)
        $0.exit(3, Row.q)
      }
    }
    var semantics = LibrarySemantics()
    semantics.subjects = .elementsUnderLock
    let judge = Judge(
      promises: Set(InvariantName.allCases), ownRules: [], semantics: semantics)
    #expect(judge.verdict(on: trace(isLate: false)) == .lawful)
    #expect(judge.verdict(on: trace(isLate: true)) != .lawful)
  }

  @Test("who disposes may send an end that another thread has decided")
  func sentByDisposer() {
    let scenario = Scenes.scenario(
      on: Scenes.feed, [.completed(feed: 0)], [.dispose(subscription: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.enter(1, Row.p)
      $0.action(2, Row.q) {
        $0.completed(Row.q)
        $0.detached(1, Row.q)
      }
      $0.exit(1, Row.p)
    }
    expectLawfulOnly(trace) { $0.meeting = .elementsWait }
  }

  @Test(
    "where only nodes with a lock stop it, what is in flight passes a gate that is closed meanwhile"
  )
  func admitted() {
    let scenario = Scenes.scenario(
      on: Chain("take", [1], inputs: [Scenes.feed]), [.next(feed: 0, payload: 1)],
      [.dispose(subscription: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.enter(1, Row.p)
      $0.next(1, by: 1, Row.p) { $0.action(2, Row.q) }
      $0.completed(Row.p)
      $0.detached(1, Row.p)
      $0.exit(1, Row.p)
    }
    expectLawfulOnly(trace) { $0.meeting = .elementsWait }
  }

  @Test("where only elements wait, the next of several sequences begins while one is sending")
  func replacedUnlocked() {
    let scenario = Scenes.scenario(
      on: Chain("switchLatest", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      [.next(feed: 0, payload: 1), .next(feed: 1, payload: 1)], [.next(feed: 0, payload: 2)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.action(1, Row.p) { $0.attached(2, feed: 1, Row.p) }
      $0.enter(2, Row.p)
      $0.next(1, by: 2, Row.p) {
        $0.action(3, Row.q) {
          $0.detached(2, feed: 1, Row.q)
          $0.attached(3, feed: 1, Row.q)
        }
      }
      $0.exit(2, Row.p)
      $0.raceEnd()
      $0.detached(1)
      $0.detached(3, feed: 1)
      $0.tornDown()
    }
    for (meeting, isLawful) in [
      (LibrarySemantics.Meeting.elementsWait, true), (.recursiveLock, false),
    ] {
      #expect(trace.isLawful { $0.meeting = meeting } == isLawful, "\(meeting)")
    }
  }

  @Test("where only elements wait, who ends a sequence may begin what another thread has brought")
  func begunByAnother() {
    let scenario = Scenes.scenario(
      on: Chain("mergeInner", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)], [.completed(feed: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.action(1, Row.p) { $0.attached(2, feed: 1, Row.p) }
      $0.enter(2, Row.p)
      $0.enter(3, Row.q)
      $0.detached(2, feed: 1, Row.q)
      $0.attached(3, feed: 1, Row.q)
      $0.exit(2, Row.p)
      $0.exit(3, Row.q)
      $0.raceEnd()
      $0.detached(1)
      $0.detached(3, feed: 1)
      $0.tornDown()
    }
    expectLawfulOnly(trace) { $0.meeting = .elementsWait }
  }

  @Test("a source that wins under a lock keeps what it was given")
  func amongOthers() {
    let scenario = Scenes.scenario(
      on: Chain("amb", inputs: [Chain("feed", [0]), Chain("subject", [1])]),
      [.next(feed: 1, payload: 1)], [.next(feed: 0, payload: 2)],
      reactions: [
        Reaction(
          subscription: 1, trigger: .next(ordinal: 1), actions: [.subscribe(subscription: 2)])
      ])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.action(1, Row.p) {
        $0.detached(1, Row.p)
        $0.next(1, by: 1, Row.p) { $0.action(3, Row.p) { $0.attached(2, Row.p) } }
      }
      $0.action(2, Row.q) { $0.next(2, by: 2, to: 2, Row.q) }
      $0.raceEnd()
      $0.detached(2)
      $0.tornDown()
    }
    var semantics = LibrarySemantics()
    (semantics.subjects, semantics.meeting) = (.elementsUnderLock, .elementsWait)
    let judge = Judge(
      promises: Set(InvariantName.allCases), ownRules: [], semantics: semantics)
    #expect(judge.verdict(on: trace) == .lawful)
  }

  @Test("the end of a succession may be left to the thread that is subscribing there")
  func leftSuccession() {
    let scenario = Scenes.scenario(
      on: Chain("concat", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      [.completed(feed: 0)], [.completed(feed: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.enter(1, Row.p)
      $0.detached(1, Row.p)
      $0.attached(2, feed: 1, Row.p)
      $0.action(2, Row.q) { $0.detached(2, feed: 1, Row.q) }
      $0.completed(Row.p)
      $0.exit(1, Row.p)
    }
    expectLawfulOnly(trace) { $0.successions = .handOver }
  }

  @Test("who is put on a list just before an end and counted just after it may connect in vain")
  func connectedInVain() {
    let scenario = Scenes.scenario(
      on: Chain("share", inputs: [Scenes.feed]), [.completed(feed: 0)],
      [.subscribe(subscription: 2)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.enter(1, Row.p)
      $0.enter(2, Row.q)
      $0.detached(1, Row.p)
      $0.completed(to: 1, Row.p)
      $0.attached(2, Row.q)
      $0.exit(2, Row.q)
      $0.detached(2, Row.p)
      $0.completed(to: 2, Row.p)
      $0.exit(1, Row.p)
    }
    expectLawfulOnly(trace) { $0.subjects = .snapshot }
  }

  @Test("who observes a subject after its end may be interrupted, which nobody sees")
  func interrupted() {
    let scenario = Scenes.scenario(
      on: Scenes.subject, [.completed(feed: 0), .subscribe(subscription: 2)])
    let trace = Trace.of(scenario) {
      $0.action(1, Row.p) { $0.completed(Row.p) }
      $0.action(2, Row.p)
    }
    expectLawfulOnly(trace) { $0.subjects = .elementsUnderLock }
  }

  @Test("take may wait for one element more")
  func lateEnd() {
    let chain = Chain("take", [1], inputs: [Scenes.feed])
    let scenario = Scenes.scenario(
      on: chain, [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
      $0.action(2, Row.p) { $0.completed(Row.p) }
    }
    expectLawfulOnly(trace) { $0.take = .withElementAfter }
  }

  @Test("skip(until:) may say nothing when its source completes before the trigger")
  func silentSkip() {
    let chain = Chain("skipUntil", inputs: [Chain("feed", [0]), Chain("feed", [1])])
    let scenario = Scenes.scenario(on: chain, [.completed(feed: 0)], [.dispose(subscription: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.attached(2, feed: 1)
      $0.action(1, Row.p) {
        $0.detached(1, Row.p)
        $0.detached(2, feed: 1, Row.p)
      }
      $0.action(2, Row.q)
      $0.raceEnd()
      $0.tornDown()
    }
    expectLawfulOnly(trace) { $0.skipUntil = .staysSilent }
  }

  @Test("an adapter gives a row a meaning of its own")
  func ownRow() {
    let scenario = Scenes.scenario(
      on: Chain("map", [1], inputs: [Scenes.feed]), [.next(feed: 0, payload: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.action(1, Row.p) { $0.next(1, by: 1, Row.p) }
    }
    expectLawfulOnly(trace) { $0.rows["map"] = .identity }
  }

  @Test("what differs from RxCore is said in one line each, and nothing where nothing does")
  func differences() {
    var semantics = LibrarySemantics()
    #expect(semantics.differences.isEmpty)
    semantics.subjects = .snapshot
    semantics.rows["map"] = .identity
    #expect(semantics.differences.count == 2)
    #expect(Set(LibrarySemantics.choices).count == LibrarySemantics.choices.count)
  }
}
