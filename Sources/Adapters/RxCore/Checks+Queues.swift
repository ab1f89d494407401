import Dispatch
import RxCore
import RxFuzzKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the schedulers of dispatch queues do in time, and that they hold nothing of it afterwards.
enum QueueCases {
  static let all: [CaseRun.Case] =
    Kind.allCases.flatMap { cases(of: $0) } + [
      named, atOnce, inTurn, sourcesInTurn, inside,
    ]

  private enum Kind: CaseIterable {
    case serial, concurrent, main, concurrentMain
  }

  private static func cases(of kind: Kind) -> [CaseRun.Case] {
    [
      { once(kind, $0) }, { withdrawn(kind, $0) }, { repeated(kind, $0) }, { again(kind, $0) },
      { nested(kind, $0) },
    ]
  }

  private static let keeps = "a scheduler keeps work that is done or withdrawn"
  private static let message = "a scheduler does not do its work once, in time"
  private static let shortMicroseconds = 200

  /// The queue is the one of the scheduler, or that it works on.
  private static func scheduler(_ kind: Kind) -> (any SchedulerType, DispatchQueue) {
    let queue = DispatchQueue(label: "rxfuzz.check", attributes: .concurrent)
    return switch kind {
    case .serial:
      (SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "rxfuzz.check"), queue)
    case .concurrent: (ConcurrentDispatchQueueScheduler(queue: queue), queue)
    case .main: (MainScheduler.instance, .main)
    case .concurrentMain: (ConcurrentMainScheduler.instance, .main)
    }
  }

  /// Elements that a scheduler of many threads hands over: one after the other.
  private static func inTurn(_ faults: CheckedFaults) {
    let (scheduler, _) = scheduler(.concurrent)
    let (subject, seen) = (PublishSubject<Int>(), CheckedEvents())
    let calls = CheckedCalls()
    let subscription = subject.observe(on: scheduler).subscribe(
      onNext: { element in
        calls.call {
          seen.element(element)
          sched_yield()
        }
      }, onCompleted: { seen.end("completed") })
    let elements = Array(0..<200)
    for element in elements { subject.onNext(element) }
    subject.onCompleted()
    _ = CheckedWait.until { !seen.all.ends.isEmpty }
    faults.expect(seen.all == .init(elements: elements, ends: ["completed"]), .ord1, message)
    faults.expect(
      !calls.haveOverlapped, .ser1, "two elements are handed over at the same time")
    subscription.dispose()
  }

  /// Elements that are sent from inside the delivery of the one before, more of them than are handed over at a time.
  private static func inside(_ faults: CheckedFaults) {
    let (clock, subject, seen) = (HistoricalScheduler(), PublishSubject<Int>(), CheckedEvents())
    let subscription = subject.observe(on: clock).subscribe(
      onNext: { element in
        seen.element(element)
        if element < 200 { subject.onNext(element + 1) } else { subject.onCompleted() }
      }, onCompleted: { seen.end("completed") })
    subject.onNext(1)
    clock.start()
    subscription.dispose()
    faults.expect(
      seen.all == .init(elements: Array(1...200), ends: ["completed"]), .val1,
      "elements from inside a delivery are not all handed over")
  }

  /// Sources whose steps are done by many threads: one after the other.
  private static func sourcesInTurn(_ faults: CheckedFaults) {
    let (scheduler, _) = scheduler(.concurrent)
    let elements = Array(0..<50)
    let sources: [Observable<Int>] = [
      .from(elements, scheduler: scheduler), .range(start: 0, count: 50, scheduler: scheduler),
      .generate(initialState: 0, condition: { $0 < 50 }, scheduler: scheduler, iterate: { $0 + 1 }),
      Observable.repeatElement(1, scheduler: scheduler).take(50).enumerated().map { $0.index },
    ]
    for source in sources {
      let (seen, calls) = (CheckedEvents(), CheckedCalls())
      let subscription = source.subscribe(
        onNext: { element in
          calls.call {
            seen.element(element)
            sched_yield()
          }
        }, onCompleted: { calls.call { seen.end("completed") } })
      _ = CheckedWait.until { !seen.all.ends.isEmpty }
      faults.expect(seen.all == .init(elements: elements, ends: ["completed"]), .ord1, message)
      faults.expect(!calls.haveOverlapped, .ser1, "two steps of a source are done at the same time")
      subscription.dispose()
    }
  }

  /// Work that is done once, not before its time; what it returns is disposed with it.
  private static func once(_ kind: Kind, _ faults: CheckedFaults) {
    let (scheduler, _) = scheduler(kind)
    let (lives, calls, resources) = (CheckedLives(), CheckedEvents(), CheckedResources())
    let earliest = scheduler.now.uptimeNanoseconds + UInt64(shortMicroseconds) * 1_000
    let disposable = scheduler.scheduleRelative(
      (7, CheckedLife(lives)), dueTime: .microseconds(shortMicroseconds)
    ) { state, life in
      let isEarly = DispatchTime.now().uptimeNanoseconds < earliest
      calls.element(isEarly ? -1 : state)
      return withExtendedLifetime(life) { resources.make(1) }
    }
    // The work itself goes when it is done, though it is not disposed.
    faults.expect(CheckedWait.until { lives.areOver }, .leak1, keeps)
    faults.expect(calls.all.elements == [7] && resources.released.isEmpty, .time1, message)
    disposable.dispose()
    disposable.dispose()
    faults.expect(resources.released == [1], .disp5, message)
    faults.expect(CheckedWait.until { resources.lives.areOver }, .leak1, keeps)
    withExtendedLifetime(disposable) {}
  }

  /// Work that is withdrawn long before its time is not done, and let go soon.
  private static func withdrawn(_ kind: Kind, _ faults: CheckedFaults) {
    let (scheduler, _) = scheduler(kind)
    let (lives, calls) = (CheckedLives(), CheckedEvents())
    let disposables = [
      scheduler.scheduleRelative(CheckedLife(lives), dueTime: .seconds(1_000)) { _ in
        calls.element(1)
        return Disposables.create()
      },
      scheduler.schedulePeriodic(
        CheckedLife(lives), startAfter: .seconds(1_000), period: .seconds(1)
      ) { life in
        calls.element(2)
        return life
      },
    ]
    for disposable in disposables {
      disposable.dispose()
      disposable.dispose()
    }
    faults.expect(CheckedWait.until { lives.areOver }, .leak1, keeps)
    faults.expect(calls.all.elements.isEmpty, .disp4, "a scheduler does work that was withdrawn")
    withExtendedLifetime(disposables) {}
  }

  /// Work that comes again and again, each time with the state of the last, until it is withdrawn by itself.
  private static func repeated(_ kind: Kind, _ faults: CheckedFaults) {
    let (scheduler, _) = scheduler(kind)
    let (calls, slot) = (CheckedEvents(), SingleAssignmentDisposable())
    let start = DispatchTime.now().uptimeNanoseconds
    let spans = CheckedState<[UInt64]>([])
    slot.setDisposable(
      scheduler.schedulePeriodic(
        1, startAfter: .microseconds(shortMicroseconds), period: .microseconds(shortMicroseconds)
      ) { state in
        spans.withLock { $0.append(DispatchTime.now().uptimeNanoseconds - start) }
        calls.element(state)
        if state == 3 { slot.dispose() }
        return state + 1
      })
    let isDone = CheckedWait.until { calls.all.elements.count >= 3 }
    // It may go on as long as nobody has said what the slot holds.
    let seen = calls.all.elements
    faults.expect(isDone && seen == Array(1..<(seen.count + 1)), .val1, message)
    let least = UInt64(shortMicroseconds) * 1_000
    let isTimely = spans.withLock { spans in
      spans.enumerated().allSatisfy { $0.element >= UInt64($0.offset + 1) * least }
    }
    faults.expect(isTimely, .time1, message)
  }

  /// The same, and that nothing of it is held when it is over.
  private static func again(_ kind: Kind, _ faults: CheckedFaults) {
    let (scheduler, queue) = scheduler(kind)
    let (lives, calls) = (CheckedLives(), CheckedEvents())
    let work = scheduler.schedulePeriodic(
      CheckedLife(lives), startAfter: .nanoseconds(0), period: .microseconds(shortMicroseconds)
    ) { life in
      calls.element(1)
      return life
    }
    faults.expect(CheckedWait.until { calls.all.elements.count > 1 }, .val1, message)
    work.dispose()
    faults.expect(CheckedWait.until { lives.areOver }, .leak1, keeps)
    let count = calls.all.elements.count
    queue.sync(flags: .barrier) {}
    faults.expect(calls.all.elements.count == count, .disp4, message)
    withExtendedLifetime(work) {}
  }

  /// What is scheduled from inside: not done where it is withdrawn at once, and after what is going on where the queue is a
  /// serial one.
  private static func nested(_ kind: Kind, _ faults: CheckedFaults) {
    let (scheduler, _) = scheduler(kind)
    let calls = CheckedEvents()
    let isSerial = kind == .serial || kind == .main
    let outer = scheduler.schedule(1) { number in
      let second = scheduler.schedule(2) { number in
        calls.element(number)
        return Disposables.create()
      }
      if isSerial {
        scheduler.schedule(3) { number in
          calls.element(number)
          return Disposables.create()
        }.dispose()
      }
      calls.element(number)
      return second
    }
    faults.expect(CheckedWait.until { calls.all.elements.count > 1 }, .val1, message)
    let last = scheduler.schedule(4) { number in
      calls.element(number)
      return Disposables.create()
    }
    faults.expect(CheckedWait.until { calls.all.elements.count > 2 }, .val1, message)
    let seen = calls.all.elements
    faults.expect((isSerial ? seen : seen.sorted()) == [1, 2, 4], .ord1, message)
    withExtendedLifetime((outer, last)) {}
  }

  /// Queues that a scheduler makes: of that name, handed over once before any work.
  private static func named(_ faults: CheckedFaults) {
    let key = DispatchSpecificKey<Int>()
    let calls = CheckedEvents()
    let schedulers: [any SchedulerType] = [
      SerialDispatchQueueScheduler(
        internalSerialQueueName: "rxfuzz.check.named",
        serialQueueConfiguration: { queue in
          calls.element(queue.label == "rxfuzz.check.named" ? 0 : -1)
          queue.setSpecific(key: key, value: 1)
        }),
      SerialDispatchQueueScheduler(qos: .userInitiated),
      ConcurrentDispatchQueueScheduler(qos: .userInitiated),
    ]
    for scheduler in schedulers {
      let before = DispatchTime.now().uptimeNanoseconds
      let now = scheduler.now.uptimeNanoseconds
      faults.expect(before <= now && now <= DispatchTime.now().uptimeNanoseconds, .time1, message)
      let count = calls.all.elements.count
      let work = scheduler.schedule(2) { state in
        calls.element(state + (DispatchQueue.getSpecific(key: key) ?? 0))
        return Disposables.create()
      }
      faults.expect(
        CheckedWait.until { calls.all.elements.count > count }, .val1, message)
      withExtendedLifetime(work) {}
    }
    faults.expect(calls.all.elements == [0, 3, 2, 2], .sched1, message)
  }

  /// What the main queue's own work schedules there is done at once, when nothing else waits for it.
  private static func atOnce(_ faults: CheckedFaults) {
    let isQueuedDone = CheckedState(false)
    _ = MainScheduler.instance.schedule(()) { _ in
      isQueuedDone.withLock { $0 = true }
      return Disposables.create()
    }
    faults.expect(
      CheckedWait.until { isQueuedDone.withLock { $0 } }, .live1, "the main queue does nothing")
    // What others have left there must not be overtaken: then it is asked again.
    faults.expect(
      CheckedWait.until { isDoneAtOnce() }, .sched1, "the main queue's own work waits in vain")
  }

  /// Whether the main queue's own work is done at once, time after time, and by the scheduler that waits for nothing.
  private static func isDoneAtOnce() -> Bool {
    let answer = CheckedState<Bool?>(nil)
    DispatchQueue.main.async {
      let isEachDone = (0..<2).allSatisfy { _ in isDone(by: MainScheduler.instance) }
      let isLastDone = isDone(by: ConcurrentMainScheduler.instance)
      answer.withLock { $0 = isEachDone && isLastDone }
    }
    return CheckedWait.until { answer.withLock { $0 != nil } } && answer.withLock { $0 == true }
  }

  private static func isDone(by scheduler: any SchedulerType) -> Bool {
    let isDone = CheckedState(false)
    _ = scheduler.schedule(()) { _ in
      isDone.withLock { $0 = true }
      return Disposables.create()
    }
    return isDone.withLock { $0 }
  }
}
