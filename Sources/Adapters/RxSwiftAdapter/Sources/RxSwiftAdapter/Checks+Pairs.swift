import RxFuzzKit
@preconcurrency import RxRelay
@preconcurrency import RxSwift

/// The objects that threads share by themselves, outside of any graph.
enum PairedCalls {
  static let all: [LibraryCheck] = [
    LibraryCheck(pairsOf: "hookPair", 4, hooks),
    LibraryCheck(pairsOf: "serialPair", 2, serial),
    LibraryCheck(pairsOf: "compositePair", 4, composite), LibraryCheck(pairsOf: "bagPair", 4, bag),
    LibraryCheck(pairsOf: "valuePair", 6, value), LibraryCheck(pairsOf: "relayPair", 4, relay),
    LibraryCheck(pairsOf: "loanPair", 3, loan),
    LibraryCheck(pairsOf: "connectionPair", 5, connection),
    LibraryCheck(pairsOf: "publishPair", 6, publish),
    LibraryCheck(pairsOf: "replayPair", 6, replay), LibraryCheck(pairsOf: "lastPair", 5, last),
    LibraryCheck(pairsOf: "zipPair", 6) { calls { Observable.zip($0, $1) { $0 + $1 } } },
    LibraryCheck(pairsOf: "turnPair", 6) {
      calls { Observable.of($0, $1).merge(maxConcurrent: 1) }
    },
    LibraryCheck(pairsOf: "withPair", 6) { calls { $0.withLatestFrom($1) } },
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
        { early.dispose() }, { graph.subscribe(onError: { _ in }).dispose() }, { first.onNext(1) },
        { second.onNext(2) }, { first.onError(FuzzError(code: 1)) }, { second.onCompleted() },
      ], letGo: { early.dispose() })
  }

  private static func nothing() -> any Disposable { Disposables.create() }

  /// They belong to the process: each is set to what it is.
  @Sendable private static func hooks() -> [PairRun.Call] {
    let (handler, capture) = (Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack)
    return [
      { Hooks.defaultErrorHandler = handler }, { _ = Hooks.defaultErrorHandler },
      { Hooks.customCaptureSubscriptionCallstack = capture },
      { _ = Hooks.customCaptureSubscriptionCallstack() },
    ]
  }

  @Sendable private static func serial() -> [PairRun.Call] {
    let serial = SerialDisposable()
    serial.disposable = nothing()
    return [
      { serial.disposable = nothing() }, { serial.dispose() },
    ]
  }

  @Sendable private static func composite() -> [PairRun.Call] {
    let composite = CompositeDisposable(nothing(), nothing())
    let key = composite.insert(nothing())
    return [
      { _ = composite.insert(nothing()) }, { if let key { composite.remove(for: key) } },
      { _ = composite.count }, { composite.dispose() },
    ]
  }

  @Sendable private static func bag() -> [PairRun.Call] {
    let bag = DisposeBag()
    return [
      { bag.insert(nothing()) }, { bag.insert(nothing(), nothing()) },
      { bag.insert { nothing() } }, { nothing().disposed(by: bag) },
    ]
  }

  @Sendable private static func value() -> [PairRun.Call] {
    let subject = BehaviorSubject(value: 1)
    return [
      { _ = try? subject.value() }, { subject.onNext(2) }, { subject.dispose() },
      { subject.onCompleted() },
      { _ = subject.hasObservers }, { subject.subscribe(onError: { _ in }).dispose() },
    ]
  }

  @Sendable private static func relay() -> PairRun.Object {
    let relay = BehaviorRelay(value: 1)
    let first = relay.subscribe(onNext: { _ in })
    return PairRun.Object(
      [
        { _ = relay.value }, { relay.accept(2) }, { relay.subscribe(onNext: { _ in }).dispose() },
        { first.dispose() },
      ], letGo: { first.dispose() })
  }

  @Sendable private static func loan() -> [PairRun.Call] {
    let lender = RefCountDisposable(disposable: nothing())
    let first = lender.retain()
    return [
      { lender.retain().dispose() }, { lender.dispose() }, { first.dispose() },
    ]
  }

  @Sendable private static func connection() -> PairRun.Object {
    let subject = PublishSubject<Int>()
    let shared = subject.replay(1)
    let first = shared.connect()
    return PairRun.Object(
      [
        { shared.subscribe().dispose() }, { shared.connect().dispose() }, { first.dispose() },
        { subject.onNext(1) }, { subject.onCompleted() },
      ], letGo: { first.dispose() })
  }

  @Sendable private static func publish() -> PairRun.Object {
    let subject = PublishSubject<Int>()
    return calls(of: subject) { subject.hasObservers }
  }

  @Sendable private static func replay() -> PairRun.Object {
    let subject = ReplaySubject<Int>.create(bufferSize: 1)
    return calls(of: subject) { subject.hasObservers }
  }

  private static func calls<Subject: ObservableType & ObserverType & Disposable>(
    of subject: Subject, hasObservers: @escaping @Sendable () -> Bool
  ) -> PairRun.Object where Subject.Element == Int {
    let first = subject.subscribe(onError: { _ in })
    return PairRun.Object(
      [
        { subject.onNext(1) }, { subject.subscribe(onError: { _ in }).dispose() },
        { first.dispose() },
        { subject.dispose() }, { subject.onCompleted() }, { _ = hasObservers() },
      ], letGo: { first.dispose() })
  }

  @Sendable private static func last() -> PairRun.Object {
    let subject = AsyncSubject<Int>()
    let first = subject.subscribe(onError: { _ in })
    return PairRun.Object(
      [
        { subject.onNext(1) }, { subject.subscribe(onError: { _ in }).dispose() },
        { first.dispose() },
        { subject.onCompleted() }, { _ = subject.hasObservers },
      ], letGo: { first.dispose() })
  }
}
