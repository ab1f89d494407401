import Dispatch
import RxCore
import RxFuzzKit

/// What is left of an operator's work on a scheduler, and of what it was given, when it is left: whoever holds the
/// subscription still holds nothing of it.
enum WithdrawalCases {
  static let all: [CaseRun.Case] =
    delayed.map { operate in { @Sendable faults in withdrawn(operate, faults) } } + [
      sources, waiting, ended,
    ]

  private typealias Operator =
    @Sendable (Observable<Int>, any SchedulerType) -> Observable<Int>

  private static let span = RxTimeInterval.milliseconds(5)
  private static let message = "work of an operator that was left is still on its scheduler"
  private static let keeps = "an operator that was left keeps what it was given"

  private static let delayed: [Operator] = [
    { $0.subscribe(on: $1) }, { $0.delay(span, scheduler: $1) },
    { $0.delaySubscription(span, scheduler: $1) }, { $0.debounce(span, scheduler: $1) },
    { $0.throttle(span, scheduler: $1) }, { $0.throttle(span, latest: false, scheduler: $1) },
    { $0.timeout(span, scheduler: $1) },
    { $0.timeout(span, other: Observable.just(1), scheduler: $1) },
    { $0.take(for: span, scheduler: $1) }, { $0.skip(for: span, scheduler: $1) },
    { $0.buffer(timeSpan: span, count: 9, scheduler: $1).map(\.count) },
    { $0.window(timeSpan: span, count: 9, scheduler: $1).map { _ in 1 } },
    { source, scheduler in
      source.flatMapLatest { _ in Observable<Int>.timer(span, scheduler: scheduler) }
    },
    { source, scheduler in
      source.flatMap { _ in Observable<Int>.interval(span, scheduler: scheduler) }
    },
    { source, scheduler in
      source.retry { _ in Observable<Int>.timer(span, scheduler: scheduler) }
    },
  ]

  /// Disposed before anything was subscribed, behind one element, and behind two.
  private static func withdrawn(_ operate: Operator, _ faults: CheckedFaults) {
    for count in 0..<3 {
      let (scheduler, subject) = (HoldingScheduler(), PublishSubject<Int>())
      let subscription = operate(subject.asObservable(), scheduler).subscribe(onError: { _ in })
      for element in 0..<count { subject.onNext(element) }
      subscription.dispose()
      faults.expect(scheduler.pending == 0, .leak1, message)
      faults.expect(!subject.hasObservers, .disp5, "a source of an operator that was left goes on")
      withExtendedLifetime(subscription) {}
    }
  }

  /// A source has one piece of work at a time on its scheduler, and none when it has ended.
  private static func sources(_ faults: CheckedFaults) {
    let forms: [@Sendable (any SchedulerType) -> Observable<Int>] = [
      { .just(1, scheduler: $0) }, { .of(1, 2, scheduler: $0) }, { .from([1, 2], scheduler: $0) },
      { .from(optional: 1, scheduler: $0) }, { .range(start: 1, count: 2, scheduler: $0) },
      { .repeatElement(1, scheduler: $0) }, { .timer(span, scheduler: $0) },
      { .timer(span, period: span, scheduler: $0) }, { .interval(span, scheduler: $0) },
      { .generate(initialState: 1, condition: { $0 < 3 }, scheduler: $0, iterate: { $0 + 1 }) },
    ]
    for form in forms {
      let (scheduler, seen) = (HoldingScheduler(), CheckedEvents())
      let subscription = form(scheduler).subscribe(
        onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
      faults.expect(seen.all.elements.isEmpty, .sched1, "a source does not wait for its scheduler")
      for _ in 0..<5 where seen.all.ends.isEmpty {
        faults.expect(scheduler.pending == 1, .sched1, "a source is scheduled twice")
        scheduler.perform()
      }
      if !seen.all.ends.isEmpty { faults.expect(scheduler.pending == 0, .leak1, message) }
      subscription.dispose()
    }
  }

  /// What waits for its turn goes with the subscription.
  private static func waiting(_ faults: CheckedFaults) {
    let forms: [@Sendable (Observable<Observable<Int>>) -> Observable<Int>] = [
      { $0.merge() }, { $0.merge(maxConcurrent: 1) }, { $0.concat() }, { $0.switchLatest() },
      { $0.concatMap { $0 } }, { $0.flatMap { $0 } }, { $0.flatMapFirst { $0 } },
      { $0.flatMapLatest { $0 } },
    ]
    for form in forms {
      let (lives, outer) = (CheckedLives(), PublishSubject<Observable<Int>>())
      let subscription = form(outer.asObservable()).subscribe()
      for _ in 0..<3 {
        let hold = CheckedLife.held(by: lives)
        outer.onNext(
          Observable.never().map { element in
            hold()
            return element
          })
      }
      subscription.dispose()
      faults.expect(lives.areOver, .leak1, keeps)
      withExtendedLifetime(subscription) {}
    }
  }

  /// The same where an error ends it.
  private static func ended(_ faults: CheckedFaults) {
    for (number, operate) in delayed.enumerated() where number > 0 {
      let (scheduler, subject) = (HoldingScheduler(), PublishSubject<Int>())
      let isOver = CheckedState(false)
      let subscription = operate(subject.asObservable(), scheduler).subscribe(
        onError: { _ in isOver.withLock { $0 = true } })
      subject.onNext(1)
      subject.onError(FuzzError(code: 1))
      // An error that is passed on at once leaves nothing to be done.
      if isOver.withLock({ $0 }) { faults.expect(scheduler.pending == 0, .leak1, message) }
      subscription.dispose()
      faults.expect(scheduler.pending == 0, .leak1, message)
    }
  }
}

/// A scheduler that keeps its work until it is asked to do the oldest piece, and counts what is neither done nor withdrawn.
/// Thread-safety: any thread.
private final class HoldingScheduler: SchedulerType {
  private struct Agenda {
    var number = 0
    var work: [(number: Int, act: @Sendable () -> Void)] = []
  }
  private let agenda = CheckedState(Agenda())

  var now: RxTime { RxTime(uptimeNanoseconds: 1) }
  var pending: Int { agenda.withLock { $0.work.count } }

  func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    let number = agenda.withLock { agenda in
      agenda.number += 1
      agenda.work.append(
        (
          agenda.number,
          { if !result.isDisposed { result.setDisposable(action(state)) } }
        ))
      return agenda.number
    }
    return Disposables.create { [self] in
      let withdrawn = agenda.withLock { agenda in
        let work = agenda.work.filter { $0.number == number }
        agenda.work.removeAll { $0.number == number }
        return work
      }
      result.dispose()
      withExtendedLifetime(withdrawn) {}
    }
  }

  func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval,
    action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable { schedule(state, action: action) }

  /// Does the oldest piece of work.
  func perform() {
    let oldest = agenda.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
    oldest?.act()
  }
}
