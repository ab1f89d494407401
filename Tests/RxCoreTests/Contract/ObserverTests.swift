import RxCoreTest
import Testing

@testable import RxCore

@Suite("Observers")
struct ObserverTests {
  @Test("can be sent other elements, through a transformation")
  func mapped() {
    let log = Log<String>()
    let observer = AnyObserver<String> { log.add("\($0)") }
    let numbers: AnyObserver<Int> = observer.mapObserver {
      if $0 == 3 { throw Failure() }
      return "<\($0)>"
    }
    for event: Event<Int> in [.next(1), .next(3), .completed, .error(Failure())] {
      numbers.on(event)
    }
    #expect(log.values == ["next(<1>)", "error(Failure())", "completed", "error(Failure())"])
  }

  @Test("a binder calls its closure on its scheduler, as long as its object lives")
  func binder() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<String>()
    var object: BooleanDisposable? = BooleanDisposable()
    weak let canary = object
    let source = PublishSubject<Int>()
    if let object {
      let binder = Binder<Int>(object, scheduler: scheduler) {
        log.add("\($1) \($0.isDisposed) at \(scheduler.clock)")
      }
      _ = source.bind(to: binder)
    }
    source.onNext(1)
    #expect(log.values.isEmpty, "not yet: the scheduler has not come to it")
    scheduler.start()
    #expect(log.values == ["1 false at 1"])
    source.onNext(2)
    object = nil
    #expect(canary == nil)
    scheduler.start()
    source.onCompleted()
    #expect(log.values == ["1 false at 1"])
  }

  @Test("an error that is bound reaches the hook")
  func boundError() async {
    await #expect(processExitsWith: .success) {
      let (log, object) = (Log<String>(), BooleanDisposable())
      Hooks.defaultErrorHandler = { _, error in log.add("\(error)") }
      let binder = Binder<Int>(object, scheduler: CurrentThreadScheduler.instance) { _, _ in }
      _ = Observable<Int>.error(Failure()).bind(to: binder)
      precondition(log.values == ["Failure()"])
    }
  }

  @Test("relays of optional elements can be bound to")
  func optionals() {
    let publish = PublishRelay<Int?>()
    let behavior = BehaviorRelay<Int?>(value: nil)
    let replay = ReplayRelay<Int?>.create(bufferSize: 1)
    let log = Log<Int?>()
    _ = publish.asObservable().subscribe(onNext: { log.add($0) })
    _ = Observable.just(1).bind(to: publish)
    _ = Observable.just(2).bind(to: behavior)
    _ = Observable.just(3).bind(to: replay)
    _ = replay.asObservable().subscribe(onNext: { log.add($0) })
    #expect(log.values == [1, 3])
    #expect(behavior.value == 2)
  }
}
