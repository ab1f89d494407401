import RxCore
import RxFuzzKit

/// Memory of what has come and gone where a scheduler is at work: nothing of it stays allocated. The scheduler is one that
/// the calling thread serves itself.
enum GrowthCases {
  typealias Round = @Sendable () -> Void

  static let all: [CaseRun.Case] = rounds.map { name, makeRound in
    { $0.add(LibraryCheckFault.growth(name, makeRound())) }
  }

  private static let rounds: [(name: String, makeRound: @Sendable () -> Round)] = [
    ("handed over", { timed { $0.observe(on: $1) } }),
    ("subscribed elsewhere", { timed { $0.subscribe(on: $1) } }),
    ("delayed", { timed { $0.delay(.nanoseconds(2), scheduler: $1) } }),
    ("debounced", { timed { $0.debounce(.nanoseconds(2), scheduler: $1) } }),
    ("throttled", { timed { $0.throttle(.nanoseconds(2), scheduler: $1) } }),
    ("timed out", { timed { $0.timeout(.nanoseconds(9), scheduler: $1) } }),
    ("buffered", { timed { $0.buffer(timeSpan: .nanoseconds(2), count: 2, scheduler: $1) } }),
    ("windowed", { timed { windowed($0, $1) } }),
    ("taken for a time", { timed { $0.take(for: .nanoseconds(9), scheduler: $1) } }),
    ("skipped for a time", { timed { $0.skip(.nanoseconds(1), scheduler: $1) } }),
    ("subscribed later", { timed { $0.delaySubscription(.nanoseconds(1), scheduler: $1) } }),
    ("sampled", { timed { $0.sample(ticks($1)) } }),
    ("repeated by a clock", { timed { merged($0, ticks($1)) } }),
    ("scheduled", scheduled), ("scheduled again", recursive), ("trampolined", trampolined),
    ("left in a hurry", hurried), ("named and withdrawn", members),
  ]

  private static func ticks(_ clock: HistoricalScheduler) -> Observable<Int> {
    Observable<Int>.interval(.nanoseconds(2), scheduler: clock)
  }

  private static func merged(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>
  {
    Observable.merge(first, second)
  }

  private static func windowed(
    _ source: Observable<Int>, _ clock: HistoricalScheduler
  ) -> Observable<Int> {
    source.window(timeSpan: .nanoseconds(2), count: 2, scheduler: clock).merge()
  }

  /// A subscription that comes, is fed while time passes, and goes: by itself, by an error, or because it is disposed.
  private static func timed<Element: Sendable>(
    _ operate: @escaping @Sendable (Observable<Int>, HistoricalScheduler) -> Observable<Element>
  ) -> Round {
    let clock = HistoricalScheduler()
    return {
      for end in 0..<3 {
        let subject = PublishSubject<Int>()
        let subscription = operate(subject.asObservable(), clock)
          .subscribe(onNext: { _ in }, onError: { _ in })
        clock.advanceTo(RxTime(uptimeNanoseconds: clock.now.uptimeNanoseconds + 1))
        for element in 0..<4 {
          subject.onNext(element)
          clock.advanceTo(RxTime(uptimeNanoseconds: clock.now.uptimeNanoseconds + 1))
        }
        subject.onNext(4)
        if end == 0 { subject.onCompleted() }
        if end == 1 { subject.onError(FuzzError(code: 1)) }
        if end < 2 { clock.advanceTo(RxTime(uptimeNanoseconds: clock.now.uptimeNanoseconds + 20)) }
        subscription.dispose()
      }
    }
  }

  /// Work that is done, and work that is withdrawn.
  private static func scheduled() -> Round {
    let clock = HistoricalScheduler()
    return {
      _ = clock.schedule(1) { _ in Disposables.create() }
      clock.scheduleRelative(2, dueTime: .nanoseconds(3)) { _ in Disposables.create() }.dispose()
      let periodic = clock.schedulePeriodic(
        3, startAfter: .nanoseconds(1), period: .nanoseconds(1)
      ) { $0 + 1 }
      clock.advanceTo(RxTime(uptimeNanoseconds: clock.now.uptimeNanoseconds + 4))
      periodic.dispose()
    }
  }

  private static func recursive() -> Round {
    let clock = HistoricalScheduler()
    return {
      let work = clock.scheduleRecursive(3) { left, again in if left > 0 { again(left - 1) } }
      clock.start()
      work.dispose()
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
    let clock = HistoricalScheduler()
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
