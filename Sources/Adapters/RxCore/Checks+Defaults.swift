import RxCore
import RxFuzzKit

/// What is done where a caller leaves an argument out.
enum DefaultCases {
  static let all: [CaseRun.Case] = [shared, taken, timed, currentThread]

  private static let message = "an argument that is left out stands for something else"

  private static func expect(
    _ faults: CheckedFaults, _ seen: CheckedEvents, _ elements: [Int], _ ends: [String] = []
  ) {
    faults.expect(seen.all == .init(elements: elements, ends: ends), .val1, message)
  }

  /// Nothing is replayed, and what nobody listens to is not connected.
  private static func shared(_ faults: CheckedFaults) {
    let lives = CheckedLives()
    let (subject, relay) = (PublishSubject<Int>(), PublishRelay<Int>())
    let safe = lives.counting(relay.asObservable()).asInfallible(onErrorJustReturn: 0).share()
    let shared = lives.counting(subject.asObservable()).share()
    let (seen, before) = ((0..<4).map { _ in CheckedEvents() }, lives.opens)
    var subscriptions: [any Disposable] = []
    for newcomer in 0..<2 {
      subscriptions += [
        shared.subscribe(onNext: { seen[newcomer].element($0) }),
        safe.subscribe(onNext: { seen[2 + newcomer].element($0) }),
      ]
      subject.onNext(newcomer)
      relay.accept(newcomer)
    }
    faults.expect(lives.opens == before + 2, .share1, message)
    for each in subscriptions { each.dispose() }
    faults.expect(lives.areOver, .share1, message)
    for newcomer in 0..<4 {
      expect(faults, seen[newcomer], newcomer.isMultiple(of: 2) ? [0, 1] : [1])
    }
    let again = (CheckedEvents(), CheckedEvents())
    _ = shared.subscribe(onNext: { again.0.element($0) })
    _ = safe.subscribe(onNext: { again.1.element($0) })
    expect(faults, again.0, [])
    expect(faults, again.1, [])
  }

  /// What ends a sequence is no part of it, and where nothing was sampled nothing is told.
  private static func taken(_ faults: CheckedFaults) {
    let seen = (0..<5).map { _ in CheckedEvents() }
    let (three, safe) = (Observable.of(1, 2, 3), Infallible.of(1, 2, 3))
    _ = three.take(while: { $0 < 2 }).subscribe(onNext: { seen[0].element($0) })
    _ = three.take(until: { $0 == 2 }).subscribe(onNext: { seen[1].element($0) })
    _ = safe.take(while: { $0 < 2 }).subscribe(onNext: { seen[2].element($0) })
    _ = safe.take(until: { $0 == 2 }).subscribe(onNext: { seen[3].element($0) })
    for each in seen.prefix(4) { expect(faults, each, [1]) }
    let (subject, sampler) = (PublishSubject<Int>(), PublishSubject<Int>())
    let subscription = subject.sample(sampler).subscribe(onNext: { seen[4].element($0) })
    sampler.onNext(1)
    subject.onNext(2)
    for _ in 0..<2 { sampler.onNext(1) }
    expect(faults, seen[4], [2])
    subscription.dispose()
  }

  /// A clock begins at nothing, a timer strikes once, and the last element of a span is told at its end.
  private static func timed(_ faults: CheckedFaults) {
    let clock = HistoricalScheduler()
    faults.expect(clock.now == RxTime(uptimeNanoseconds: 0), .val1, message)
    let (subject, relay) = (PublishSubject<Int>(), PublishRelay<Int>())
    let seen = (0..<3).map { _ in CheckedEvents() }
    let subscriptions: [any Disposable] = [
      Observable<Int>.timer(.seconds(1), scheduler: clock).subscribe(
        onNext: { seen[0].element($0) }, onCompleted: { seen[0].end("completed") }),
      subject.throttle(.seconds(2), scheduler: clock).subscribe(onNext: { seen[1].element($0) }),
      relay.asInfallible().throttle(.seconds(2), scheduler: clock)
        .subscribe(onNext: { seen[2].element($0) }),
    ]
    for element in 1..<4 {
      subject.onNext(element)
      relay.accept(element)
    }
    clock.advanceTo(RxTime(uptimeNanoseconds: 5_000_000_000))
    expect(faults, seen[0], [0], ["completed"])
    expect(faults, seen[1], [1, 3])
    expect(faults, seen[2], [1, 3])
    for each in subscriptions { each.dispose() }
  }

  /// The steps of sequences that are begun on the current thread wait for the work that began them.
  private static func currentThread(_ faults: CheckedFaults) {
    let makes: [@Sendable () -> Observable<Int>] = [
      { .from([1, 2]) }, { .of(1, 2) }, { .range(start: 1, count: 2) },
      { .generate(initialState: 1, condition: { $0 < 3 }, iterate: { $0 + 1 }) },
      { Observable.repeatElement(1).scan(0) { $0 + $1 }.take(2) },
      { Infallible.from([1, 2]).asObservable() }, { Infallible.of(1, 2).asObservable() },
    ]
    for make in makes {
      let seen = CheckedEvents()
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        let both = [make(), make()].map { each in each.subscribe(onNext: { seen.element($0) }) }
        expect(faults, seen, [])
        return Disposables.create(both)
      }
      expect(faults, seen, [1, 1, 2, 2])
    }
  }
}
