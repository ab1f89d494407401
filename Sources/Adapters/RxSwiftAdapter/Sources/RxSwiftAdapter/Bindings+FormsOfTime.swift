import Dispatch
import RxFuzzKit
@preconcurrency import RxSwift

extension Bindings {
  /// The traits' operators that need a scheduler, and schedulers of other kinds.
  static let formsOfTime: [String: OperatorBinding] = [
    "traitTimed": forms("traitTimed", timedForms),
    "singleTimeoutOther": OperatorBinding { iteration, parameters, inputs in
      let (first, other) = (stream(inputs[0]).asSingle(), stream(inputs[1]).asSingle())
      return first.timeout(
        RxTimeInterval.milliseconds(parameters[0]), other: other,
        scheduler: clock(iteration, parameters[1])
      ).asObservable()
    },
    "traitOn": forms("traitOn", onForms),
    "timerForm": forms("timerForm", timerForms),
    "intervalForm": forms("intervalForm", intervalForms),
    "periodicTimer": OperatorBinding { iteration, parameters, _ in
      Observable<Int>.timer(
        RxTimeInterval.milliseconds(parameters[0]),
        period: RxTimeInterval.milliseconds(parameters[1]),
        scheduler: clock(iteration, parameters[2]))
    },
    "scheduled": forms("scheduled", scheduledForms),
    "scheduledOne": forms("scheduledOne", scheduledOneForms),
  ].compactMapValues { $0 }

  // An infallible sequence has no `observe(on:)` of its own.
  private static let onForms: [String: FormBuild] = [
    "singleObserve": { _, p, s in
      s[0].asSingle().observe(on: schedulers[p[0]]).asObservable()
    },
    "singleSubscribe": { _, p, s in
      s[0].asSingle().subscribe(on: schedulers[p[0]]).asObservable()
    },
    "infallibleObserve": { _, p, s in safe(s[0]).asObservable().observe(on: schedulers[p[0]]) },
    "infallibleSubscribe": { _, p, s in
      safe(s[0]).asObservable().subscribe(on: schedulers[p[0]])
    },
    "concurrentObserve": { _, p, s in s[0].observe(on: concurrent[p[0]]) },
    "concurrentSubscribe": { _, p, s in s[0].subscribe(on: concurrent[p[0]]) },
  ]

  private static let timerForms: [String: FormBuild] = [
    "single": { iteration, p, _ in
      Single<Int>.timer(.milliseconds(p[0]), scheduler: clock(iteration, p[1])).asObservable()
    },
    "maybe": { iteration, p, _ in
      Maybe<Int>.timer(.milliseconds(p[0]), scheduler: clock(iteration, p[1])).asObservable()
    },
    "concurrent": { iteration, p, _ in
      Observable<Int>.timer(.milliseconds(p[0]), scheduler: concurrentClock(iteration, p[1]))
    },
  ]

  private static let intervalForms: [String: FormBuild] = [
    "concurrent": { iteration, p, _ in
      Observable<Int>.interval(.milliseconds(p[0]), scheduler: concurrentClock(iteration, p[1]))
    }
  ]

  private static let scheduledOneForms: [String: FormBuild] = [
    "single": { _, p, _ in Single.just(p[0], scheduler: schedulers[p[1]]).asObservable() },
    "infallible": { _, p, _ in
      Infallible.just(p[0], scheduler: schedulers[p[1]]).asObservable()
    },
    "optional": { _, p, _ in
      Observable.from(optional: p[0], scheduler: schedulers[p[1]])
    },
    "of": { _, p, _ in Observable.of(p[0], scheduler: schedulers[p[1]]) },
  ]

