import Foundation
import RxCore
import RxCoreAdapter
import RxFuzzKit
import RxFuzzTesting
import Synchronization
import Testing

/// Counts elements in a variable that is not synchronised, and notifies its observer from whichever thread brings one.
private func eitherUnordered(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>
{
  Observable.create { observer in
    let subscriptions = [first, second].map { source in
      source.subscribe(
        onNext: { observer.onNext($0) }, onError: { observer.onError($0) },
        onCompleted: { observer.onCompleted() })
    }
    return Disposables.create { for subscription in subscriptions { subscription.dispose() } }
  }
}

/// Keeps the latest element of any type, with its lock or without.
private final class Latest<Element>: @unchecked Sendable {
  // Safety: `lock` guards `element`, but where a test wants a race.
  private let lock = NSLock()
  private let isLocked: Bool
  private var element: Element?

  init(isLocked: Bool) { self.isLocked = isLocked }

  private func locked<Value>(_ body: () -> Value) -> Value {
    if !isLocked { return body() }
    return lock.withLock(body)
  }
  func keep(_ element: Element) { locked { self.element = element } }
  var value: Element? { locked { element } }
}

/// Tells the latest element of the first source whenever the second one has sent something.
private func latest<Element>(
  of first: Observable<Element>, at second: Observable<Element>, isLocked: Bool
) -> Observable<Element> {
  Observable.create { observer in
    let latest = Latest<Element>(isLocked: isLocked)
    let kept = first.subscribe(onNext: { latest.keep($0) })
    let sent = second.subscribe(
      onNext: { _ in if let value = latest.value { observer.onNext(value) } },
      onError: { observer.onError($0) }, onCompleted: { observer.onCompleted() })
    return Disposables.create {
      kept.dispose()
      sent.dispose()
    }
  }
}

@Suite("checkOperator", .serialized, .exclusiveSchedules, .timeLimit(.minutes(5)))
struct CheckOperatorTests {
  @Test("an operator that lets two sources meet unordered is found at the caller's line")
  func unordered() throws {
    let issues = Mutex<[Issue]>([])
    var report: TestReport?
    let line: UInt = #line + 2
    try withKnownIssue {
      report = try checkOperator(library, iterations: 20_000) { first, second in
        eitherUnordered(first, second)
      }
    } matching: { issue in
      issues.withLock { $0.append(issue) }
      return true
    }
    let failure = try #require(report?.failure)
    print(failure)
    #expect(issues.withLock { $0.first?.sourceLocation?.line } == Int(line))
    #expect(failure.replay?.contains(" lanes:rxf_1;") == true)
    #expect(failure.description.contains("ownOfTwo"))
  }

  @Test(
    "an operator that delays elements beside their end is found, on a clock that the test moves")
  func unorderedInTime() throws {
    var report: TestReport?
    withKnownIssue {
      report = try checkTimedOperator(library, iterations: 20_000) { source, scheduler in
        Observable.create { observer in
          source.subscribe(
            onNext: { element in
              _ = scheduler.scheduleRelative(element, dueTime: .milliseconds(1)) {
                observer.onNext($0)
                return Disposables.create()
              }
            }, onError: { observer.onError($0) }, onCompleted: { observer.onCompleted() })
        }
      }
    }
    let failure = try #require(report?.failure)
    #expect(failure.description.contains("ownTimed"))
  }

  @Test("operators of the core that go by time are silent, with their models and without")
  func lawfulInTime() throws {
    let plain = try checkTimedOperator(library, iterations: 2_000, schedules: 200) {
      $0.throttle(.milliseconds(2), scheduler: $1)
    }
    #expect(plain.failure == nil)
    #expect(plain.scenarios > 0 && plain.overlappedRaces > 0)
    let modelled = try checkTimedOperator(
      library, model: .debounce.given(2, 0), iterations: 2_000, schedules: 200
    ) { $0.debounce(.milliseconds(2), scheduler: $1) }
    #expect(modelled.failure == nil)
    let wrong = failing {
      try checkTimedOperator(
        library, model: .debounce.given(1, 0), iterations: 20_000, schedules: 2_000
      ) { $0.debounce(.milliseconds(2), scheduler: $1) }
    }
    #expect(wrong?.failure != nil)
  }

  @Test("an element of generic type that is kept without a lock is a data race")
  func genericElement() throws {
    func check(isLocked: Bool) throws -> TestReport {
      try checkOperator(library, iterations: 0, schedules: 3_000) { first, second in
        latest(of: first, at: second, isLocked: isLocked)
      }
    }
    let failure = try #require(failing { try check(isLocked: false) }?.failure)
    #expect(failure.description.contains("data race; read in closure of Latest.value"))
    #expect(try check(isLocked: true).failure == nil)
  }

  private func failing(_ body: () throws -> TestReport) -> TestReport? {
    var report: TestReport?
    withKnownIssue { report = try body() }
    return report
  }

  @Test("operators of the core are silent, with a model and without")
  func lawful() throws {
    let plain = try checkOperator(library, iterations: 2_000, schedules: 200) { first, second in
      Observable.merge(first, second)
    }
    #expect(plain.failure == nil)
    #expect(plain.scenarios > 0 && plain.overlappedRaces > 0)
    let modelled = try checkOperator(
      library, model: .list { $0.filter { $0 % 2 == 0 } }, iterations: 2_000, schedules: 200
    ) { source in source.filter { $0 % 2 == 0 } }
    #expect(modelled.failure == nil)
  }

  @Test(
    "the meaning of a row of the catalogue is a model, with its parameters and for several sources")
  func rows() throws {
    let last = try checkOperator(
      library, model: .takeLast.given(2), iterations: 2_000, schedules: 200
    ) { source in source.takeLast(2) }
    #expect(last.failure == nil)
    let merged = try checkOperator(library, model: .merge, iterations: 2_000, schedules: 200) {
      first, second in Observable.merge(first, second)
    }
    #expect(merged.failure == nil)
    var report: TestReport?
    withKnownIssue {
      report = try checkOperator(
        library, model: .takeLast.given(1), iterations: 20_000, schedules: 500
      ) { source in source.takeLast(2) }
    }
    #expect(report?.failure != nil)
  }

  @Test("a model that says otherwise is held against it")
  func otherwise() throws {
    var report: TestReport?
    withKnownIssue {
      report = try checkOperator(library, model: .list { $0 }, iterations: 20_000, schedules: 500) {
        source in source.skip(1)
      }
    }
    #expect(report?.failure != nil)
  }

  private let library = RxCoreLibrary(countsResources: false)
}

/// Tells its observer with a lock taken that a disposal takes, too: whoever disposes from inside waits for itself.
private func gated(_ source: Observable<Int>) -> Observable<Int> {
  Observable.create { observer in
    let lock = NSLock()
    let subscription = source.subscribe(
      onNext: { element in lock.withLock { observer.onNext(element) } },
      onError: { observer.onError($0) }, onCompleted: { observer.onCompleted() })
    return Disposables.create {
      lock.withLock {}
      subscription.dispose()
    }
  }
}

/// An adapter of a library whose `map` is something else.
private struct BrokenLibrary: TypedLibrary {
  typealias Stream = Observable<Int>
  let map: @Sendable (Observable<Int>) -> Observable<Int>
  private let base = RxCoreLibrary(countsResources: false)
  init(map: @escaping @Sendable (Observable<Int>) -> Observable<Int>) { self.map = map }

  let name = "RxCore"
  var promises: Set<InvariantName> { base.promises }
  let promiseNotes: [String] = []
  var isInstrumented: Bool { base.isInstrumented }
  func binding(forRow name: String) -> OperatorBinding? {
    guard name == "map" else { return base.binding(forRow: name) }
    return OperatorBinding { [map] _, _, inputs in
      map(unsafeDowncast(inputs[0], to: Observable<Int>.self))
    }
  }
  func makeHandle(_ holder: Holder) -> any SubscriptionHandle { base.makeHandle(holder) }
  func liveResources() -> Int? { nil }
}

extension CheckOperatorTests {
  @Test("an operator that waits for itself is found, also where the driver sends the event")
  func waitsForItself() throws {
    var report: TestReport?
    withKnownIssue {
      report = try checkOperator(RxCoreLibrary(countsResources: false), iterations: 0) { gated($0) }
    }
    let failure = try #require(report?.failure)
    #expect(failure.description.contains("LIVE-1") || failure.description.contains("deadlock"))
    #expect(failure.replay?.contains(" explore:v1:") == true)
    #expect(failure.description.contains("own"))
  }

  @Test("the replay of a free race that hung shows the deadlock under control")
  func replayOfHang() throws {
    let check = {
      try checkOperator(RxCoreLibrary(countsResources: false), iterations: 0) { gated($0) }
    }
    var report: TestReport?
    withKnownIssue { report = try check() }
    let replay = try #require(report?.failure?.replay)
    let start = try #require(replay.firstRange(of: " explore:")?.lowerBound)
    setenv("RXFUZZ_REPLAY", replay[..<start] + " free:1", 1)
    defer { unsetenv("RXFUZZ_REPLAY") }
    var again: TestReport?
    withKnownIssue { again = try check() }
    #expect(again?.failure?.replay?.contains(" explore:v1:") == true)
    #expect(again?.failure?.message == report?.failure?.message)
  }

  @Test("what the library itself does wrong is passed over, and said")
  func failuresOfLibrary() throws {
    let report = try checkOperator(BrokenLibrary(map: gated), iterations: 0) { gated($0) }
    #expect(report.failure == nil)
    #expect(report.description.contains(" nothing of it"))
  }
}
