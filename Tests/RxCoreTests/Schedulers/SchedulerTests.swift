import Dispatch
import RxCore
import Testing

@Suite("Schedulers", .timeLimit(.minutes(1)))
struct SchedulerTests {
  static let dispatchSchedulers: [any SchedulerType] = [
    SerialDispatchQueueScheduler(internalSerialQueueName: "serial"),
    SerialDispatchQueueScheduler(queue: .global(), internalSerialQueueName: "targeting"),
    SerialDispatchQueueScheduler(qos: .utility),
    ConcurrentDispatchQueueScheduler(qos: .default),
    ConcurrentDispatchQueueScheduler(queue: .global()),
  ]

  @Test("the current thread's work is put off until the work at hand is done")
  func trampoline() {
    let log = Log<String>()
    let scheduler = CurrentThreadScheduler.instance
    #expect(CurrentThreadScheduler.isScheduleRequired)
    _ = scheduler.schedule(1) { number in
      #expect(!CurrentThreadScheduler.isScheduleRequired)
      _ = scheduler.schedule(2) { number in
        _ = scheduler.schedule(4) { number in
          log.add("\(number)")
          return Disposables.create()
        }
        log.add("\(number)")
        return Disposables.create()
      }
      scheduler.schedule(9) { _ in
        log.add("withdrawn")
        return Disposables.create()
      }.dispose()
      _ = scheduler.schedule(3) { number in
        log.add("\(number)")
        return Disposables.create()
      }
      log.add("\(number)")
      return Disposables.create()
    }
    #expect(log.values == ["1", "2", "3", "4"])
    #expect(CurrentThreadScheduler.isScheduleRequired)
  }

  @Test("work, delayed work and repeated work is done", arguments: dispatchSchedulers)
  func work(scheduler: any SchedulerType) {
    let done = DispatchSemaphore(value: 0)
    let log = Log<String>()
    _ = scheduler.schedule("a") { state in
      log.add(state)
      done.signal()
      return Disposables.create()
    }
    done.wait()
    let delayed = scheduler.scheduleRelative("b", dueTime: .milliseconds(1)) { state in
      log.add(state)
      done.signal()
      return Disposables.create { log.add("released") }
    }
    done.wait()
    delayed.dispose()
    let repeated = scheduler.schedulePeriodic(
      1, startAfter: .nanoseconds(0), period: .milliseconds(1)
    ) { number in
      if number <= 3 { log.add("\(number)") }
      done.signal()
      return number + 1
    }
    for _ in 0..<3 { done.wait() }
    repeated.dispose()
    #expect(log.values.sorted() == ["1", "2", "3", "a", "b", "released"])
  }

