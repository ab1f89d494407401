import RxCoreTest
import Testing

@testable import RxCore

@Suite("Moving to a scheduler")
struct SchedulingTests {
  private let scheduler = TestScheduler(initialClock: 0)

  @Test("observe on delivers each event a tick later, the error too, in order")
  func observeOn() {
    let source = scheduler.createHotObservable([
      .next(210, 1), .next(210, 2), .next(220, 3), .error(220, Failure()),
    ])
    let observer = scheduler.start { [scheduler] in source.observe(on: scheduler) }
    #expect(
      observer.events == [.next(211, 1), .next(211, 2), .next(221, 3), .error(221, Failure())])
    #expect(source.subscriptions == [Subscription(200, 220)])
  }

  @Test("observe on drops what waits when it is disposed")
  func observeOnDisposed() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
    let observer = scheduler.start(disposed: 220) { [scheduler] in source.observe(on: scheduler) }
    #expect(observer.events == [.next(211, 1)])
    #expect(source.subscriptions == [Subscription(200, 220)])
  }

  @Test("observe on delivers what a delivery emits in the same piece of work, after it")
  func observeOnReentrant() {
    let source = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = source.observe(on: scheduler).subscribe(onNext: { [scheduler] in
      log.add("begin \($0) at \(scheduler.clock)")
      if $0 == 1 { source.onNext(2) }
      log.add("end \($0)")
    })
    scheduler.scheduleAt(10) { source.onNext(1) }
    scheduler.start()
    #expect(log.values == ["begin 1 at 11", "end 1", "begin 2 at 11", "end 2"])
    subscription.dispose()
    #expect(!source.hasObservers)
  }

  @Test("observe on passes empty, never and error")
  func observeOnEdges() {
    let empty = scheduler.start { [scheduler] in Observable<Int>.empty().observe(on: scheduler) }
    #expect(empty.events == [.completed(201)])
    let later = TestScheduler(initialClock: 0)
    let never = later.start { Observable<Int>.never().observe(on: later) }
    #expect(never.events.isEmpty)
  }

  @Test("subscribe on subscribes a tick later, and releases on the scheduler")
  func subscribeOn() {
    let source = scheduler.createHotObservable([.next(201, 0), .next(210, 1)])
    let observer = scheduler.start { [scheduler] in source.subscribe(on: scheduler) }
    #expect(observer.events == [.next(210, 1)])
    #expect(source.subscriptions == [Subscription(201, 1001)])
  }

  @Test("subscribe on never subscribes what is disposed before its turn")
  func subscribeOnDisposed() {
    let source = scheduler.createColdObservable([.next(1, 1)])
    let subscription = source.subscribe(on: scheduler).subscribe { _ in }
    subscription.dispose()
    scheduler.start()
    #expect(source.subscriptions.isEmpty)
  }

  @Test("do calls its closures around everything, in order")
  func doOrder() {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = source.observable.do(
      onNext: { log.add("on \($0)") }, afterNext: { log.add("after \($0)") },
      onCompleted: { log.add("on completed") }, afterCompleted: { log.add("after completed") },
      onSubscribe: { log.add("subscribe \(source.notes.values.count)") },
      onSubscribed: { log.add("subscribed \(source.notes.values.count)") },
      onDispose: { log.add("dispose \(source.notes.values.count)") }
    ).record(in: log)
    source.next(1)
    source.completed()
    #expect(
      log.values == [
        "subscribe 0", "subscribed 1", "on 1", "1", "after 1", "on completed", "completed",
        "disposed", "dispose 2", "after completed",
      ])
  }
}
