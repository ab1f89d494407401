import RxCore
import RxCoreTest

extension Conformance {
  static let all = transforming + inner + filtering + timed + combining + errors + passing + shared

  private static let transforming: [Conformance] = [
    Conformance("map", elements: "210:10 220:20 230:30 250|", error: "210:10 250X") { s, _ in
      s.map { $0 * 10 }
    },
    Conformance("compactMap", elements: "210:1 230:3 250|") { s, _ in
      s.compactMap { $0 == 2 ? nil : $0 }
    },
    Conformance("enumerated", elements: "210:01 220:12 230:23 250|", error: "210:01 250X") { s, _ in
      s.enumerated().map { "\($0.index)\($0.element)" }
    },
    Conformance("scan", elements: "210:1 220:3 230:6 250|") { s, _ in s.scan(0) { $0 + $1 } },
    Conformance("scan", "into", elements: "210:1 220:3 230:6 250|") { s, _ in
      s.scan(into: 0) { $0 += $1 }
    },
    Conformance("reduce", elements: "250:6 250|", empty: "250:0 250|", error: "250X") { s, _ in
      s.reduce(0) { $0 + $1 }
    },
    Conformance(
      "reduce", "with a result", elements: "250:-6 250|", empty: "250:0 250|", error: "250X"
    ) { s, _ in s.reduce(0, accumulator: { $0 + $1 }, mapResult: { -$0 }) },
    Conformance(
      "toArray", elements: "250:[1, 2, 3] 250|", empty: "250:[] 250|", error: "250X"
    ) { s, _ in s.toArray().asObservable() },
    Conformance(
      "buffer", elements: "220:[1, 2] 250:[3] 250|", empty: "250:[] 250|", error: "250X"
    ) { $0.buffer(timeSpan: .seconds(5_000), count: 2, scheduler: $1) },
    Conformance("window") {
      $0.window(timeSpan: .seconds(5_000), count: 2, scheduler: $1).merge()
    },
    Conformance("groupBy", elements: "210:1 220:0 250|") { s, _ in
      s.groupBy { $0 % 2 }.map(\.key)
    },
    Conformance(
      "materialize", elements: "210:next(1) 220:next(2) 230:next(3) 250:completed 250|",
      empty: "250:completed 250|", error: "210:next(1) 250:error(Failure()) 250|"
    ) { s, _ in s.materialize() },
    Conformance("dematerialize", elements: "210:1 220:2 230|") { s, _ in
      s.map { $0 == 3 ? Event.completed : .next($0) }.dematerialize()
    },
    Conformance("withUnretained", elements: "210:1 220:2 230:3 250|") { s, _ in
      s.withUnretained(CurrentThreadScheduler.instance).map(\.1)
    },
    Conformance("withUnretained", "with a result") { s, _ in
      s.withUnretained(CurrentThreadScheduler.instance) { $1 }
    },
  ]

  private static let inner: [Conformance] = [
    Conformance("flatMap") { s, _ in s.flatMap { Observable.just($0) } },
    Conformance("flatMapFirst") { s, _ in s.flatMapFirst { Observable.just($0) } },
    Conformance("flatMapLatest") { s, _ in s.flatMapLatest { Observable.just($0) } },
    Conformance("concatMap") { s, _ in s.concatMap { Observable.just($0) } },
    Conformance("merge", "of observables") { s, _ in s.map { Observable.just($0) }.merge() },
    Conformance("merge", "one at a time") { s, _ in
      s.map { Observable.just($0) }.merge(maxConcurrent: 1)
    },
    Conformance("concat", "of observables") { s, _ in s.map { Observable.just($0) }.concat() },
    Conformance("switchLatest") { s, _ in s.map { Observable.just($0) }.switchLatest() },
  ]

