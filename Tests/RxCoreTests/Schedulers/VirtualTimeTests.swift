import Dispatch
import Foundation
import RxCore
import RxCoreFoundation
import RxCoreTest
import Testing

@Suite("Virtual time")
struct VirtualTimeTests {
  @Test("work is done in the order of its time, and of scheduling where times are equal")
  func order() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<String>()
    for (time, name) in [(30, "c"), (10, "a"), (20, "b"), (10, "A"), (30, "C")] {
      scheduler.scheduleAt(time) { log.add("\(name)\(scheduler.clock)") }
    }
    scheduler.start()
    #expect(log.values == ["a10", "A10", "b20", "c30", "C30"])
    #expect(scheduler.clock == 30)
  }

  @Test("work scheduled for now or earlier takes one tick, or none where no delay is simulated")
  func processingDelay() {
    for (delays, expected) in [(true, [11, 11]), (false, [10, 10])] {
      let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: delays)
      let log = Log<Int>()
      scheduler.scheduleAt(10) {
        _ = scheduler.schedule(()) { _ in
          log.add(scheduler.clock)
          return Disposables.create()
        }
        scheduler.scheduleAt(5) { log.add(scheduler.clock) }
      }
      scheduler.start()
      #expect(log.values == expected)
    }
  }

  @Test("withdrawn work is not done and lets go of what it captured")
  func withdrawn() {
    let scheduler = TestScheduler(initialClock: 0)
    weak var canary: BooleanDisposable?
    let work: any Disposable
    do {
      let made = BooleanDisposable()
      canary = made
      work = scheduler.scheduleRelative(made, dueTime: .seconds(5)) { $0 }
    }
    #expect(canary != nil)
    work.dispose()
    #expect(canary == nil)
    #expect(scheduler.debugDescription == "clock 0, 0 waiting")
  }

  @Test("disposing work that was done disposes what it returned")
  func returned() {
    let scheduler = TestScheduler(initialClock: 0)
    let resource = BooleanDisposable()
    let work = scheduler.schedule(resource) { $0 }
    scheduler.start()
    #expect(!resource.isDisposed)
    work.dispose()
    #expect(resource.isDisposed)
  }

  @Test("advancing does what is due, sleeping does not, and stopping leaves the rest")
  func moving() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<Int>()
    for time in [10, 20, 30, 40] {
      scheduler.scheduleAt(time) {
        log.add(scheduler.clock)
        if time == 30 { scheduler.stop() }
      }
    }
    scheduler.advanceTo(15)
    #expect(log.values == [10])
    #expect(scheduler.clock == 15)
    scheduler.sleep(10)
    #expect(log.values == [10])
    scheduler.start()
    #expect(log.values == [10, 25, 30])
    scheduler.start()
    #expect(log.values == [10, 25, 30, 40])
  }

  @Test("periodic work runs with every period until it is disposed")
  func periodic() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<String>()
    let work = scheduler.schedulePeriodic(
      1, startAfter: .seconds(3), period: .seconds(2)
    ) { number in
      log.add("\(number) at \(scheduler.clock)")
      return number + 1
    }
    scheduler.scheduleAt(8) { work.dispose() }
    scheduler.start()
    #expect(log.values == ["1 at 3", "2 at 5", "3 at 7"])
  }

  @Test("a historical scheduler's clock is the clock of every scheduler")
  func historical() {
    let scheduler = HistoricalScheduler()
    let log = Log<UInt64>()
    _ = scheduler.scheduleRelative((), dueTime: .milliseconds(2)) { _ in
      log.add(scheduler.now.uptimeNanoseconds)
      return Disposables.create()
    }
    scheduler.advanceTo(RxTime(uptimeNanoseconds: 1_999_999))
    #expect(log.values.isEmpty)
    scheduler.advanceTo(RxTime(uptimeNanoseconds: 5_000_000))
    #expect(log.values == [2_000_000])
    #expect(scheduler.now.uptimeNanoseconds == 5_000_000)
  }

  @Test("work that threads schedule while the clock runs is done once each, or withdrawn")
  func race() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<Int>()
    RxCoreTests.race(4) { racer in
      for number in 0..<100 {
        if racer == 0 {
          scheduler.start()
        } else {
          let work = scheduler.scheduleRelativeVirtual(racer * 100 + number, dueTime: number) {
            log.add($0)
            return Disposables.create()
          }
          if racer == 3 { work.dispose() }
        }
      }
    }
    scheduler.start()
    let done = log.values.filter { $0 < 300 }.sorted()
    #expect(done == Array(100..<300))
    #expect(Set(log.values).count == log.values.count)
  }

  @Test("hot sources emit at absolute times, cold ones count from the subscription")
  func sources() {
    let scheduler = TestScheduler(initialClock: 0)
    let hot = scheduler.createHotObservable([.next(150, 1), .next(250, 2), .completed(400)])
    let cold = scheduler.createColdObservable([.next(150, 10), .error(250, Failure())])
    let other = scheduler.createObserver(Int.self)
    scheduler.scheduleAt(300) { _ = cold.subscribe(other) }
    let observer = scheduler.start { hot }
    #expect(observer.events == [.next(250, 2), .completed(400)])
    #expect(hot.subscriptions == [Subscription(200, 400)])
    #expect(other.events == [.next(450, 10), .error(550, Failure())])
    #expect(cold.subscriptions == [Subscription(300)])
  }

  @Test("start disposes at its time")
  func disposal() {
    let scheduler = TestScheduler(initialClock: 0)
    let hot = scheduler.createHotObservable([.next(250, 1), .next(350, 2)])
    let observer = scheduler.start(disposed: 300) { hot.map { $0 * 10 } }
    #expect(observer.events == [.next(250, 10)])
    #expect(hot.subscriptions == [Subscription(200, 300)])
  }

  @Test("an interval on virtual time ticks with every period")
  func interval() {
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.start {
      Observable<Int>.interval(.seconds(300), scheduler: scheduler)
    }
    #expect(observer.events == [.next(500, 0), .next(800, 1)])
    let timer = scheduler.start(created: 1100, subscribed: 1200, disposed: 2000) {
      Observable<Int>.timer(.seconds(50), scheduler: scheduler)
    }
    #expect(timer.events == [.next(1250, 0), .completed(1250)])
  }

  @Test("an immediate scheduler does work inside schedule, nested")
  func immediate() {
    let log = Log<Int>()
    _ = ImmediateScheduler.instance.schedule(1) { number in
      _ = ImmediateScheduler.instance.schedule(2) { number in
        log.add(number)
        return Disposables.create()
      }
      log.add(number)
      return Disposables.create()
    }
    #expect(log.values == [2, 1])
  }

  @Test("an operation queue does work, and not what was withdrawn before", .timeLimit(.minutes(1)))
  func operationQueue() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let scheduler = OperationQueueScheduler(operationQueue: queue)
    let log = Log<Int>()
    for number in 0..<3 {
      let work = scheduler.schedule(number) { number in
        log.add(number)
        return Disposables.create()
      }
      if number == 1 { work.dispose() }
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.values == [0, 2])
  }

  @Test("going back in time traps")
  func past() async {
    await #expect(processExitsWith: .failure) {
      TestScheduler(initialClock: 10).advanceTo(9)
    }
  }
}
