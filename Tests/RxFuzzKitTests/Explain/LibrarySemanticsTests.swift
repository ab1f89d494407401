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

  @Test("a thread that finds another one at work waits for the lock, and tells what it brings")
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

  @Test("a subject without a queue tells its observers in any order")
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
