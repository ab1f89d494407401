import RxFuzzKit

extension Phrases {
  /// The schedulers of a test are serial; where a form is about another kind, the test races what is behind it.
  static let formsOfTime = present([
    "traitTimed": forms("traitTimed", timedForms),
    "singleTimeoutOther": { p, s in
      "\(s[0]).asSingle().timeout(.milliseconds(\(p[0])), other: \(s[1]).asSingle(), scheduler: "
        + "\(scheduler(p[1]))).asObservable()"
    },
    "traitOn": forms(
      "traitOn",
      [
        "singleObserve": { p, s in
          "\(s[0]).asSingle().observe(on: \(scheduler(p[0]))).asObservable()"
        },
        "singleSubscribe": { p, s in
          "\(s[0]).asSingle().subscribe(on: \(scheduler(p[0]))).asObservable()"
        },
        "infallibleObserve": { p, s in
          "\(safe(s[0])).observe(on: \(scheduler(p[0]))).asObservable()"
        },
        "infallibleSubscribe": { p, s in
          "\(safe(s[0])).subscribe(on: \(scheduler(p[0]))).asObservable()"
        },
        "concurrentObserve": { p, s in "\(s[0]).observe(on: \(scheduler(p[0])))" },
        "concurrentSubscribe": { p, s in "\(s[0]).subscribe(on: \(scheduler(p[0])))" },
      ]),
    "timerForm": forms(
      "timerForm",
      [
        "single": { p, _ in "Single<Int>.timer(\(delay(p))).asObservable()" },
        "maybe": { p, _ in "Maybe<Int>.timer(\(delay(p))).asObservable()" },
        "concurrent": { p, _ in "Observable<Int>.timer(\(delay(p)))" },
      ]),
    "intervalForm": forms(
      "intervalForm",
      [
        "concurrent": { p, _ in "Observable<Int>.interval(\(delay(p)))" }
      ]),
    "periodicTimer": { p, _ in
      "Observable<Int>.timer(.milliseconds(\(p[0])), period: .milliseconds(\(p[1])), "
        + "scheduler: \(scheduler(p[2])))"
    },
    "scheduled": forms("scheduled", scheduledForms),
    "scheduledOne": forms(
      "scheduledOne",
      [
        "single": { p, _ in "Single.just(\(p[0]), scheduler: \(scheduler(p[1]))).asObservable()" },
        "infallible": { p, _ in
          "Infallible.just(\(p[0]), scheduler: \(scheduler(p[1]))).asObservable()"
        },
        "optional": { p, _ in
          "Observable<Int>.from(optional: \(p[0]), scheduler: \(scheduler(p[1])))"
        },
        "of": { p, _ in "Observable.of(\(p[0]), scheduler: \(scheduler(p[1])))" },
      ]),
  ])

  private static let timedForms: [String: Phrasebook.Phrase] = [
    "singleDelay": { p, s in "\(s[0]).asSingle().delay(\(delay(p))).asObservable()" },
    "singleDelaySubscription": { p, s in
      "\(s[0]).asSingle().delaySubscription(\(delay(p))).asObservable()"
    },
    "singleTimeout": { p, s in "\(s[0]).asSingle().timeout(\(delay(p))).asObservable()" },
    "infallibleDebounce": { p, s in "\(safe(s[0])).debounce(\(delay(p))).asObservable()" },
    "infallibleThrottle": { p, s in "\(safe(s[0])).throttle(\(delay(p))).asObservable()" },
    "infallibleThrottleFirst": { p, s in
      "\(safe(s[0])).throttle(.milliseconds(\(p[0])), latest: false, scheduler: \(scheduler(p[1]))).asObservable()"
    },
    "infallibleDelay": { p, s in "\(safe(s[0])).delay(\(delay(p))).asObservable()" },
    "infallibleTakeFor": { p, s in "\(safe(s[0])).take(for: \(delay(p))).asObservable()" },
    "throttleFirst": { p, s in
      "\(s[0]).throttle(.milliseconds(\(p[0])), latest: false, scheduler: \(scheduler(p[1])))"
    },
    "concurrentDelay": { p, s in "\(s[0]).delay(\(delay(p)))" },
    "concurrentDebounce": { p, s in "\(s[0]).debounce(\(delay(p)))" },
    "concurrentTimeout": { p, s in "\(s[0]).timeout(\(delay(p)))" },
  ]

  private static let scheduledForms: [String: Phrasebook.Phrase] = [
    "from": { p, s in
      "Observable.from(Array(\(p[0])..<\(p[0] + p[1])), scheduler: \(scheduler(p[2])))"
    },
    "fromSequence": { p, s in
      "Observable.from(\(p[0])..<\(p[0] + p[1]), scheduler: \(scheduler(p[2])))"
    },
    "range": { p, s in
      "Observable.range(start: \(p[0]), count: \(p[1]), scheduler: \(scheduler(p[2])))"
    },
    "generate": { p, s in
      "Observable.generate(initialState: \(p[0]), condition: { $0 < \(p[0] + p[1]) }, scheduler: \(scheduler(p[2]))) { $0 + 1 }"
    },
    "recursive": { p, s in
      "Observable<Int>.create { observer in\n  \(scheduler(p[2])).scheduleRecursive(\(p[0])) { number, recurse in\n    guard number < \(p[0] + p[1]) else { return observer.onCompleted() }\n    observer.onNext(number)\n    recurse(number + 1)\n  }\n}"
    },
    "repeat": { p, s in
      "Observable.repeatElement(1, scheduler: \(scheduler(p[2]))).scan(\(p[0] - 1)) { $0 + $1 }.take(\(p[1]))"
    },
    "infallibleFrom": { p, s in
      "Infallible.from(\(p[0])..<\(p[0] + p[1]), scheduler: \(scheduler(p[2]))).asObservable()"
    },
    "concurrentFrom": { p, s in
      "Observable.from(Array(\(p[0])..<\(p[0] + p[1])), scheduler: \(scheduler(p[2])))"
    },
  ]
}
