import RxCore
import RxFuzzKit

/// Objects that use the library while their last holder, the library itself, lets them go: it holds no lock then.
enum GoodbyeCases {
  static let all: [CaseRun.Case] = [
    replaced, outgrown, last, forgotten, passing, superseded, removed, bags, merged, mergedByTurns,
    zipped,
    scheduled, shared, waiting, queued, used,
  ]

  /// What is used meanwhile must be free, and what is let go is let go once.
  private static func expect(_ lives: CheckedLives, _ count: Int, _ faults: CheckedFaults) {
    faults.expect(
      lives.areOver && lives.opens == count, .leak1, "what is let go by the library is not gone")
  }

  /// Uses the subject that has held it.
  private static func element(
    of subject: SubjectBase<CheckedLife>, _ lives: CheckedLives
  ) -> CheckedLife {
    CheckedLife(lives) { [weak subject] in
      guard let subject else { return }
      _ = (subject as? BehaviorSubject<CheckedLife>).map { try? $0.value() }
      subject.subscribe(onError: { _ in }).dispose()
      if !subject.isDisposed { _ = subject.hasObservers }
    }
  }

  private static func use(_ subject: SubjectBase<CheckedLife>, _ faults: CheckedFaults) {
    let lives = CheckedLives()
    for _ in 0..<3 { subject.onNext(element(of: subject, lives)) }
    subject.dispose()
    faults.expect(
      (try? (subject as? BehaviorSubject<CheckedLife>)?.value()) == nil, .ref1,
      "a disposed subject shows a value")
    if !(subject is BehaviorSubject<CheckedLife>) { expect(lives, 3, faults) }
  }

  private static func replaced(_ faults: CheckedFaults) {
    use(BehaviorSubject(value: CheckedLife(CheckedLives())), faults)
  }
  private static func outgrown(_ faults: CheckedFaults) {
    use(ReplaySubject.create(bufferSize: 1), faults)
    use(ReplaySubject.createUnbounded(), faults)
  }
  private static func last(_ faults: CheckedFaults) { use(AsyncSubject(), faults) }

  /// Observers that go when their subject is over.
  private static func forgotten(_ faults: CheckedFaults) {
    for way in 0..<3 {
      let (lives, subject) = (CheckedLives(), PublishSubject<Int>())
      func observe() {
        let life = CheckedLife(lives) { [weak subject] in
          subject?.subscribe(onError: { _ in }).dispose()
          subject?.onNext(2)
        }
        _ = subject.subscribe(
          onNext: { _ in withExtendedLifetime(life) {} }, onError: { _ in })
      }
      observe()
      observe()
      subject.onNext(1)
      switch way {
      case 0: subject.onCompleted()
      case 1: subject.onError(FuzzError(code: 1))
      default: subject.dispose()
      }
      expect(lives, 2, faults)
    }
  }

  /// Observers that come and go while the subject tells others, and that it must not keep.
  private static func passing(_ faults: CheckedFaults) {
    let subjects: [SubjectBase<Int>] = [
      PublishSubject(), BehaviorSubject(value: 1), ReplaySubject.create(bufferSize: 1),
    ]
    for subject in subjects {
      let lives = CheckedLives()
      let host = subject.subscribe(onNext: { [weak subject] _ in
        let life = CheckedLife(lives) {}
        subject?.subscribe(onNext: { _ in withExtendedLifetime(life) {} }).dispose()
      })
      subject.onNext(2)
      expect(lives, subject is BehaviorSubject<Int> ? 2 : 1, faults)
      host.dispose()
    }
  }

  private static func resource(
    _ lives: CheckedLives, _ goodbye: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let life = CheckedLife(lives, goodbye: goodbye)
    return Disposables.create { withExtendedLifetime(life) {} }
  }

  private static func superseded(_ faults: CheckedFaults) {
    let (lives, serial) = (CheckedLives(), SerialDisposable())
    for _ in 0..<2 {
      serial.disposable = resource(lives) { [weak serial] in
        if serial?.isDisposed == false { serial?.disposable.dispose() }
      }
    }
    serial.dispose()
    expect(lives, 2, faults)
  }

