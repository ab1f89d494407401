import RxCore
import RxFuzzKit

/// What the schedulers of the current thread and of virtual time do, and that they hold nothing of it afterwards.
enum ThreadCases {
  static let all: [CaseRun.Case] = [
    trampoline, trampolineOfMany, trampolineRecursion, immediate, units, bounds, moments,
    periodic, virtualHolds, stopped, asleep, order, leftAtWork,
  ]

  private static let message = "work of the current thread is not done once, in its order"
  private static let late = "work of a virtual clock is not done at its time"
  private static let keeps = "a scheduler keeps work that is done or withdrawn"

  private static func trampoline(_ faults: CheckedFaults) {
    let scheduler = CurrentThreadScheduler.instance
    let (calls, resources, lives) = (CheckedEvents(), CheckedResources(), CheckedLives())
    faults.expect(CurrentThreadScheduler.isScheduleRequired, .ref1, message)
    let outer = scheduler.schedule(1) { state in
      calls.element(CurrentThreadScheduler.isScheduleRequired ? -1 : state)
      let kept = scheduler.schedule(3) { state in
        calls.element(state)
        return resources.make(1)
      }
      let hold = CheckedLife.held(by: lives)
      let withdrawn = scheduler.schedule(4) { state in
        hold()
        calls.element(state)
        return resources.make(2)
      }
      withdrawn.dispose()
      calls.element(2)
      return kept
    }
    faults.expect(calls.all.elements == [1, 2, 3], .ord1, message)
    faults.expect(CurrentThreadScheduler.isScheduleRequired, .ref1, message)
    faults.expect(resources.released.isEmpty, .disp5, message)
    outer.dispose()
    faults.expect(resources.released == [1], .disp5, message)
    faults.expect(lives.areOver, .leak1, keeps)
  }

  /// More at once than what is kept in one piece.
  private static func trampolineOfMany(_ faults: CheckedFaults) {
    let scheduler = CurrentThreadScheduler.instance
    let (calls, lives) = (CheckedEvents(), CheckedLives())
    for count in [1, 65, 130, 300] {
      let before = calls.all.elements.count
      _ = scheduler.schedule(()) { _ in
        for number in 0..<count {
          let hold = CheckedLife.held(by: lives)
          _ = scheduler.schedule(number) { number in
            hold()
            calls.element(number)
            // What is done already is not held while the rest is.
            if number < 3 {
              _ = scheduler.schedule(count + number) { number in
                calls.element(number)
                return Disposables.create()
              }
            }
            return Disposables.create()
          }
        }
        return Disposables.create()
      }
      let seen = Array(calls.all.elements.dropFirst(before))
      faults.expect(seen == Array(0..<(count + min(3, count))), .ord1, message)
      faults.expect(lives.areOver, .leak1, keeps)
    }
  }

  private static func trampolineRecursion(_ faults: CheckedFaults) {
    let calls = CheckedEvents()
    let work = CurrentThreadScheduler.instance.scheduleRecursive(0) { number, recurse in
      calls.element(number)
      if number < 5 { recurse(number + 1) }
    }
    faults.expect(calls.all.elements == Array(0..<6), .ord1, message)
    work.dispose()
  }

  private static func immediate(_ faults: CheckedFaults) {
    let (calls, resources) = (CheckedEvents(), CheckedResources())
    let work = ImmediateScheduler.instance.schedule(1) { state in
      calls.element(state)
      return resources.make(1)
    }
    calls.element(2)
    work.dispose()
    faults.expect(calls.all.elements == [1, 2] && resources.released == [1], .ord1, message)
  }

  private static func time(_ nanoseconds: UInt64) -> RxTime {
    RxTime(uptimeNanoseconds: nanoseconds)
  }

  private static func shown(_ clock: HistoricalScheduler) -> UInt64 {
    clock.clock.uptimeNanoseconds
  }

  /// Notes the time at which work with such a delay is done.
  private static func moment(of delay: RxTimeInterval, from start: UInt64) -> UInt64 {
    let clock = HistoricalScheduler(initialClock: time(start))
    let moments = CheckedState<[UInt64]>([])
    _ = clock.scheduleRelative((), dueTime: delay) { _ in
      moments.withLock { $0.append(clock.now.uptimeNanoseconds) }
      return Disposables.create()
    }
    clock.start()
    let all = moments.withLock { $0 }
    return all.count == 1 ? all[0] : .max
  }

