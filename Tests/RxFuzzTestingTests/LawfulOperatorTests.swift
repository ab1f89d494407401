import Dispatch
import RxCore
import RxCoreAdapter
import RxFuzzTesting
import Synchronization
import Testing

/// Subscribes its source when it is first wanted, and lets it go with itself.
private final class KeptSource: Sendable {
  private let source: Observable<Int>
  private let subject = ReplaySubject<Int>.create(bufferSize: 1)
  private let connection = SerialDisposable()
  private let isConnected = Atomic(false)

  init(_ source: Observable<Int>) { self.source = source }
  deinit { connection.dispose() }

  func stream() -> Observable<Int> {
    if !isConnected.exchange(true, ordering: .acquiringAndReleasing) {
      connection.disposable = source.subscribe(subject)
    }
    return subject.do(onDispose: { withExtendedLifetime(self) {} })
  }
}

/// Operators of the core as if they were somebody's own, of whose values nothing is said: what holds of any operator must hold
/// of each of them, whether it resubscribes, shares, replays, hops to a queue or leaves its source early.
@Suite("checkOperator without a model", .serialized, .exclusiveSchedules, .timeLimit(.minutes(5)))
struct LawfulOperatorTests {
  typealias Operator = @Sendable (Observable<Int>) -> Observable<Int>
  typealias OperatorOfTwo = @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  typealias TimedOperator =
    @Sendable (Observable<Int>, any SchedulerType) -> Observable<Int>

  private static let ofOne: KeyValuePairs<String, Operator> = [
    "retry": { $0.retry(2) },
    "repeat": { source in source.concat(source) },
    "share": { $0.share() },
    "share replaying": { $0.share(replay: 1) },
    "share for ever": { $0.share(replay: 2, scope: .forever) },
    "publish and refCount": { $0.publish().refCount() },
    "replayAll and refCount": { $0.replayAll().refCount() },
    "observe on a queue": { $0.observe(on: Self.scheduler) },
    "subscribe on a queue": { $0.subscribe(on: Self.scheduler) },
    "delay": { $0.delay(.milliseconds(1), scheduler: Self.scheduler) },
    "timeout": { $0.timeout(.milliseconds(1), scheduler: Self.scheduler) },
    "buffer": {
      $0.buffer(timeSpan: .milliseconds(1), count: 2, scheduler: Self.scheduler).map { $0.count }
    },
    "window": {
      $0.window(timeSpan: .milliseconds(1), count: 2, scheduler: Self.scheduler).merge()
    },
    "take": { $0.take(1) },
    "takeLast": { $0.takeLast(1) },
    "startWith": { $0.startWith(7) },
    "catch": { source in source.catch { _ in source } },
    "catchAndReturn": { $0.catchAndReturn(3) },
    "ifEmpty": { source in source.ifEmpty(switchTo: source) },
    "materialize": { $0.materialize().dematerialize() },
    "flatMap": { source in source.flatMap { Observable.of($0, $0) } },
    "flatMap of itself": { source in source.flatMap { _ in source.take(1) } },
    "flatMapLatest of itself": { source in source.flatMapLatest { _ in source } },
    "groupBy": { $0.groupBy { $0 % 2 }.merge() },
    "toArray": { $0.toArray().asObservable().map { $0.count } },
    "skip": { $0.skip(1) },
    "ignore": { source in source.filter { _ in false } },
    "never subscribes": { _ in Observable.just(1) },
    "never ends": { source in Observable.merge(source, .never()) },
    "deferred": { source in Observable.deferred { source } },
    "using": { source in
      Observable.using({ BooleanDisposable() }, observableFactory: { _ in source })
    },
    "kept for whoever comes later": { source in
      let kept = KeptSource(source)
      return Observable.deferred { kept.stream() }
    },
    "debug": { $0.do(onNext: { _ in }, onDispose: {}) },
  ]

  private static let ofTwo: KeyValuePairs<String, OperatorOfTwo> = [
    "zip": { Observable.zip($0, $1) { $0 &+ $1 } },
    "combineLatest": { Observable.combineLatest($0, $1) { $0 &+ $1 } },
    "concat": { $0.concat($1) },
    "amb": { $0.amb($1) },
    "takeUntil": { $0.take(until: $1) },
    "skipUntil": { $0.skip(until: $1) },
    "sample": { $0.sample($1) },
    "withLatestFrom": { $0.withLatestFrom($1) },
    "retry when": { source, trigger in source.retry { _ in trigger } },
    "catch by the other": { source, other in source.catch { _ in other } },
    "shared merge": { Observable.merge($0, $1).share(replay: 1) },
    "switch": { first, second in first.flatMapLatest { _ in second } },
    "first only": { first, _ in first },
  ]

  private static let timed: KeyValuePairs<String, TimedOperator> = [
    "debounce": { $0.debounce(.milliseconds(1), scheduler: $1) },
    "delay subscription": { $0.delaySubscription(.milliseconds(1), scheduler: $1) },
    "observe": { $0.observe(on: $1) },
    "beside an interval": { source, scheduler in
      Observable.merge(
        source, Observable<Int>.interval(.milliseconds(2), scheduler: scheduler).take(2))
    },
    "retry later": { source, scheduler in
      source.retry { errors in errors.delay(.milliseconds(1), scheduler: scheduler) }
    },
  ]

  private static let queue = DispatchQueue(label: "own")
  private static let scheduler = SerialDispatchQueueScheduler(
    queue: queue, internalSerialQueueName: "own")
  private let library = RxCoreLibrary(countsResources: false)

  @Test("operators of one source are silent", arguments: ofOne.map(\.key))
  func one(name: String) throws {
    let build = try #require(Self.ofOne.first { $0.key == name }?.value)
    let report = try checkOperator(
      library, iterations: 1_500, schedules: 400, seed: 7, build)
    #expect(report.failure == nil)
    #expect(report.schedules > 0 && report.overlappedRaces > 0)
  }

  @Test("operators of two sources are silent", arguments: ofTwo.map(\.key))
  func two(name: String) throws {
    let build = try #require(Self.ofTwo.first { $0.key == name }?.value)
    let report = try checkOperator(
      library, iterations: 1_500, schedules: 400, seed: 7, build)
    #expect(report.failure == nil)
  }

  @Test("operators that go by time are silent", arguments: timed.map(\.key))
  func inTime(name: String) throws {
    let build = try #require(Self.timed.first { $0.key == name }?.value)
    let report = try checkTimedOperator(
      library, iterations: 1_000, schedules: 400, seed: 7, build)
    #expect(report.failure == nil)
  }
}
