import RxFuzzKit

extension Phrases {
  /// Forms that RxSwift spells in another way than the others: binding to an observer belongs to RxCocoa, and what an infallible sequence
  /// or a maybe lacks is done by the observable that it is.
  static let ownForms: [String: [String: Phrasebook.Phrase]] = [
    "variant": [
      "bindObserver": { _, s in created("\(s[0]).subscribe(observer)") },
      "bindOnNext": { _, s in
        "passing(\(s[0])) { source, observer in source.subscribe(onNext: { observer.onNext($0) }) }"
      },
      "binder": { _, s in
        "passing(\(s[0])) { source, observer in source.subscribe(Binder(log, scheduler: CurrentThreadScheduler.instance) { _, element in observer.onNext(\(inside("element"))) }) }"
      },
    ],
    "retryForever": [
      "single": { p, s in endless("Single", "\(s[0]).asSingle()", p[0], retry: "retry(.max)") },
      "maybe": { p, s in endless("Maybe", "\(s[0]).asMaybe()", p[0], retry: "retry(.max)") },
    ],
    "maybeOp": [
      "asSingle": { _, s in "\(s[0]).asMaybe().asObservable().asSingle().asObservable()" },
      "asCompletable": { _, s in whole(without("\(s[0]).asMaybe().asObservable()")) },
    ],
    "infallibleOp": [
      "skip": { p, s in "\(safe(s[0])).asObservable().skip(\(RowForms.count(p[0])))" }
    ],
    "traitMeet": [
      "infallibleZipPair": { _, s in
        "Infallible.zip(\(allSafe(s))) { ($0, $1) }.asObservable().map { $0.0 &* 31 &+ $0.1 }"
      },
      "infallibleSkipUntil": { _, s in
        "\(safe(s[0])).asObservable().skip(until: \(safe(s[1])).asObservable())"
      },
    ],
    "traitTimed": [
      "infallibleDelay": { p, s in "\(safe(s[0])).asObservable().delay(\(delay(p)))" }
    ],
    "traitOn": [
      "infallibleObserve": { p, s in
        "\(safe(s[0])).asObservable().observe(on: \(scheduler(p[0])))"
      },
      "infallibleSubscribe": { p, s in
        "\(safe(s[0])).asObservable().subscribe(on: \(scheduler(p[0])))"
      },
    ],
  ]
}
