import RxCoreTest
import Testing

@testable import RxCore

@Suite("Traits")
struct TraitTests {
  @Test("asSingle, asMaybe and first keep their promise for every kind of source")
  func conversions() {
    typealias Row = (source: Observable<Int>, single: [String], maybe: [String], first: [String])
    let rows: [Row] = [
      (.empty(), ["error"], ["completed"], ["nil", "completed"]),
      (.just(1), ["1", "completed"], ["1", "completed"], ["Optional(1)", "completed"]),
      (.of(1, 2), ["error"], ["error"], ["Optional(1)", "completed"]),
      (.error(Failure()), ["error"], ["error"], ["error"]),
      (.never(), [], [], []),
    ]
    for row in rows {
      #expect(row.source.asSingle().asObservable().recorded() == row.single + ["disposed"])
      #expect(row.source.asMaybe().asObservable().recorded() == row.maybe + ["disposed"])
      #expect(row.source.first().asObservable().recorded() == row.first + ["disposed"])
    }
  }

  @Test("a single sends its element at completion, the first of a sequence at once")
  func moments() {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = source.observable.asSingle().subscribe(onSuccess: { log.add("single \($0)") })
    _ = source.observable.first().subscribe(onSuccess: { log.add("first \($0 ?? 0)") })
    source.next(1)
    #expect(log.values == ["first 1"])
    #expect(source.notes.values == ["subscribed", "subscribed", "released"])
    source.completed()
    #expect(log.values == ["first 1", "single 1"])
    #expect(source.notes.values.filter { $0 == "released" }.count == 2)
  }

  @Test("the first of a sequence that emits again inside the delivery is sent once")
  func firstReentrant() {
    let source = ManualSource<Int>()
    let log = Log<Int>()
    _ = source.observable.first().subscribe(onSuccess: { element in
      log.add(element ?? 0)
      source.next(2)
    })
    source.next(1)
    #expect(log.values == [1])
  }

