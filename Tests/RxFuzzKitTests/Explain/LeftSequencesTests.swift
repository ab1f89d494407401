import Testing

@testable import RxFuzzKit

@Suite("What sequences send that have been left")
struct LeftSequencesTests {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private typealias Row = LeftSequencesTests

  private func asRxSwift(_ semantics: inout LibrarySemantics) {
    semantics.subjects = .snapshot
    semantics.meeting = .recursiveLock
    semantics.successions = .handOver
  }

  @Test("what a sequence that was left sends waits for no lock of it")
  func leftBehind() {
    let failing = Chain(
      "mapThrows", [3],
      inputs: [Chain("merge", inputs: [Chain("feed", [0]), Chain("subject", [1])])])
    let scenario = Scenes.scenario(
      on: Chain("retry", [2], inputs: [failing]), [.error(feed: 1)],
      [.next(feed: 0, payload: 1)])
    func trace(isInTime: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.enter(1, Row.p)
        $0.enter(2, Row.q)
        $0.detached(1, Row.q)
        $0.attached(2, Row.q)
        // It comes to both attempts, of which the first one's lock is held by the other thread.
        $0.detached(2, Row.p)
        $0.exit(1, Row.p)
        if isInTime { $0.error(code: 1, Row.q) }
        $0.exit(2, Row.q)
        if !isInTime { $0.error(code: 1, Row.q) }
      }
    }
    #expect(trace(isInTime: true).isLawful(asRxSwift))
    #expect(!trace(isInTime: false).isLawful(asRxSwift))
  }

  @Test("a merge of a list completes when the list has been gone through, by the thread that does")
  func mergedList() {
    let scenario = Scenes.scenario(
      on: Chain("merge", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      [.subscribe(subscription: 1)], [.completed(feed: 0), .completed(feed: 1)])
    func trace(isInTime: Bool) -> Trace {
      Trace.of(scenario) {
        $0.enter(1, Row.p)
        $0.attached(1, Row.p)
        $0.attached(2, feed: 1, Row.p)
        $0.action(2, Row.q) { $0.detached(1, Row.q) }
        $0.action(3, Row.q) { $0.detached(2, feed: 1, Row.q) }
        if isInTime { $0.completed(Row.p) }
        $0.exit(1, Row.p)
        if !isInTime { $0.completed(Row.p) }
      }
    }
    func asRxSwift(_ semantics: inout LibrarySemantics) {
      semantics.meeting = .recursiveLock
      semantics.rows = ["merge": .mergeCountingFirst]
    }
    #expect(trace(isInTime: true).isLawful(asRxSwift))
    #expect(!trace(isInTime: false).isLawful(asRxSwift))
    #expect(!trace(isInTime: true).isLawful { $0.meeting = .recursiveLock })
  }

  @Test(
    "an operator that has lost may still begin what its element stands for, until it is released")
  func losing() {
    let flattened = Chain(
      "flatMap", inputs: [Chain("feed", [0]), Chain("feed", [1])])
    let scenario = Scenes.scenario(
      on: Chain("amb", inputs: [Chain("feed", [2]), flattened]),
      [.next(feed: 2, payload: 1)], [.next(feed: 0, payload: 2)])
    let trace = Trace.of(scenario) {
      $0.attached(1, feed: 2)
      $0.attached(2, feed: 0)
      $0.enter(1, Row.p)
      $0.enter(2, Row.q)
      $0.attached(3, feed: 1, Row.q)
      $0.exit(2, Row.q)
      $0.detached(2, feed: 0, Row.p)
      $0.detached(3, feed: 1, Row.p)
      $0.next(1, by: 1, Row.p)
      $0.exit(1, Row.p)
    }
    #expect(trace.isLawful { _ in })
    #expect(trace.isLawful { $0.meeting = .recursiveLock })
  }

  @Test("an element may begin a sequence while an error is sent below, which ends it")
  func failing() {
    let flattened = Chain(
      "flatMapFirst", inputs: [Chain("feed", [0]), Chain("feed", [1])])
    let scenario = Scenes.scenario(
      on: Chain("merge", inputs: [flattened, Chain("feed", [2])]),
      [.next(feed: 0, payload: 1)], [.error(feed: 2)])
    func trace(begins: Bool, after: Bool = false) -> Trace {
      Trace.of(scenario) {
        $0.attached(1, feed: 0)
        $0.attached(2, feed: 2)
        $0.enter(2, Row.q)
        $0.error(code: 2, Row.q)
        if after { $0.detached(1, feed: 0, Row.q) }
        if after { $0.detached(2, feed: 2, Row.q) }
        if after { $0.exit(2, Row.q) }
        $0.enter(1, Row.p)
        if !after { $0.detached(1, feed: 0, Row.q) }
        if begins { $0.attached(3, feed: 1, Row.p) }
        if begins { $0.detached(3, feed: 1, Row.p) }
        if !after { $0.detached(2, feed: 2, Row.q) }
        if !after { $0.exit(2, Row.q) }
        $0.exit(1, Row.p)
      }
    }
    #expect(trace(begins: true).isLawful { _ in })
    #expect(trace(begins: false).isLawful { _ in })
    #expect(!trace(begins: true, after: true).isLawful { _ in })
    #expect(trace(begins: false, after: true).isLawful { _ in })
  }

  @Test(
    "what an input that has ended had left waits for no lock of it, in a graph that does not grow, too"
  )
  func leftInput() {
    let zipped = Chain("zip", inputs: [Chain("feed", [0]), Chain("subject", [1])])
    let scenario = Scenes.scenario(
      on: Chain(
        "merge", inputs: [Chain("take", [1], inputs: [zipped]), Chain("feed", [2])]),
      before: [.next(feed: 1, payload: 1)],
      [.next(feed: 0, payload: 2)], [.next(feed: 1, payload: 3)])
    func trace(isInTime: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.attached(2, feed: 2)
        $0.action(1, TraceBuilder.driver)
        $0.enter(2, Row.p)
        $0.next(63, by: 2, Row.p) { if !isInTime { $0.action(3, Row.q) } }
        $0.detached(1, Row.p)
        if isInTime { $0.action(3, Row.q) }
        $0.exit(2, Row.p)
      }
    }
    #expect(trace(isInTime: true).isLawful { $0.meeting = .recursiveLock })
    #expect(!trace(isInTime: false).isLawful { $0.meeting = .recursiveLock })
  }

  @Test("an element may begin a sequence in vain until who disposes has released the source")
  func disposedMeanwhile() {
    let scenario = Scenes.scenario(
      on: Chain("switchLatest", inputs: [Chain("feed", [0]), Chain("feed", [1])]),
      before: [.next(feed: 0, payload: 2)],
      [.error(feed: 1), .next(feed: 0, payload: 3)], [.dispose(subscription: 1)])
    func trace(isDisposed: Bool) -> Trace {
      Trace.of(scenario) {
        $0.attached(1)
        $0.action(1, TraceBuilder.driver) { $0.attached(2, feed: 1) }
        $0.enter(2, Row.p)
        $0.detached(2, feed: 1, Row.p)
        $0.error(code: 2, Row.p)
        if isDisposed { $0.enter(4, Row.q) }
        if !isDisposed { $0.detached(1, Row.p) }
        $0.exit(2, Row.p)
        $0.action(3, Row.p) { $0.attached(3, feed: 1, Row.p) }
        if !isDisposed { $0.enter(4, Row.q) }
        if isDisposed { $0.detached(1, Row.q) }
        $0.detached(3, feed: 1, Row.q)
        $0.exit(4, Row.q)
      }
    }
    #expect(trace(isDisposed: true).isLawful(asRxSwift))
    #expect(!trace(isDisposed: false).isLawful(asRxSwift))
    #expect(!trace(isDisposed: true).isLawful { _ in })
  }
}