  private static let filtering: [Conformance] = [
    Conformance("filter", elements: "210:1 230:3 250|") { s, _ in s.filter { $0 != 2 } },
    Conformance("ignoreElements", elements: "250|", error: "250X") { s, _ in s.ignoreElements() },
    Conformance("distinctUntilChanged") { s, _ in s.distinctUntilChanged() },
    Conformance("distinctUntilChanged", "by key", elements: "210:1 220:2 250|") { s, _ in
      s.distinctUntilChanged { $0 / 2 }
    },
    Conformance("distinctUntilChanged", "by comparison", elements: "210:1 250|") { s, _ in
      s.distinctUntilChanged { _, _ in true }
    },
    Conformance("distinctUntilChanged", "by a property") { s, _ in
      s.distinctUntilChanged(at: \.magnitude)
    },
    Conformance("element", elements: "220:2 220|", empty: "250X", error: "250X") { s, _ in
      s.element(at: 1)
    },
    Conformance("single", elements: "210:1 220X", empty: "250X") { s, _ in s.single() },
    Conformance(
      "single", "of a kind", elements: "220:2 250|", empty: "250X", error: "250X"
    ) { s, _ in s.single { $0 == 2 } },
    Conformance(
      "first", elements: "210:1 210|", empty: "250:-1 250|", error: "210:1 210|"
    ) { s, _ in s.first().asObservable().map { $0 ?? -1 } },
    Conformance("take", elements: "210:1 220:2 220|") { s, _ in s.take(2) },
    Conformance("take", "while", elements: "210:1 220:2 230|") { s, _ in s.take(while: { $0 < 3 })
    },
    Conformance("take", "until a predicate", elements: "210:1 220|") { s, _ in
      s.take(until: { $0 == 2 })
    },
    Conformance("takeLast", elements: "250:2 250:3 250|", error: "250X") { s, _ in
      s.takeLast(2)
    },
    Conformance("skip", elements: "220:2 230:3 250|", error: "250X") { s, _ in s.skip(1) },
    Conformance("skip", "while", elements: "220:2 230:3 250|", error: "250X") { s, _ in
      s.skip(while: { $0 < 2 })
    },
    Conformance("ifEmpty", empty: "250:9 250|") { s, _ in s.ifEmpty(default: 9) },
    Conformance("ifEmpty", "switch", empty: "250:9 250|") { s, _ in s.ifEmpty(switchTo: .just(9)) },
  ]

  private static let timed: [Conformance] = [
    Conformance(
      "take", "for", elements: "210:1 220:2 225|", empty: "225|", never: "225|",
      error: "210:1 225|"
    ) { $0.take(for: .seconds(25), scheduler: $1) },
    Conformance("skip", "for", elements: "220:2 230:3 250|", error: "250X") {
      $0.skip(for: .seconds(15), scheduler: $1)
    },
    Conformance("debounce", elements: "245:3 250|", error: "225:1 250X") {
      $0.debounce(.seconds(15), scheduler: $1)
    },
    Conformance("throttle", elements: "210:1 225:2 240:3 250|") {
      $0.throttle(.seconds(15), scheduler: $1)
    },
    Conformance("throttle", "without the latest", elements: "210:1 230:3 250|") {
      $0.throttle(.seconds(15), latest: false, scheduler: $1)
    },
    Conformance(
      "delay", elements: "215:1 225:2 235:3 255|", empty: "255|", error: "215:1 250X"
    ) { $0.delay(.seconds(5), scheduler: $1) },
    Conformance("delaySubscription", elements: "220:2 230:3 250|", error: "250X") {
      $0.delaySubscription(.seconds(15), scheduler: $1)
    },
    Conformance("timeout", never: "300X") { $0.timeout(.seconds(100), scheduler: $1) },
    Conformance("timeout", "with another sequence", never: "300:9 300|") {
      $0.timeout(.seconds(100), other: Observable.just(9), scheduler: $1)
    },
    Conformance(
      "observe", elements: "211:1 221:2 231:3 251|", empty: "251|", error: "211:1 251X"
    ) { $0.observe(on: $1) },
    Conformance("subscribe", "on a scheduler") { $0.subscribe(on: $1) },
  ]

