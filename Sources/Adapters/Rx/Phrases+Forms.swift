import RxFuzzKit

extension Phrases {
  static let forms = present([
    "zipMany": { _, s in "Observable.zip(\(s.joined(separator: ", "))) \(mixAll(s.count))" },
    "combineLatestMany": { _, s in
      "Observable.combineLatest(\(s.joined(separator: ", "))) \(mixAll(s.count))"
    },
    "withLatestFromOther": { _, s in "\(s[0]).withLatestFrom(\(s[1]))" },
    "replayAll": { _, s in "\(s[0]).asObservable()" },
    "variant": forms("variant", variants),
    "variantPair": forms("variantPair", pairs),
    "retryForever": forms(
      "retryForever",
      [
        "observable": { p, s in endless("Observable", s[0], p[0]) },
        "single": { p, s in endless("Single", "\(s[0]).asSingle()", p[0]) },
        "maybe": { p, s in endless("Maybe", "\(s[0]).asMaybe()", p[0]) },
      ]),
    "source": forms("source", sourceForms),
    "groups": { _, s in
      "\(s[0]).groupBy { \(inside("$0 & 1")) }.flatMap { group in group.map { $0 &* 31 &+ group.key } }"
    },
    "windows": { p, s in
      "\(s[0]).window(\(spans(p))).enumerated().flatMap { window in\n"
        + "  window.element.map { $0 &* 31 &+ window.index }\n}"
    },
    "doCounted": forms(
      "doCounted",
      [
        "observable": { _, s in
          "\(s[0]).do(\(handlers(["onNext", "afterNext", "onError", "afterError"], ["onCompleted", "afterCompleted"])))"
        },
        "single": { p, s in singleForms["do"]?(p, s) ?? "" },
        "maybe": { p, s in maybeForms["do"]?(p, s) ?? "" },
        "completable": { p, s in completableForms["do"]?(p, s) ?? "" },
        "infallible": { p, s in infallibleForms["do"]?(p, s) ?? "" },
      ]),
  ])

  static let variants: [String: Phrasebook.Phrase] = [
    "distinctUntilChanged": { p, s in "\(s[0]).map { $0 & 1 }.distinctUntilChanged()" },
    "distinctComparer": { p, s in
      "\(s[0]).distinctUntilChanged { (a: Int, b: Int) -> Bool in \(inside("a & 1 == b & 1")) }"
    },
    "distinctKeyComparer": { p, s in
      "\(s[0]).distinctUntilChanged({ $0 & 1 }, comparer: { $0 == $1 })"
    },
    "distinctAt": { p, s in "\(s[0]).distinctUntilChanged(at: \\.bitWidth)" },
    "single": { p, s in "\(s[0]).single()" },
    "reduceMap": { p, s in
      "\(s[0]).reduce(\(p[0]), accumulator: \(mix), mapResult: { \(inside("$0")) })"
    },
    "startWithMany": { p, s in "\(s[0]).startWith(\(p[0]), \(p[0]))" },
    "withUnretainedPair": { p, s in "\(s[0]).withUnretained(log).map { \(inside("$0.1")) }" },
    "bindObserver": { p, s in created("\(s[0]).bind(to: observer)") },
    "bindOnNext": { p, s in
      "passing(\(s[0])) { source, observer in source.bind(onNext: { observer.onNext($0) }) }"
    },
    "bindPublishRelay": { p, s in
      "passing(\(s[0])) { source, observer in\n  let relay = PublishRelay<Int>()\n  return Disposables.create(relay.subscribe(onNext: { observer.onNext($0) }), source.bind(to: relay))\n}"
    },
    "bindOptionalPublishRelay": { p, s in
      "passing(\(s[0])) { source, observer in\n  let relay = PublishRelay<Int?>()\n  return Disposables.create(relay.subscribe(onNext: { if let element = $0 { observer.onNext(element) } }), source.bind(to: relay))\n}"
    },
    "bindBehaviorRelay": { p, s in
      "passing(\(s[0])) { source, observer in\n  let relay = BehaviorRelay<Int>(value: 0)\n  return Disposables.create(relay.skip(1).subscribe(onNext: { observer.onNext($0) }), source.bind(to: relay))\n}"
    },
    "bindOptionalBehaviorRelay": { p, s in
      "passing(\(s[0])) { source, observer in\n  let relay = BehaviorRelay<Int?>(value: 0)\n  return Disposables.create(relay.skip(1).subscribe(onNext: { if let element = $0 { observer.onNext(element) } }), source.bind(to: relay))\n}"
    },
    "bindReplayRelay": { p, s in
      "passing(\(s[0])) { source, observer in\n  let relay = ReplayRelay<Int>.create(bufferSize: 1)\n  return Disposables.create(relay.subscribe(onNext: { observer.onNext($0) }), source.bind(to: relay))\n}"
    },
    "bindOptionalReplayRelay": { p, s in
      "passing(\(s[0])) { source, observer in\n  let relay = ReplayRelay<Int?>.create(bufferSize: 1)\n  return Disposables.create(relay.subscribe(onNext: { if let element = $0 { observer.onNext(element) } }), source.bind(to: relay))\n}"
    },
    "binder": { p, s in
      "passing(\(s[0])) { source, observer in source.bind(to: Binder(log, scheduler: ImmediateScheduler.instance) { _, element in observer.onNext(\(inside("element"))) }) }"
    },
    "subscribeWith": { p, s in
      created(
        "\(s[0]).subscribe(with: log, onNext: { observer.onNext($1) }, onError: { observer.onError($1) }, onCompleted: { _ in observer.onCompleted() })"
      )
    },
    "subscribeEvents": { p, s in created("\(s[0]).subscribe { observer.on($0) }") },
  ]

