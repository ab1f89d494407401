import RxCore
import RxFuzzKit

/// The objects that threads share by themselves, outside of any graph.
enum PairedCalls {
  static let all: [LibraryCheck] = [
    LibraryCheck(pairsOf: "clockPair", 8, clock), LibraryCheck(pairsOf: "hookPair", 4, hooks),
    LibraryCheck(pairsOf: "serialPair", 4, serial),
    LibraryCheck(pairsOf: "compositePair", 5, composite), LibraryCheck(pairsOf: "bagPair", 4, bag),
    LibraryCheck(pairsOf: "valuePair", 7, value), LibraryCheck(pairsOf: "relayPair", 4, relay),
    LibraryCheck(pairsOf: "loanPair", 4, loan),
    LibraryCheck(pairsOf: "connectionPair", 5, connection),
    LibraryCheck(pairsOf: "publishPair", 6, publish),
    LibraryCheck(pairsOf: "replayPair", 6, replay), LibraryCheck(pairsOf: "lastPair", 5, last),
    LibraryCheck(pairsOf: "ambPair", 6) { calls { Observable.amb([$0, $1]) } },
    LibraryCheck(pairsOf: "mergePair", 6) { calls { Observable.merge($0, $1) } },
    LibraryCheck(pairsOf: "zipPair", 6) { calls { Observable.zip($0, $1) { $0 + $1 } } },
    LibraryCheck(pairsOf: "turnPair", 6) {
      calls { Observable.of($0, $1).merge(maxConcurrent: 1) }
    },
    LibraryCheck(pairsOf: "firstPair", 6) {
      calls { first, second in first.flatMapFirst { _ in second } }
    },
    LibraryCheck(pairsOf: "latestPair", 6) {
      calls { first, second in first.flatMapLatest { _ in second } }
    },
    LibraryCheck(pairsOf: "retryPair", 6) {
      calls { first, second in first.retry { (_: Observable<any Error>) in second } }
    },
  ]

  /// What can be done to a graph of two sources: it is left, subscribed once more, or a source sends something.
  private static func calls(
    _ operate: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> PairRun.Object {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let graph = operate(first, second)
    let early = graph.subscribe(onError: { _ in })
    first.onNext(0)
    return PairRun.Object(
      [
        early.dispose, { graph.subscribe(onError: { _ in }).dispose() }, { first.onNext(1) },
        { second.onNext(2) }, { first.onError(FuzzError(code: 1)) }, second.onCompleted,
      ], letGo: early.dispose)
  }

  private static func nothing() -> any Disposable { Disposables.create() }

  private static func clock() -> [PairRun.Call] {
    let clock = HistoricalScheduler()
    let moment = RxTime(uptimeNanoseconds: 9)
    for number in 1..<3 {
      _ = clock.scheduleRelative(number, dueTime: .nanoseconds(number)) { _ in nothing() }
    }
    let early = clock.scheduleRelative(0, dueTime: .nanoseconds(1)) { _ in nothing() }
    return [
      { _ = clock.now }, { _ = clock.debugDescription },
      { _ = clock.schedule(0) { _ in nothing() } },
      { _ = clock.scheduleAbsoluteVirtual(0, time: moment) { _ in nothing() } }, early.dispose,
      clock.start, clock.stop, { clock.sleep(.nanoseconds(1)) },
    ]
  }

  /// They belong to the process: each is set to what it is.
  private static func hooks() -> [PairRun.Call] {
    let (handler, capture) = (Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack)
    return [
      { Hooks.defaultErrorHandler = handler }, { _ = Hooks.defaultErrorHandler },
      { Hooks.customCaptureSubscriptionCallstack = capture },
      { _ = Hooks.customCaptureSubscriptionCallstack() },
    ]
  }

  private static func serial() -> [PairRun.Call] {
    let serial = SerialDisposable()
    serial.disposable = nothing()
    return [
      { serial.disposable = nothing() }, { serial.disposable.dispose() }, serial.dispose,
      { _ = serial.isDisposed },
    ]
  }

  private static func composite() -> [PairRun.Call] {
    let composite = CompositeDisposable(nothing(), nothing())
    let key = composite.insert(nothing())
    return [
      { composite.insert(nothing()) }, { if let key { composite.remove(for: key) } },
      { _ = composite.count }, composite.dispose, { _ = composite.isDisposed },
    ]
  }

  private static func bag() -> [PairRun.Call] {
    let bag = DisposeBag()
    return [
      { bag.insert(nothing()) }, { bag.insert(nothing(), nothing()) },
      { bag.insert { nothing() } }, { nothing().disposed(by: bag) },
    ]
  }

  private static func value() -> [PairRun.Call] {
    let subject = BehaviorSubject(value: 1)
    return [
      { _ = try? subject.value() }, { subject.onNext(2) }, subject.dispose, subject.onCompleted,
      { _ = subject.hasObservers }, { subject.subscribe(onError: { _ in }).dispose() },
      { _ = subject.isDisposed },
    ]
  }

  private static func relay() -> PairRun.Object {
    let relay = BehaviorRelay(value: 1)
    let first = relay.subscribe(onNext: { _ in })
    return PairRun.Object(
      [
        { _ = relay.value }, { relay.accept(2) }, { relay.subscribe(onNext: { _ in }).dispose() },
        first.dispose,
      ], letGo: first.dispose)
  }

  private static func loan() -> [PairRun.Call] {
    let lender = RefCountDisposable(disposable: nothing())
    let first = lender.retain()
    return [
      { lender.retain().dispose() }, lender.dispose, first.dispose, { _ = lender.isDisposed },
    ]
  }

  private static func connection() -> PairRun.Object {
    let subject = PublishSubject<Int>()
    let shared = subject.replay(1)
    let first = shared.connect()
    return PairRun.Object(
      [
        { shared.subscribe().dispose() }, { shared.connect().dispose() }, first.dispose,
        { subject.onNext(1) }, subject.onCompleted,
      ], letGo: first.dispose)
  }

  private static func publish() -> PairRun.Object { calls(of: PublishSubject<Int>()) }

  private static func replay() -> PairRun.Object {
    calls(of: ReplaySubject<Int>.create(bufferSize: 1))
  }

  private static func calls(of subject: SubjectBase<Int>) -> PairRun.Object {
    let first = subject.subscribe(onError: { _ in })
    return PairRun.Object(
      [
        { subject.onNext(1) }, { subject.subscribe(onError: { _ in }).dispose() },
        { first.dispose() },
        { subject.dispose() }, { subject.onCompleted() }, { _ = subject.hasObservers },
      ], letGo: { first.dispose() })
  }

  private static func last() -> PairRun.Object {
    let subject = AsyncSubject<Int>()
    let first = subject.subscribe(onError: { _ in })
    return PairRun.Object(
      [
        { subject.onNext(1) }, { subject.subscribe(onError: { _ in }).dispose() }, first.dispose,
        subject.dispose, subject.onCompleted,
      ], letGo: first.dispose)
  }
}
