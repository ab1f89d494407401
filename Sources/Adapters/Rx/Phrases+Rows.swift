import RxFuzzKit

extension Phrases {
  static let sources: [String: Phrasebook.Phrase] = [
    "feed": { _, inputs in "\(inputs[0]).stream" },
    "subject": { _, inputs in "\(inputs[0]).asObservable()" },
    "behavior": { _, inputs in "\(inputs[0]).asObservable()" },
    "replay": { _, inputs in "\(inputs[0]).asObservable()" },
    "async": { _, inputs in "\(inputs[0]).asObservable()" },
    "publishRelay": { _, inputs in "\(inputs[0]).stream" },
    "behaviorRelay": { _, inputs in "\(inputs[0]).stream" },
    "replayRelay": { _, inputs in "\(inputs[0]).stream" },
    "just": { parameters, _ in "Observable.just(\(parameters[0]))" },
    "of": { parameters, _ in "Observable.of(\(parameters[0]), \(parameters[1]))" },
    "from": { parameters, _ in "Observable.from(\(parameters))" },
    "range": { parameters, _ in
      "Observable.range(start: \(parameters[0]), count: \(parameters[1]))"
    },
    "empty": { _, _ in "Observable<Int>.empty()" },
    "never": { _, _ in "Observable<Int>.never()" },
    "error": { _, _ in "Observable<Int>.error(RaceError())" },
    "timer": { parameters, _ in
      "Observable<Int>.timer(.milliseconds(\(parameters[0])), scheduler: \(scheduler(parameters[1])))"
    },
    "interval": { parameters, _ in
      "Observable<Int>.interval(.milliseconds(\(parameters[0])), scheduler: "
        + "\(scheduler(parameters[1])))"
    },
    "generate": { parameters, _ in
      "Observable.generate(initialState: \(parameters[0]), condition: { $0 < "
        + "\(parameters[0] + parameters[1]) }) { $0 + 1 }"
    },
    "repeatElement": { parameters, _ in
      "Observable.repeatElement(\(parameters[0])).take(\(parameters[1]))"
    },
    "fromOptional": { parameters, _ in
      "Observable<Int>.from(optional: \(parameters[1] == 0 ? "nil" : "\(parameters[0])"))"
    },
    "justScheduled": { parameters, _ in
      "Observable.just(\(parameters[0]), scheduler: \(scheduler(parameters[1])))"
    },
  ]

  static let transforming: [String: Phrasebook.Phrase] = [
    "deferred": { _, inputs in "Observable.deferred { \(inside(inputs[0])) }" },
    "map": { parameters, inputs in "\(inputs[0]).map { \(inside("$0 &+ \(parameters[0])")) }" },
    "scan": { parameters, inputs in "\(inputs[0]).scan(\(parameters[0])) \(mix)" },
    "compactMap": { parameters, inputs in
      "\(inputs[0]).filter \(test(parameters[0])).compactMap { Optional($0) }"
    },
    "enumerated": { _, inputs in "\(inputs[0]).enumerated().map { $0.element &+ $0.index }" },
    "scanInto": { parameters, inputs in
      "\(inputs[0]).scan(into: \(parameters[0])) { $0 = \(inside("$0 &* 31 &+ $1")) }"
    },
    "reduce": { parameters, inputs in "\(inputs[0]).reduce(\(parameters[0])) \(mix)" },
    "toArray": { _, inputs in
      "\(inputs[0]).toArray().asObservable().map { $0.reduce(0) \(plainMix) }"
    },
    "materialize": { _, inputs in
      "\(inputs[0]).materialize().map { if case .next(let element) = $0 { element &+ 2 } else { 0 } }"
    },
    "dematerialize": { parameters, inputs in
      let predicate = plainTest(parameters[0])
      return "\(inputs[0]).map { (element: Int) -> Event<Int> in\n"
        + "  let goesOn: @Sendable (Int) -> Bool = \(predicate)\n"
        + "  return goesOn(element) ? .next(element) : .completed\n}.dematerialize()"
    },
    "withUnretained": { _, inputs in
      "\(inputs[0]).withUnretained(log) { _, element in \(inside("element")) }"
    },
    "using": { _, inputs in
      "Observable.using { \(inside("Resource(log)")) } observableFactory: { _ in \(inputs[0]) }"
    },
    "do": { _, inputs in
      """
      \(inputs[0]).do(
        onNext: { _ in log.touch() }, afterNext: { _ in log.touch() },
        onError: { _ in log.touch() }, afterError: { _ in log.touch() },
        onCompleted: { log.touch() }, afterCompleted: { log.touch() },
        onSubscribe: { log.touch() }, onSubscribed: { log.touch() }, onDispose: { log.touch() })
      """
    },
    "observeOn": { parameters, inputs in
      "\(inputs[0]).observe(on: \(scheduler(parameters[0])))"
    },
    "subscribeOn": { parameters, inputs in
      "\(inputs[0]).subscribe(on: \(scheduler(parameters[0])))"
    },
  ]

  static let filtering: [String: Phrasebook.Phrase] = [
    "filter": { parameters, inputs in "\(inputs[0]).filter \(test(parameters[0]))" },
    "ignoreElements": { _, inputs in
      "\(inputs[0]).ignoreElements().map { (never: Never) -> Int in }"
    },
    "distinctUntilChanged": { _, inputs in
      "\(inputs[0]).distinctUntilChanged { \(inside("$0 & 1")) }"
    },
    "elementAt": { parameters, inputs in "\(inputs[0]).element(at: \(parameters[0]))" },
    "single": { parameters, inputs in "\(inputs[0]).single(\(test(parameters[0])))" },
    "skip": { parameters, inputs in "\(inputs[0]).skip(\(parameters[0]))" },
    "skipWhile": { parameters, inputs in "\(inputs[0]).skip(while: \(test(parameters[0])))" },
    "skipUntil": { _, inputs in "\(inputs[0]).skip(until: \(inputs[1]))" },
    "take": { parameters, inputs in "\(inputs[0]).take(\(parameters[0]))" },
    "takeLast": { parameters, inputs in "\(inputs[0]).takeLast(\(parameters[0]))" },
    "takeWhile": { parameters, inputs in
      "\(inputs[0]).take(while: \(test(parameters[0])), behavior: \(behaviour(parameters[1])))"
    },
    "takeUntilPredicate": { parameters, inputs in
      "\(inputs[0]).take(until: \(test(parameters[0])), behavior: \(behaviour(parameters[1])))"
    },
    "takeUntil": { _, inputs in "\(inputs[0]).take(until: \(inputs[1]))" },
    "sample": { _, inputs in "\(inputs[0]).sample(\(inputs[1]))" },
    "sampleOrDefault": { parameters, inputs in
      "\(inputs[0]).sample(\(inputs[1]), defaultValue: \(parameters[0]))"
    },
    "ifEmptyDefault": { parameters, inputs in "\(inputs[0]).ifEmpty(default: \(parameters[0]))" },
    "ifEmptySwitch": { _, inputs in "\(inputs[0]).ifEmpty(switchTo: \(inputs[1]))" },
  ]
}