  private static func units(_ faults: CheckedFaults) {
    let delays: [(RxTimeInterval, UInt64)] = [
      (.seconds(2), 2_000_000_000), (.milliseconds(3), 3_000_000), (.microseconds(4), 4_000),
      (.nanoseconds(5), 5), (.nanoseconds(0), 0), (.seconds(0), 0),
    ]
    for (delay, nanoseconds) in delays {
      faults.expect(moment(of: delay, from: 10) == 10 + nanoseconds, .time1, late)
    }
  }

  /// Spans that cannot be counted are as long as can be; what was due already is done at once.
  private static func bounds(_ faults: CheckedFaults) {
    let longest = UInt64(Int.max)
    for delay in [RxTimeInterval.never, .seconds(.max), .milliseconds(.max), .microseconds(.max)] {
      faults.expect(moment(of: delay, from: 10) == 10 + longest, .time1, late)
    }
    faults.expect(moment(of: .never, from: .max - 1) == .max, .time1, late)
    for delay in [
      RxTimeInterval.seconds(-1), .nanoseconds(-20), .seconds(.min), .milliseconds(.min),
      .microseconds(.min), .nanoseconds(.min),
    ] {
      faults.expect(moment(of: delay, from: 10) == 10, .time1, late)
    }
    // The earlier of two that are late comes first.
    let (clock, calls) = (HistoricalScheduler(initialClock: time(10)), CheckedEvents())
    for (number, span) in [-2, -5, -3, -20, -12].enumerated() {
      _ = clock.scheduleRelative(number, dueTime: .nanoseconds(span)) { number in
        calls.element(number)
        return Disposables.create()
      }
    }
    clock.start()
    faults.expect(calls.all.elements == [3, 4, 1, 2, 0], .ord1, late)
  }

  /// What is due at the moment that the clock is moved to is done, what comes later is not; the clock may be moved to where
  /// it stands.
  private static func moments(_ faults: CheckedFaults) {
    let (clock, calls) = (HistoricalScheduler(), CheckedEvents())
    for number in 1..<4 {
      _ = clock.scheduleAbsoluteVirtual(number, time: time(UInt64(number))) { number in
        calls.element(number)
        return Disposables.create()
      }
    }
    for number in 0..<4 {
      for _ in 0..<2 {
        clock.advanceTo(time(UInt64(number)))
        faults.expect(shown(clock) == UInt64(number), .time1, late)
        faults.expect(calls.all.elements == Array(1..<(number + 1)), .time1, late)
      }
    }
    clock.sleep(.nanoseconds(0))
    faults.expect(shown(clock) == 3, .time1, late)
    clock.advanceTo(time(9))
    faults.expect(shown(clock) == 9 && calls.all.elements == [1, 2, 3], .time1, late)
  }

  private static func periodic(_ faults: CheckedFaults) {
    let (lives, calls) = (CheckedLives(), CheckedEvents())
    let clock = HistoricalScheduler()
    let hold = CheckedLife.held(by: lives)
    let work = clock.schedulePeriodic(
      1, startAfter: .nanoseconds(5), period: .nanoseconds(10)
    ) { state in
      hold()
      calls.element(state * 1_000 + Int(clock.clock.uptimeNanoseconds))
      return state + 1
    }
    clock.advanceTo(time(30))
    faults.expect(calls.all.elements == [1_005, 2_015, 3_025], .time1, late)
    work.dispose()
    clock.advanceTo(time(50))
    faults.expect(calls.all.elements.count == 3, .disp4, "a scheduler does work that was withdrawn")
    faults.expect(clock.debugDescription.hasSuffix(", 0 waiting"), .leak1, keeps)
    withExtendedLifetime(work) {}
  }

  /// Work is let go when it is done or withdrawn, whoever holds it.
  private static func virtualHolds(_ faults: CheckedFaults) {
    let (lives, resources) = (CheckedLives(), CheckedResources())
    let clock = HistoricalScheduler()
    let works = (0..<4).map { number in
      let hold = CheckedLife.held(by: lives)
      return clock.scheduleAbsoluteVirtual(number, time: time(UInt64(number % 2))) { number in
        hold()
        return resources.make(number)
      }
    }
    works[0].dispose()
    works[0].dispose()
    faults.expect(lives.count == 3, .leak1, keeps)
    clock.start()
    faults.expect(lives.areOver, .leak1, keeps)
    faults.expect(resources.released.isEmpty, .disp5, late)
    for work in works { work.dispose() }
    faults.expect(resources.released == [1, 2, 3], .disp5, late)
    faults.expect(resources.lives.areOver, .leak1, keeps)
    withExtendedLifetime(works) {}
  }