  private static let pairs: [String: Phrasebook.Phrase] = [
    "zipPair": { p, s in "Observable.zip(\(s[0]), \(s[1])).map { $0.0 &* 31 &+ $0.1 }" },
    "zipArrays": { p, s in "Observable.zip(\(list(s))).map { $0.reduce(0) \(plainMix) }" },
    "combineLatestPair": { p, s in
      "Observable.combineLatest(\(s[0]), \(s[1])).map { $0.0 &* 31 &+ $0.1 }"
    },
    "combineLatestArrays": { p, s in
      "Observable.combineLatest(\(list(s))).map { $0.reduce(0) \(plainMix) }"
    },
    "amb": { p, s in "\(s[0]).amb(\(s[1]))" },
    "mergeMany": { p, s in "Observable.merge(\(s[0]), \(s[1]))" },
    "mergeCollection": { p, s in "Observable.merge(ContiguousArray(\(list(s))))" },
    "concat": { p, s in "\(s[0]).concat(\(s[1]))" },
    "concatMany": { p, s in "Observable.concat(\(s[0]), \(s[1]))" },
    "concatSequence": { p, s in "Observable.concat(ContiguousArray(\(list(s))))" },
  ]

  private static let sourceForms: [String: Phrasebook.Phrase] = [
    "singleJust": { p, s in "Single.just(\(p[0])).asObservable()" },
    "singleError": { p, s in "Single<Int>.error(RaceError()).asObservable()" },
    "singleNever": { p, s in "Single<Int>.never().asObservable()" },
    "singleZipOfNone": { p, s in "Single<Int>.zip([Single<Int>]()) { _ in \(p[0]) }.asObservable()"
    },
    "maybeJust": { p, s in "Maybe.just(\(p[0])).asObservable()" },
    "maybeEmpty": { p, s in "Maybe<Int>.empty().asObservable()" },
    "completableEmpty": { p, s in whole("Completable.empty()") },
    "completableError": { p, s in whole("Completable.error(RaceError())") },
    "infallibleJust": { p, s in "Infallible.just(\(p[0])).asObservable()" },
    "infallibleOf": { p, s in "Infallible.of(\(p[0]), \(p[0])).asObservable()" },
    "infallibleFrom": { p, s in "Infallible.from([\(p[0]), \(p[0])]).asObservable()" },
    "infallibleFromSequence": { p, s in
      "Infallible.from(repeatElement(\(p[0]), count: 2)).asObservable()"
    },
    "infallibleEmpty": { p, s in "Infallible<Int>.empty().asObservable()" },
    "infallibleNever": { p, s in "Infallible<Int>.never().asObservable()" },
    "infallibleDeferred": { p, s in
      "Infallible.deferred { \(inside("Infallible.just(\(p[0]))")) }.asObservable()"
    },
    "fromSequence": { p, s in "Observable.from(repeatElement(\(p[0]), count: 2))" },
    "zipOfNone": { p, s in "Observable<Int>.zip([Observable<Int>]()) { $0.count }" },
    "combineLatestOfNone": { p, s in
      "Observable<Int>.combineLatest([Observable<Int>]()) { _ in \(p[0]) }"
    },
    "mergeOfNone": { p, s in "Observable<Int>.merge([Observable<Int>]())" },
    "concatOfNone": { p, s in "Observable<Int>.concat([Observable<Int>]())" },
    "ambOfNone": { p, s in "Observable<Int>.amb([Observable<Int>]())" },
    "deferredThrows": { p, s in "Observable<Int>.deferred { throw RaceError() }" },
    "usingThrows": { p, s in
      "Observable<Int>.using { () throws -> Resource in throw RaceError() } observableFactory: { _ in .never() }"
    },
    "usingFactoryThrows": { p, s in
      "Observable<Int>.using { Resource(log) } observableFactory: { _ in throw RaceError() }"
    },
    "generateThrows": { p, s in
      "Observable.generate(initialState: \(p[0]), condition: { _ in throw RaceError() }) { $0 }"
    },
  ]

  private static func mixAll(_ count: Int) -> String {
    "{ \(inside("[\((0..<count).map { "$\($0)" }.joined(separator: ", "))].reduce(0) \(plainMix)")) }"
  }

  /// Attempts without end, of a source that gives way to another one after so many.
  static func endless(
    _ type: String, _ source: String, _ attempts: Int, retry: String = "retry()"
  ) -> String {
    "Observable.deferred {\n  let attempts = Attempts(\(attempts))\n"
      + "  return \(type).deferred { attempts.next() ? \(source) : .just(\(attempts)) }.\(retry)"
      + ".asObservable()\n}"
  }
}