  private static func removed(_ faults: CheckedFaults) {
    let (lives, composite) = (CheckedLives(), CompositeDisposable())
    let keys = (0..<3).map { _ in
      composite.insert(resource(lives) { [weak composite] in _ = composite?.count })
    }
    if let key = keys[1] { composite.remove(for: key) }
    composite.dispose()
    composite.insert(resource(lives) { [weak composite] in _ = composite?.isDisposed })
    expect(lives, 4, faults)
    let lender = RefCountDisposable(
      disposable: Disposables.create { [weak composite] in composite?.dispose() })
    lender.retain().dispose()
    lender.dispose()
  }

  private static func bags(_ faults: CheckedFaults) {
    let (lives, other) = (CheckedLives(), DisposeBag())
    var bag: DisposeBag? = DisposeBag()
    for _ in 0..<2 { bag?.insert(resource(lives) { other.insert(Disposables.create()) }) }
    bag = nil
    expect(lives, 2, faults)
  }

  /// Inner sequences that go when they are over, and end or go on with the whole.
  private static func inner(
    _ faults: CheckedFaults, _ combine: (Observable<Observable<Int>>) -> Observable<Int>
  ) {
    for ends in [false, true] {
      let (lives, outer) = (CheckedLives(), PublishSubject<Observable<Int>>())
      let (whole, inner) = (SerialDisposable(), PublishSubject<Int>())
      let subscription = combine(outer).subscribe()
      whole.disposable = subscription
      for _ in 0..<3 { outer.onNext(observable(inner, lives, whole, ends: ends)) }
      inner.onNext(1)
      // The first of several ends of one subject may begin another one's subscription, which ends at once.
      inner.onCompleted()
      faults.expect(lives.areOver, .leak1, "a sequence that is over is not let go")
      outer.onCompleted()
      whole.dispose()
      withExtendedLifetime(subscription) {
        faults.expect(lives.areOver, .leak1, "what is let go by the library is not gone")
      }
    }
  }

  private static func observable(
    _ inner: PublishSubject<Int>, _ lives: CheckedLives, _ whole: SerialDisposable, ends: Bool
  ) -> Observable<Int> {
    let life = CheckedLife(lives) { if ends { whole.dispose() } else { inner.onNext(3) } }
    return inner.map { element in withExtendedLifetime(life) { element } }
  }

  private static func merged(_ faults: CheckedFaults) {
    inner(faults) { $0.merge() }
    inner(faults) { $0.flatMap { $0 } }
    inner(faults) { $0.switchLatest() }
  }

  private static func mergedByTurns(_ faults: CheckedFaults) {
    inner(faults) { $0.merge(maxConcurrent: 2) }
    inner(faults) { $0.concat() }
    inner(faults) { $0.flatMapFirst { $0 } }
  }

  private static func zipped(_ faults: CheckedFaults) {
    let (lives, whole) = (CheckedLives(), SerialDisposable())
    let (first, second) = (PublishSubject<CheckedLife>(), PublishSubject<CheckedLife>())
    let subscription = Observable.zip(first, second) { _, _ in 0 }.subscribe()
    whole.disposable = subscription
    func send(to subject: PublishSubject<CheckedLife>) {
      subject.onNext(CheckedLife(lives) { _ = whole.isDisposed })
    }
    for _ in 0..<3 { send(to: first) }
    send(to: second)
    whole.dispose()
    send(to: second)
    withExtendedLifetime(subscription) { expect(lives, 5, faults) }
  }

