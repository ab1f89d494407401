import RxCore
import Testing

@Suite("Subscribing")
struct SubscribeTests {
  @Test(
    "events arrive in order, the terminal one ends the subscription, the source is released last")
  func order() {
    let log = Log<String>()
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.on(.next(2))
      observer.onCompleted()
      return Disposables.create { log.add("released") }
    }
    _ = source.record(in: log)
    #expect(log.values == ["1", "2", "completed", "disposed", "released"])
  }

  @Test("nothing follows a terminal event", arguments: [true, false])
  func terminal(isError: Bool) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = source.observable.record(in: log)
    if isError { source.error() } else { source.completed() }
    source.next(1)
    source.error()
    source.completed()
    #expect(log.values == [isError ? "error" : "completed", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("nothing follows a terminal event, not even what is emitted from inside its delivery")
  func reentrantTerminal() {
    let source = ManualSource<Int>()
    let log = Log<String>()
    let observer = AnyObserver<Int> { event in
      log.add("\(event)")
      source.next(2)
      source.completed()
    }
    _ = source.observable.map { _ in throw Failure() }.subscribe(observer)
    source.next(1)
    #expect(log.values == ["error(Failure())"])
  }

  @Test("after dispose nothing is delivered, and a second dispose has no effect")
  func disposal() {
    let source = ManualSource<Int>()
    let log = Log<String>()
    let subscription = source.observable.record(in: log)
    source.next(1)
    subscription.dispose()
    subscription.dispose()
    source.next(2)
    source.completed()
    #expect(log.values == ["1", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("a disposal from inside onNext stops the delivery at once")
  func disposalInside() {
    let source = ManualSource<Int>()
    let log = Log<String>()
    let slot = SingleAssignmentDisposable()
    slot.setDisposable(
      source.observable.map { $0 }.subscribe(onNext: {
        log.add("\($0)")
        slot.dispose()
      }))
    source.next(1)
    source.next(2)
    #expect(log.values == ["1"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("a subscription disposed before its source returned still releases what the source returns")
  func disposalDuringSubscribe() {
    let log = Log<String>()
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onNext(2)
      return Disposables.create { log.add("released") }
    }
    _ = source.take(1).record(in: log)
    #expect(log.values == ["1", "completed", "disposed", "released"])
  }

  @Test("an event closure gets whole events, and an observer is used as it is")
  func otherForms() {
    let log = Log<String>()
    _ = Observable.just(1).subscribe { log.add("\($0)") }
    _ = Observable.just(2).subscribe(AnyObserver { log.add("\($0)") })
    let subject = PublishSubject<Int>()
    _ = subject.subscribe { log.add("\($0)") }
    _ = Observable.just(3).subscribe(subject)
    #expect(
      log.values == ["next(1)", "completed", "next(2)", "completed", "next(3)", "completed"])
  }

  @Test("a user's own observable type can be subscribed and chained")
  func ownType() {
    struct Own: ObservableType {
      typealias Element = Int
      func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
      where Observer.Element == Int {
        observer.onNext(7)
        observer.onCompleted()
        return Disposables.create()
      }
    }
    #expect(Own().map { $0 + 1 }.recorded() == ["8", "completed", "disposed"])
  }

  @Test("an error that nobody handles reaches the hook")
  func unhandled() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      Hooks.defaultErrorHandler = { stack, error in log.add("\(stack) \(error)") }
      _ = Observable<Int>.error(Failure()).subscribe(onNext: { _ in })
      precondition(log.values == ["[] Failure()"])
    }
  }

  @Test(
    "an error that nobody handles comes with the call stack of its subscription, where that is asked for"
  )
  func callStack() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      let source = PublishSubject<Int>()
      Hooks.defaultErrorHandler = { stack, error in log.add("\(stack) \(error)") }
      Hooks.customCaptureSubscriptionCallstack = { ["not asked for"] }
      _ = source.subscribe(onNext: { _ in })
      Hooks.recordCallStackOnError = true
      Hooks.customCaptureSubscriptionCallstack = { ["here"] }
      _ = source.subscribe(onNext: { _ in })
      Hooks.customCaptureSubscriptionCallstack = { ["too late"] }
      source.onError(Failure())
      precondition(log.values == ["[] Failure()", "[\"here\"] Failure()"])
    }
  }

  @Test("racing terminal events of one source deliver exactly one")
  func racingTerminals() {
    for _ in 0..<200 {
      let source = ManualSource<Int>()
      let log = Log<String>()
      _ = source.observable.map { $0 }.record(in: log)
      let observer = source.observers.values[0]
      race(2) { if $0 == 0 { observer.onCompleted() } else { observer.onError(Failure()) } }
      #expect(log.values.count == 2)
      #expect(source.notes.values == ["subscribed", "released"])
    }
  }

  @Test("closures for an object are called as long as it lives, and do not keep it alive")
  func withObject() {
    let source = ManualSource<Int>()
    let log = Log<String>()
    var object: BooleanDisposable? = BooleanDisposable()
    weak let canary = object
    var subscription: (any Disposable)?
    if let object {
      subscription = source.observable.subscribe(
        with: object, onNext: { log.add("\($1) \($0.isDisposed)") },
        onCompleted: { _ in log.add("completed") }, onDisposed: { _ in log.add("disposed") })
    }
    source.next(1)
    object?.dispose()
    source.next(2)
    object = nil
    #expect(canary == nil)
    source.next(3)
    source.completed()
    subscription?.dispose()
    #expect(log.values == ["1 false", "2 true"])
    #expect(source.notes.values == ["subscribed", "released"])
  }
}