  private static let combining: [Conformance] = [
    Conformance(
      "merge", elements: "210:1 215:7 220:2 230:3 250|", empty: "215:7 250|", never: "215:7",
      error: "210:1 215:7 250X"
    ) { Observable.merge($0, other("215:7 240|", on: $1)) },
    Conformance(
      "concat", elements: "210:1 220:2 230:3 250:9 250|", empty: "250:9 250|"
    ) { s, _ in s.concat(Observable.just(9)) },
    Conformance("zip", elements: "210:8 220:10 250|", error: "210:8 250X") {
      Observable.zip($0, other("205:7 215:8 240|", on: $1)) { $0 + $1 }
    },
    Conformance(
      "combineLatest", elements: "210:8 215:9 220:10 230:11 250|", error: "210:8 215:9 250X"
    ) { Observable.combineLatest($0, other("205:7 215:8 240|", on: $1)) { $0 + $1 } },
    Conformance("withLatestFrom", elements: "220:9 230:10 250|", error: "250X") {
      $0.withLatestFrom(other("215:7 240|", on: $1)) { $0 + $1 }
    },
    Conformance("withLatestFrom", "only", elements: "220:7 230:7 250|", error: "250X") {
      $0.withLatestFrom(other("215:7 240|", on: $1))
    },
    Conformance("sample", elements: "215:1 225:2 260:3 260|", empty: "260|", error: "215:1 250X") {
      $0.sample(other("215:0 225:0 260:0", on: $1))
    },
    Conformance(
      "take", "until another sequence", elements: "210:1 220:2 225|", empty: "225|",
      never: "225|", error: "210:1 225|"
    ) { $0.take(until: other("225:0", on: $1)) },
    Conformance(
      "skip", "until another sequence", elements: "220:2 230:3 250|", error: "250X"
    ) { $0.skip(until: other("215:0", on: $1)) },
    Conformance("amb", empty: "215:7 240|", never: "215:7 240|") {
      $0.amb(other("215:7 240|", on: $1))
    },
    Conformance(
      "startWith", elements: "200:0 210:1 220:2 230:3 250|", empty: "200:0 250|", never: "200:0",
      error: "200:0 210:1 250X"
    ) { s, _ in s.startWith(0) },
  ]

  private static let errors: [Conformance] = [
    Conformance("catch", error: "210:1 250:9 250|") { s, _ in s.catch { _ in .just(9) } },
    Conformance("catch", "sequence", error: "210:1 250:9 250|") { s, _ in
      .catch(sequence: [s, .just(9)])
    },
    Conformance("catchAndReturn", error: "210:1 250:9 250|") { s, _ in s.catchAndReturn(9) },
    // A hot source has nothing left for the second attempt.
    Conformance("retry", error: "210:1") { s, _ in s.retry() },
    Conformance("retry", "once") { s, _ in s.retry(1) },
    Conformance("retry", "twice", error: "210:1") { s, _ in s.retry(2) },
    Conformance("retry", "when it fails", error: "210:1") { s, _ in
      s.retry { (errors: Observable<any Error>) in errors.map { _ in 0 } }
    },
    // The trigger answers once, and its end waits for the next failure, which a hot source does not have.
    Conformance("retry", "until the trigger completes", error: "210:1") { s, _ in
      s.retry { (errors: Observable<any Error>) in errors.take(1) }
    },
  ]

  private static let passing: [Conformance] = [
    Conformance("do") { s, _ in s.do(onNext: { _ in }) },
    Conformance("debug") { s, _ in s.debug() },
    Conformance("asObservable") { s, _ in s.asObservable() },
    Conformance("multicast") { s, _ in s.multicast(PublishSubject<Int>()).refCount() },
    Conformance("multicast", "with new subjects") { s, _ in
      s.multicast { PublishSubject<Int>() }.refCount()
    },
    Conformance("multicast", "with a selector") { s, _ in
      s.multicast({ PublishSubject<Int>() }, selector: { $0 })
    },
  ]

  private static let shared: [Conformance] = [
    Conformance("publish") { s, _ in s.publish().refCount() },
    Conformance("replay") { s, _ in s.replay(1).refCount() },
    Conformance("replayAll") { s, _ in s.replayAll().refCount() },
    Conformance("refCount") { s, _ in s.publish().refCount() },
    Conformance("share") { s, _ in s.share() },
    Conformance("share", "and replay") { s, _ in s.share(replay: 1) },
    Conformance("share", "for ever") { s, _ in s.share(replay: 1, scope: .forever) },
    Conformance("connect") { source, _ in
      Observable.using {
        let connectable = source.publish()
        return Connected(stream: connectable, connection: connectable.connect())
      } observableFactory: {
        $0.stream
      }
    },
  ]

  private static func other(_ text: String, on scheduler: TestScheduler) -> Observable<Int> {
    Timeline.source(text, on: scheduler).asObservable()
  }

  /// A connection, and what it feeds.
  private struct Connected: Disposable {
    let stream: Observable<Int>
    let connection: any Disposable
    func dispose() { connection.dispose() }
  }
}