  /// Work that is withdrawn, and makes other work while it goes.
  private static func scheduled(_ faults: CheckedFaults) {
    let (lives, clock) = (CheckedLives(), HistoricalScheduler())
    let works = (0..<3).map { number in
      let life = CheckedLife(lives) { [weak clock] in
        _ = clock?.schedule(()) { _ in Disposables.create() }
      }
      return clock.scheduleRelative(number, dueTime: .seconds(number)) { _ in
        withExtendedLifetime(life) { Disposables.create() }
      }
    }
    works[1].dispose()
    clock.start()
    expect(lives, 3, faults)
    withExtendedLifetime(works) {}
  }

  /// What is replayed goes with the last one that listens, and makes another one listen.
  private static func shared(_ faults: CheckedFaults) {
    let (lives, subject) = (CheckedLives(), PublishSubject<CheckedLife>())
    let shared = subject.share(replay: 1)
    let subscription = shared.subscribe()
    subject.onNext(CheckedLife(lives) { shared.subscribe().dispose() })
    subscription.dispose()
    expect(lives, 1, faults)
  }

  /// Elements that wait for a queue when nobody waits for them any more.
  private static func waiting(_ faults: CheckedFaults) {
    let (lives, clock, whole) = (CheckedLives(), HistoricalScheduler(), SerialDisposable())
    let subject = PublishSubject<CheckedLife>()
    let subscription = subject.observe(on: clock).subscribe()
    whole.disposable = subscription
    for _ in 0..<3 {
      subject.onNext(
        CheckedLife(lives) {
          whole.dispose()
          _ = subject.hasObservers
        })
    }
    whole.dispose()
    clock.start()
    withExtendedLifetime(subscription) { expect(lives, 3, faults) }
  }

  private final class Resource: Disposable {
    private let life: CheckedLife
    init(life: CheckedLife) { self.life = life }
    func dispose() {}
  }

  /// A resource goes with the end or the disposal, though the subscription is still held.
  private static func used(_ faults: CheckedFaults) {
    for end in [Observable<Int>.just(1), .error(FuzzError(code: 1)), .never()] {
      let lives = CheckedLives()
      let source = Observable<Int>.using(
        { Resource(life: CheckedLife(lives)) }, observableFactory: { _ in end })
      let subscription = source.subscribe(onError: { _ in })
      subscription.dispose()
      withExtendedLifetime(subscription) { expect(lives, 1, faults) }
    }
  }

  /// Elements that come from inside a delivery wait for it; they go with a disposal from inside, not after it.
  private static func queued(_ faults: CheckedFaults) {
    typealias Life = Observable<CheckedLife>
    let (clock, ticks) = (HistoricalScheduler(), PublishSubject<Int>())
    let operators: [@Sendable (Life) -> Life] = [
      { Observable.merge($0, .never()) }, { $0.map { Observable.just($0) }.merge() },
      { source in Observable.just(source).switchLatest() },
      { source in Observable.just(source).concatMap { $0 } },
      { $0.take(until: Observable<Int>.never()) }, { Observable.amb([$0, .never()]) },
      { $0.withLatestFrom(Observable.just(1)) { life, _ in life } },
      { $0.timeout(.seconds(1), scheduler: clock) },
      { $0.throttle(.seconds(1), scheduler: clock) }, { $0.sample(ticks) },
    ]
    for operate in operators {
      let (lives, whole, isGone) = (CheckedLives(), SerialDisposable(), CheckedState(false))
      // A source that sends from inside at once, as no subject does.
      let entrance = CheckedState<AnyObserver<CheckedLife>?>(nil)
      let source = Life.create { observer in
        entrance.withLock { $0 = observer }
        return Disposables.create()
      }
      whole.disposable = operate(source).subscribe(
        onNext: { _ in
          guard lives.opens == 0 else { return }
          entrance.withLock { $0 }?.onNext(CheckedLife(lives))
          whole.dispose()
          isGone.withLock { $0 = lives.areOver }
        }, onError: { _ in })
      entrance.withLock { $0 }?.onNext(CheckedLife(CheckedLives()))
      ticks.onNext(1)
      entrance.withLock { $0 = nil }
      faults.expect(
        isGone.withLock { $0 }, .leak1, "what waits is not let go when it is disposed")
    }
  }
}