  @Test("disposed work is not done", arguments: [true, false])
  func withdrawn(isSerial: Bool) {
    let log = Log<String>()
    // Held, so that nothing can fire before it is disposed, however slow the machine.
    let queue = DispatchQueue(label: "held", attributes: isSerial ? [] : .concurrent)
    queue.suspend()
    let scheduler: any SchedulerType =
      isSerial
      ? SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "targeting")
      : ConcurrentDispatchQueueScheduler(queue: queue)
    scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
      log.add("delayed")
      return Disposables.create()
    }.dispose()
    scheduler.schedulePeriodic((), startAfter: .milliseconds(1), period: .milliseconds(1)) {
      log.add("repeated")
    }.dispose()
    queue.resume()
    let done = DispatchSemaphore(value: 0)
    _ = scheduler.scheduleRelative((), dueTime: .milliseconds(5)) { _ in
      done.signal()
      return Disposables.create()
    }
    done.wait()
    #expect(log.values.isEmpty)
  }

  @Test("a periodic schedule can be built on delayed work alone")
  func periodicByRelative() {
    struct Minimal: SchedulerType {
      let base = SerialDispatchQueueScheduler(internalSerialQueueName: "minimal")
      var now: RxTime { base.now }
      func schedule<State: Sendable>(
        _ state: State, action: @escaping @Sendable (State) -> any Disposable
      ) -> any Disposable { base.schedule(state, action: action) }
      func scheduleRelative<State: Sendable>(
        _ state: State, dueTime: RxTimeInterval,
        action: @escaping @Sendable (State) -> any Disposable
      ) -> any Disposable { base.scheduleRelative(state, dueTime: dueTime, action: action) }
    }
    let done = DispatchSemaphore(value: 0)
    let log = Log<String>()
    _ = Observable<Int>.interval(.milliseconds(1), scheduler: Minimal()).take(3)
      .subscribe(onNext: { log.add("\($0)") }, onDisposed: { done.signal() })
    done.wait()
    #expect(log.values == ["0", "1", "2"])
  }

  @Test("a timer emits once, and with a period again and again")
  func timer() {
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timer")
    let done = DispatchSemaphore(value: 0)
    for period in [nil, RxTimeInterval.milliseconds(1)] {
      let log = Log<Int>()
      _ = Observable<Int>.timer(.nanoseconds(0), period: period, scheduler: scheduler).take(3)
        .subscribe(onNext: { log.add($0) }, onDisposed: { done.signal() })
      done.wait()
      #expect(log.values == (period == nil ? [0] : [0, 1, 2]))
    }
  }

  @Test(
    "observe on delivers on the queue, in order, the terminal event last",
    arguments: dispatchSchedulers)
  func observeOn(scheduler: any SchedulerType) {
    let done = DispatchSemaphore(value: 0)
    let log = Log<Int>()
    _ = Observable.range(start: 0, count: 5_000).observe(on: scheduler)
      .subscribe(
        onNext: { log.add($0) }, onCompleted: { log.add(-1) }, onDisposed: { done.signal() })
    done.wait()
    #expect(log.values == Array(0..<5_000) + [-1])
  }

  @Test("a piece of work that is disposed in the middle delivers nothing more")
  func observeOnDisposed() {
    let source = ManualSource<Int>()
    let log = Log<Int>()
    let slot = SingleAssignmentDisposable()
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      slot.setDisposable(
        source.observable.observe(on: CurrentThreadScheduler.instance).subscribe(onNext: {
          log.add($0)
          if $0 == 2 { slot.dispose() }
        }))
      for number in 1...4 { source.next(number) }
      #expect(log.values.isEmpty)
      return Disposables.create()
    }
    #expect(log.values == [1, 2])
  }

  @Test("subscribe on subscribes and disposes on the queue")
  func subscribeOn() {
    let queue = DispatchQueue(label: "subscribing")
    let key = DispatchSpecificKey<Bool>()
    let scheduler = SerialDispatchQueueScheduler(
      internalSerialQueueName: "subscribing",
      serialQueueConfiguration: { $0.setSpecific(key: key, value: true) })
    let log = Log<Bool>()
    let done = DispatchSemaphore(value: 0)
    let source = Observable<Int>.create { observer in
      log.add(DispatchQueue.getSpecific(key: key) == true)
      observer.onNext(1)
      return Disposables.create {
        log.add(DispatchQueue.getSpecific(key: key) == true)
        done.signal()
      }
    }
    let subscription = source.subscribe(on: scheduler).subscribe(onNext: { _ in done.signal() })
    done.wait()
    subscription.dispose()
    done.wait()
    #expect(log.values == [true, true])
    withExtendedLifetime(queue) {}
  }

  @Test("disposed before the scheduler came to it, the source is never subscribed")
  func subscribeOnDisposed() {
    let source = ManualSource<Int>()
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      _ = source.observable.subscribe(on: CurrentThreadScheduler.instance).recorded()
      return Disposables.create()
    }
    #expect(source.notes.values.isEmpty)
  }

  @Test("the main scheduler works at once on the main queue, and waits for it elsewhere")
  @MainActor
  func main() async {
    let log = Log<String>()
    _ = MainScheduler.instance.schedule(()) { _ in
      MainScheduler.ensureExecutingOnScheduler()
      log.add("at once")
      return Disposables.create()
    }
    #expect(log.values == ["at once"])
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        _ = MainScheduler.instance.schedule(()) { _ in
          MainScheduler.ensureRunningOnMainThread()
          log.add("elsewhere")
          continuation.resume()
          return Disposables.create()
        }
      }
    }
    #expect(log.values == ["at once", "elsewhere"])
  }
}
