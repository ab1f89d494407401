import Testing

@testable import RxFuzzKit

@Suite("What waits for a lock, and what passes it by")
struct PassedByTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private static let driver = TraceBuilder.driver
  private typealias Row = PassedByTests

  @Test("what a released source sends waits for no lock, also where sequences follow one another")
  func passedBy() {
    let scenario = Scenes.scenario(
      on: Chain("concat", inputs: [Scenes.merged, Chain("never")]),
      [.next(feed: 0, payload: 1)], [.dispose(subscription: 1), .next(feed: 1, payload: 2)])
    func trace(isReleased: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.enter(1, Row.p)
        $0.next(1, by: 1, Row.p) {
          if isReleased {
            $0.action(2, Row.q) {
              $0.detached(1, Row.q)
              $0.detached(2, feed: 1, Row.q)
            }
          }
          $0.action(3, Row.q)
        }
        $0.exit(1, Row.p)
      }
    }
    for meeting in [LibrarySemantics.Meeting.recursiveLock, .elementsWait] {
      #expect(trace(isReleased: true).isLawful { $0.meeting = meeting })
      #expect(!trace(isReleased: false).isLawful { $0.meeting = meeting })
    }
  }

  @Test("the next of several sequences may begin while another one is sending")
  func replacedAtOnce() {
    let scenario = Scenes.scenario(
      on: Chain(
        "flatMapLatest",
        inputs: [Chain("feed", [0]), Chain("feed", [1]), Chain("feed", [2])]),
      before: [.next(feed: 0, payload: 2)],
      [.next(feed: 1, payload: 5)], [.next(feed: 0, payload: 3)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.action(1, Row.driver) { $0.attached(2, feed: 1, Row.driver) }
      $0.enter(2, Row.p)
      $0.next(5, by: 2, Row.p) {
        $0.action(3, Row.q) {
          $0.detached(2, feed: 1, Row.q)
          $0.attached(3, feed: 2, Row.q)
        }
      }
      $0.exit(2, Row.p)
    }
    for (replacement, isLawful) in [
      (LibrarySemantics.Replacement.atOnce, true), (.inTurn, false),
    ] {
      let verdict = trace.isLawful {
        $0.meeting = .recursiveLock
        $0.replacement = replacement
      }
      #expect(verdict == isLawful, "\(replacement)")
    }
  }

  @Test("where operators release their sources first, what those send waits for no lock any more")
  func releasedByAnEnd() {
    let scenario = Scenes.scenario(
      on: Chain("take", [1], inputs: [Scenes.merged]), [.next(feed: 0, payload: 1)],
      [.next(feed: 1, payload: 2)])
    let trace = Trace.of(scenario) {
      $0.attached(1)
      $0.attached(2, feed: 1)
      $0.enter(1, Row.p)
      $0.detached(1, Row.p)
      $0.detached(2, feed: 1, Row.p)
      $0.next(1, by: 1, Row.p) { $0.action(2, Row.q) }
      $0.completed(Row.p)
      $0.exit(1, Row.p)
    }
    for (ending, isLawful) in [
      (LibrarySemantics.InputsAtEnd.releasedFirst, true), (.releasedAfterTheEnd, false),
    ] {
      let verdict = trace.isLawful {
        $0.meeting = .recursiveLock
        $0.ending = ending
      }
      #expect(verdict == isLawful, "\(ending)")
    }
  }

  @Test("the end of a trigger that changes nothing waits for nobody")
  func endOfTrigger() {
    let scenario = Scenes.scenario(
      on: Chain("takeUntil", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      [.next(feed: 0, payload: 1)], [.completed(feed: 1)])
    let trace = Trace.of(scenario) {
      $0.attached(1, feed: 1)
      $0.attached(2)
      $0.enter(1, Row.p)
      $0.next(1, by: 1, Row.p) {
        $0.action(2, Row.q) { $0.detached(1, feed: 1, Row.q) }
      }
      $0.exit(1, Row.p)
    }
    let verdict = trace.isLawful {
      $0.meeting = .recursiveLock
      $0.ending = .releasedFirst
    }
    #expect(verdict)
  }
}