  private static func stopped(_ faults: CheckedFaults) {
    let (clock, calls) = (HistoricalScheduler(), CheckedEvents())
    for number in 1..<6 {
      _ = clock.scheduleAbsoluteVirtual(number, time: time(UInt64(number))) { number in
        calls.element(number)
        if number % 2 == 0 { clock.stop() }
        return Disposables.create()
      }
    }
    clock.start()
    faults.expect(calls.all.elements == [1, 2] && shown(clock) == 2, .time1, late)
    clock.advanceTo(time(3))
    faults.expect(calls.all.elements == [1, 2, 3] && shown(clock) == 3, .time1, late)
    clock.stop()
    clock.start()
    faults.expect(calls.all.elements == [1, 2, 3, 4], .time1, late)
    clock.start()
    faults.expect(calls.all.elements == [1, 2, 3, 4, 5] && shown(clock) == 5, .time1, late)
  }

  /// Time that passes makes work late, not lost; work may sleep, too.
  private static func asleep(_ faults: CheckedFaults) {
    let (clock, calls) = (HistoricalScheduler(), CheckedEvents())
    for number in 1..<4 {
      _ = clock.scheduleAbsoluteVirtual(number, time: time(UInt64(number) * 10)) { number in
        calls.element(number * 1_000 + Int(clock.clock.uptimeNanoseconds))
        if number == 2 { clock.sleep(.nanoseconds(15)) }
        return Disposables.create()
      }
    }
    clock.sleep(.nanoseconds(15))
    faults.expect(shown(clock) == 15 && calls.all.elements.isEmpty, .time1, late)
    clock.start()
    faults.expect(calls.all.elements == [1_015, 2_020, 3_035] && shown(clock) == 35, .time1, late)
  }

  /// What is due at the same time is done in the order in which it was scheduled, whatever else there is.
  private static func order(_ faults: CheckedFaults) {
    let (clock, calls) = (HistoricalScheduler(), CheckedEvents())
    let moments: [UInt64] = [5, 3, 5, 9, 3, 1, 5, 9, 1, 3, 7]
    let works = moments.enumerated().map { number, moment in
      clock.scheduleAbsoluteVirtual(number, time: time(moment)) { number in
        calls.element(number)
        return Disposables.create()
      }
    }
    works[6].dispose()
    works[1].dispose()
    let expected = moments.indices.filter { $0 != 6 && $0 != 1 }.sorted {
      (moments[$0], $0) < (moments[$1], $1)
    }
    clock.start()
    faults.expect(calls.all.elements == expected, .ord1, late)
  }

  /// Who makes elements step by step asks for no more of them when nobody wants any.
  private static func leftAtWork(_ faults: CheckedFaults) {
    let (bound, wanted) = (20, 2)
    for isVirtual in [true, false] {
      let (clock, calls) = (HistoricalScheduler(), CheckedEvents())
      let scheduler: any ImmediateSchedulerType =
        isVirtual ? clock : CurrentThreadScheduler.instance
      let sources = [
        Observable.generate(
          initialState: 1, condition: { $0 < bound }, scheduler: scheduler,
          iterate: { number in
            calls.element(number)
            return number + 1
          }),
        Observable.from(CountedNumbers(bound, calls), scheduler: scheduler),
      ]
      for source in sources {
        let before = calls.all.elements.count
        _ = source.take(wanted).subscribe()
        clock.start()
        let asked = calls.all.elements.count - before
        faults.expect(
          asked <= wanted, .disp4, "a source goes on making elements when nobody wants any")
      }
    }
  }
}

/// Numbers that are counted as they are asked for.
private struct CountedNumbers: Sequence, Sendable {
  let bound: Int
  let calls: CheckedEvents

  init(_ bound: Int, _ calls: CheckedEvents) { (self.bound, self.calls) = (bound, calls) }

  struct Iterator: IteratorProtocol, Sendable {
    var number = 0
    let numbers: CountedNumbers

    mutating func next() -> Int? {
      guard number < numbers.bound else { return nil }
      number += 1
      numbers.calls.element(number)
      return number
    }
  }

  func makeIterator() -> Iterator { Iterator(numbers: self) }
}