  private static let timedForms: [String: FormBuild] = [
    "singleDelay": { iteration, p, s in
      s[0].asSingle().delay(.milliseconds(p[0]), scheduler: clock(iteration, p[1])).asObservable()
    },
    "singleDelaySubscription": { iteration, p, s in
      s[0].asSingle().delaySubscription(.milliseconds(p[0]), scheduler: clock(iteration, p[1]))
        .asObservable()
    },
    "singleTimeout": { iteration, p, s in
      s[0].asSingle().timeout(.milliseconds(p[0]), scheduler: clock(iteration, p[1])).asObservable()
    },
    "infallibleDebounce": { iteration, p, s in
      safe(s[0]).debounce(.milliseconds(p[0]), scheduler: clock(iteration, p[1])).asObservable()
    },
    "infallibleThrottle": { iteration, p, s in
      safe(s[0]).throttle(.milliseconds(p[0]), scheduler: clock(iteration, p[1])).asObservable()
    },
    "infallibleThrottleFirst": { iteration, p, s in
      safe(s[0]).throttle(.milliseconds(p[0]), latest: false, scheduler: clock(iteration, p[1]))
        .asObservable()
    },
    "infallibleDelay": { iteration, p, s in
      // An infallible sequence has no `delay` of its own.
      safe(s[0]).asObservable().delay(.milliseconds(p[0]), scheduler: clock(iteration, p[1]))
    },
    "infallibleTakeFor": { iteration, p, s in
      safe(s[0]).take(for: .milliseconds(p[0]), scheduler: clock(iteration, p[1])).asObservable()
    },
    "throttleFirst": { iteration, p, s in
      s[0].throttle(.milliseconds(p[0]), latest: false, scheduler: clock(iteration, p[1]))
    },
    "concurrentDelay": { iteration, p, s in
      s[0].delay(.milliseconds(p[0]), scheduler: concurrentClock(iteration, p[1]))
    },
    "concurrentDebounce": { iteration, p, s in
      s[0].debounce(.milliseconds(p[0]), scheduler: concurrentClock(iteration, p[1]))
    },
    "concurrentTimeout": { iteration, p, s in
      s[0].timeout(.milliseconds(p[0]), scheduler: concurrentClock(iteration, p[1]))
    },
  ]

  private static let scheduledForms: [String: FormBuild] = [
    "from": { _, p, _ in Observable.from(Array(p[0]..<p[0] + p[1]), scheduler: schedulers[p[2]]) },
    "fromSequence": { _, p, _ in
      Observable.from(p[0]..<p[0] + p[1], scheduler: schedulers[p[2]])
    },
    "range": { _, p, _ in
      Observable.range(start: p[0], count: p[1], scheduler: schedulers[p[2]])
    },
    "generate": { _, p, _ in
      Observable.generate(
        initialState: p[0], condition: { $0 < p[0] + p[1] }, scheduler: schedulers[p[2]],
        iterate: { $0 + 1 })
    },
    "recursive": { _, p, _ in
      Observable.create { observer in
        schedulers[p[2]].scheduleRecursive(p[0]) { number, recurse in
          guard number < p[0] + p[1] else { return observer.onCompleted() }
          observer.onNext(number)
          recurse(number + 1)
        }
      }
    },
    "repeat": { _, p, _ in
      // None of none would end where it is subscribed.
      if p[1] == 0 { return Observable.from([Int](), scheduler: schedulers[p[2]]) }
      return Observable.repeatElement(1, scheduler: schedulers[p[2]]).scan(p[0] - 1) { $0 + $1 }
        .take(p[1])
    },
    "infallibleFrom": { _, p, _ in
      Infallible.from(p[0]..<p[0] + p[1], scheduler: schedulers[p[2]]).asObservable()
    },
    "concurrentFrom": { _, p, _ in
      Observable.from(Array(p[0]..<p[0] + p[1]), scheduler: concurrent[p[2]])
    },
  ]

  /// Schedulers that promise no order by themselves, on the same queues.
  private static let concurrent = Iteration.queues.map {
    ConcurrentDispatchQueueScheduler(queue: $0)
  }

  private static func concurrentClock(
    _ iteration: Iteration, _ number: Int
  ) -> any SchedulerType {
    iteration.virtualClock(number) == nil ? concurrent[number] : clock(iteration, number)
  }
}
