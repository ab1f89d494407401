import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// Memory of what has come and gone where a scheduler is at work: nothing of it stays allocated. The scheduler is one that
/// the calling thread serves itself.
enum GrowthCases {
  typealias Round = () -> Void
  private static let burst = 20

  static let all: [CaseRun.Case] = rounds.map { name, makeRound in
    { $0.add(LibraryCheckFault.growth(name, makeRound())) }
  }

  private static let rounds: [(name: String, makeRound: () -> Round)] = [
    ("handed over", { timed { $0.observe(on: $1) } }),
    ("subscribed elsewhere", { timed { $0.subscribe(on: $1) } }),
    ("delayed", { timed { $0.delay(.seconds(2), scheduler: $1) } }),
    ("debounced", { timed { $0.debounce(.seconds(2), scheduler: $1) } }),
    ("throttled", { timed { $0.throttle(.seconds(2), scheduler: $1) } }),
    ("timed out", { timed { $0.timeout(.seconds(9), scheduler: $1) } }),
    ("buffered", { timed { $0.buffer(timeSpan: .seconds(2), count: 2, scheduler: $1) } }),
    ("windowed", { timed { windowed($0, $1) } }),
    ("taken for a time", { timed { $0.take(for: .seconds(9), scheduler: $1) } }),
    ("skipped for a time", { timed { $0.skip(.seconds(1), scheduler: $1) } }),
    ("subscribed later", { timed { $0.delaySubscription(.seconds(1), scheduler: $1) } }),
    ("sampled", { timed { $0.sample(ticks($1)) } }),
    ("repeated by a clock", { timed { merged($0, ticks($1)) } }),
    ("scheduled", scheduled), ("scheduled again", recursive), ("trampolined", trampolined),
    ("left in a hurry", hurried), ("named and withdrawn", members),
    ("scheduled for ever", periodic), ("ticking", ticking),
    ("zipped in arrears", { inArrears { Observable.zip($0, $1) { $0 + $1 } } }),
    ("zipped in arrears", { inArrears { Observable.zip([$0, $1]) { $0[0] + $0[1] } } }),
    ("handed over in arrears", handedOver),
    ("tried again", { failing { $0.retry() } }),
    (
      "tried again when told",
      { failing { $0.retry { (errors: Observable<any Error>) in errors } } }
    ),
  ]

  private static func ticks(_ clock: CheckedClock) -> Observable<Int> {
    Observable<Int>.interval(.seconds(2), scheduler: clock)
  }

  private static func merged(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>
  {
    Observable.merge(first, second)
  }

  private static func windowed(
    _ source: Observable<Int>, _ clock: CheckedClock
  ) -> Observable<Int> {
    source.window(timeSpan: .seconds(2), count: 2, scheduler: clock).merge()
  }

  /// A subscription that comes, is fed while time passes, and goes: by itself, by an error, or because it is disposed.
  private static func timed<Element: Sendable>(
    _ operate: @escaping @Sendable (Observable<Int>, CheckedClock) -> Observable<Element>
  ) -> Round {
    let clock = CheckedClock()
    return {
      for end in 0..<3 {
        let subject = PublishSubject<Int>()
        let subscription = operate(subject.asObservable(), clock)
          .subscribe(onNext: { _ in }, onError: { _ in })
        clock.advanceTo(clock.clock.addingTimeInterval(1))
        for element in 0..<4 {
          subject.onNext(element)
          clock.advanceTo(clock.clock.addingTimeInterval(1))
        }
        // More than there is room for at first.
        for element in 4..<burst { subject.onNext(element) }
        if end == 0 { subject.onCompleted() }
        if end == 1 { subject.onError(FuzzError(code: 1)) }
        if end < 2 { clock.advanceTo(clock.clock.addingTimeInterval(20)) }
        subscription.dispose()
      }
    }
  }

  /// Work that is done, and work that is withdrawn.
  private static func scheduled() -> Round {
    let clock = CheckedClock()
    return {
      _ = clock.schedule(1) { _ in Disposables.create() }
      clock.scheduleRelative(2, dueTime: .seconds(3)) { _ in Disposables.create() }.dispose()
      let periodic = clock.schedulePeriodic(
        3, startAfter: .seconds(1), period: .seconds(1)
      ) { $0 + 1 }
      clock.advanceTo(clock.clock.addingTimeInterval(4))
      periodic.dispose()
    }
  }

  private static func recursive() -> Round {
    let clock = CheckedClock()
    return {
      let work = clock.scheduleRecursive(3) { left, again in if left > 0 { again(left - 1) } }
      clock.start()
      work.dispose()
    }
  }

  /// Work that never ends, due once in each round.
  private static func periodic() -> Round {
    let clock = CheckedClock()
    let work = clock.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) {
      $0 + 1
    }
    return {
      clock.advanceTo(clock.clock.addingTimeInterval(1))
      withExtendedLifetime(work) {}
    }
  }

  private static func ticking() -> Round {
    let clock = CheckedClock()
    _ = ticks(clock).subscribe(onNext: { _ in })
    return { clock.advanceTo(clock.clock.addingTimeInterval(2)) }
  }

  /// One subscription whose source fails in each round, and is subscribed again.
  private static func failing(
    _ operate: (Observable<Int>) -> Observable<Int>
  ) -> Round {
    let current = CheckedState(PublishSubject<Int>())
    let source = Observable<Int>.deferred {
      let subject = PublishSubject<Int>()
      current.withLock { $0 = subject }
      return subject.asObservable()
    }
    _ = operate(source).subscribe(onNext: { _ in })
    return {
      let subject = current.withLock { $0 }
      subject.onNext(1)
      subject.onError(FuzzError(code: 1))
    }
  }

  /// Sources of which one is always ahead of the other: what is kept never runs empty.
  private static func inArrears(
    _ operate: (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> Round {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = operate(first, second).subscribe(onNext: { _ in })
    first.onNext(0)
    return {
      for element in 0..<4 {
        first.onNext(element)
        second.onNext(element)
      }
    }
  }

  /// Elements of which one always waits for the scheduler.
  private static func handedOver() -> Round {
    let (clock, subject) = (
      CheckedClock(), PublishSubject<Int>()
    )
    _ = subject.observe(on: clock).subscribe(onNext: { if $0 > 0 { subject.onNext($0 - 1) } })
    return {
      subject.onNext(burst)
      clock.start()
    }
  }

  private static func trampolined() -> Round {
    {
      let scheduler = CurrentThreadScheduler.instance
      _ = scheduler.schedule(()) { _ in
        for number in 0..<70 { _ = scheduler.schedule(number) { _ in Disposables.create() } }
        return Disposables.create()
      }
      _ = Observable.range(start: 0, count: 3, scheduler: scheduler).subscribe()
    }
  }

  /// Left from inside, while more waits to be handed over.
  private static func hurried() -> Round {
    let clock = CheckedClock()
    return {
      let (subject, slot) = (PublishSubject<Int>(), SerialDisposable())
      slot.disposable = subject.observe(on: clock).subscribe(
        onNext: { _ in slot.dispose() }, onError: { _ in })
      for element in 0..<4 { subject.onNext(element) }
      clock.start()
      subject.onNext(4)
    }
  }

  /// Members of a group, and of a slot.
  private static func members() -> Round {
    let (composite, serial) = (CompositeDisposable(), SerialDisposable())
    return {
      for _ in 0..<3 {
        if let key = composite.insert(Disposables.create {}) { composite.remove(for: key) }
        serial.disposable = Disposables.create {}
      }
    }
  }
}