  @Test("of several events that a created trait sends only the first counts")
  func created() {
    let log = Log<String>()
    let single = Single<Int>.create { emit in
      emit(.success(1))
      emit(.success(2))
      emit(.failure(Failure()))
      return Disposables.create { log.add("released") }
    }
    _ = single.subscribe { log.add("\($0)") }
    _ = Maybe<Int>.create { emit in
      emit(.completed)
      emit(.success(2))
      return Disposables.create { log.add("released") }
    }.subscribe(onSuccess: { log.add("\($0)") }, onCompleted: { log.add("completed") })
    _ = Completable.create { emit in
      emit(.error(Failure()))
      emit(.completed)
      return Disposables.create { log.add("released") }
    }.subscribe(onCompleted: { log.add("completed") }, onError: { _ in log.add("error") })
    #expect(
      log.values == ["success(1)", "released", "completed", "released", "error", "released"])
  }

  @Test("of several racing successes exactly one is sent")
  func racingSuccesses() {
    for _ in 0..<100 {
      let observers = Log<Single<Int>.SingleObserver>()
      let log = Log<String>()
      _ = Single<Int>.create { emit in
        observers.add(emit)
        return Disposables.create()
      }.asObservable().record(in: log)
      race(3) { racer in observers.values[0](.success(racer)) }
      #expect(log.values.count == 3)
      #expect(log.values.suffix(2) == ["completed", "disposed"])
    }
  }

  @Test("factories and subscriptions of traits")
  func factories() {
    let log = Log<String>()
    _ = Single.just(1).subscribe { log.add("single \($0)") }
    _ = Single<Int>.error(Failure()).subscribe { log.add("single \($0)") }
    _ = Single.just(2).map { $0 * 10 }.subscribe(onSuccess: { log.add("mapped \($0)") })
    _ = Maybe<Int>.empty().subscribe { log.add("maybe \($0)") }
    _ = Maybe.just(3).subscribe { log.add("maybe \($0)") }
    _ = Maybe<Int>.error(Failure()).subscribe { log.add("maybe \($0)") }
    _ = Maybe.just(4).map { $0 + 1 }.filter { $0 > 9 }.subscribe { log.add("filtered \($0)") }
    _ = Single.just(4).filter { $0 == 4 }.subscribe { log.add("filtered \($0)") }
    _ = Completable.empty().subscribe { log.add("completable \($0)") }
    _ = Completable.error(Failure()).subscribe { log.add("completable \($0)") }
    _ = Completable.empty().asMaybe(of: Int.self).subscribe { log.add("maybe \($0)") }
    _ = Maybe<Int>.empty().asSingle().subscribe { log.add("single \($0)") }
    _ = Single.just(5).asMaybe().subscribe { log.add("maybe \($0)") }
    #expect(
      log.values == [
        "single success(1)", "single failure(RxCoreTests.Failure())", "mapped 20",
        "maybe completed", "maybe success(3)", "maybe error(RxCoreTests.Failure())",
        "filtered completed", "filtered success(4)", "completable completed",
        "completable error(RxCoreTests.Failure())", "maybe completed",
        "single failure(RxCore.RxError.noElements)", "maybe success(5)",
      ])
    #expect(Single<Int>.never().asObservable().recorded() == ["disposed"])
    #expect(Maybe<Int>.never().asObservable().recorded() == ["disposed"])
    #expect(Completable.never().asObservable().recorded() == ["disposed"])
    let failing = Single<Int>.deferred { throw Failure() }
    #expect(failing.asObservable().recorded() == ["error", "disposed"])
  }

  @Test("do calls its closures beside a trait's events")
  func sideEffects() {
    let log = Log<String>()
    _ = Single.just(1).do(
      onSuccess: { log.add("on \($0)") }, afterSuccess: { log.add("after \($0)") },
      onSubscribe: { log.add("subscribe") }, onDispose: { log.add("dispose") }
    ).subscribe()
    _ = Maybe<Int>.empty().do(onCompleted: { log.add("maybe") }).subscribe()
    _ = Completable.error(Failure()).do(onError: { _ in log.add("completable") })
      .subscribe(onError: { _ in })
    #expect(
      log.values == ["subscribe", "on 1", "after 1", "dispose", "maybe", "completable"])
  }

  @Test("an infallible sequence does what an observable does, and never fails")
  func infallible() {
    let log = Log<String>()
    let source = Infallible<Int>.create { emit in
      for number in 1...4 { emit(.next(number)) }
      emit(.completed)
      return Disposables.create()
    }
    _ = source.map { $0 * 10 }.filter { $0 > 10 }.skip(1).take(1)
      .subscribe(onNext: { log.add("\($0)") }, onCompleted: { log.add("completed") })
    _ = Infallible.merge(.just(1), .from([2, 3]), .empty())
      .scan(0) { $0 + $1 }.subscribe { log.add("\($0)") }
    #expect(
      log.values == ["30", "completed", "next(1)", "next(3)", "next(6)", "completed"])
    #expect(Infallible<Int>.never().asObservable().recorded() == ["disposed"])
    #expect(Infallible.deferred { .just(1) }.share().asObservable().recorded().first == "1")
    #expect(BehaviorRelay(value: 1).asInfallible().asObservable().recorded() == ["1", "disposed"])
  }

  @Test("a trait's factories take a scheduler")
  func scheduled() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<String>()
    func note<Trait>(_ name: String, _ sequence: PrimitiveSequence<Trait, Int>) {
      _ = sequence.asObservable().subscribe(onNext: {
        log.add("\(name) \($0) at \(scheduler.clock)")
      })
    }
    note("single", Single.just(1, scheduler: scheduler))
    note("maybe", Maybe.just(2, scheduler: scheduler))
    note("timer of a single", Single.timer(.seconds(10), scheduler: scheduler))
    note("timer of a maybe", Maybe.timer(.seconds(20), scheduler: scheduler))
    #expect(log.values.isEmpty)
    scheduler.start()
    #expect(
      log.values == [
        "single 1 at 1", "maybe 2 at 1", "timer of a single 0 at 10", "timer of a maybe 0 at 20",
      ])
  }
}
