import RxFuzzKit

extension Phrases {
  static let combining: [String: Phrasebook.Phrase] = [
    "merge": { _, inputs in "Observable.merge(\(list(inputs)))" },
    "zip": { _, inputs in "Observable.zip\(together(inputs))" },
    "zipAll": { _, inputs in
      "Observable.zip(\(list(inputs))) { \(inside("$0.reduce(0) \(plainMix)")) }"
    },
    "combineLatest": { _, inputs in "Observable.combineLatest\(together(inputs))" },
    "combineLatestAll": { _, inputs in
      "Observable.combineLatest(\(list(inputs))) { \(inside("$0.reduce(0) \(plainMix)")) }"
    },
    "withLatestFrom": { _, inputs in "\(inputs[0]).withLatestFrom(\(inputs[1])) \(mix)" },
    "amb": { _, inputs in "Observable.amb(\(list(inputs)))" },
    "startWith": { parameters, inputs in "\(inputs[0]).startWith(\(parameters[0]))" },
    "concat": { _, inputs in "Observable.concat(\(list(inputs)))" },
    "catch": { _, inputs in "\(inputs[0]).catch { _ in \(inside(inputs[1])) }" },
    "catchAndReturn": { parameters, inputs in "\(inputs[0]).catchAndReturn(\(parameters[0]))" },
    "catchSequence": { _, inputs in "Observable.catch(sequence: \(list(inputs)))" },
    "retry": { parameters, inputs in "\(inputs[0]).retry(\(parameters[0]))" },
    "retryWhen": { _, inputs in
      "\(inputs[0]).retry { (errors: Observable<any Error>) in "
        + "errors.take(3).withLatestFrom(\(inputs[1])) { _, element in \(inside("element")) } }"
    },
  ]

  static let inner: [String: Phrasebook.Phrase] = [
    "flatMap": { _, inputs in "\(inputs[0]).flatMap \(choice(inputs))" },
    "flatMapFirst": { _, inputs in "\(inputs[0]).flatMapFirst \(choice(inputs))" },
    "flatMapLatest": { _, inputs in "\(inputs[0]).flatMapLatest \(choice(inputs))" },
    "concatMap": { _, inputs in "\(inputs[0]).concatMap \(choice(inputs))" },
    "switchLatest": { _, inputs in "\(inputs[0]).map \(choice(inputs)).switchLatest()" },
    "mergeInner": { _, inputs in "\(inputs[0]).map \(choice(inputs)).merge()" },
    "concatInner": { _, inputs in "\(inputs[0]).map \(choice(inputs)).concat()" },
    "mergeMaxConcurrent": { parameters, inputs in
      "\(inputs[0]).map \(choice(inputs)).merge(maxConcurrent: \(parameters[0]))"
    },
    "groupBy": { _, inputs in "\(inputs[0]).groupBy { \(inside("$0 & 1")) }.flatMap { $0 }" },
    "window": { parameters, inputs in
      "\(inputs[0]).window(\(spans(parameters))).flatMap { $0 }"
    },
    "buffer": { parameters, inputs in
      "\(inputs[0]).buffer(\(spans(parameters))).map { $0.reduce(0) \(plainMix) }"
    },
  ]

  static let sharing: [String: Phrasebook.Phrase] = [
    "share": { _, inputs in "\(inputs[0]).share()" },
    "shareReplay": { parameters, inputs in "\(inputs[0]).share(replay: \(parameters[0]))" },
    "shareForever": { parameters, inputs in
      "\(inputs[0]).share(replay: \(parameters[0]), scope: .forever)"
    },
    "publishRefCount": { _, inputs in "\(inputs[0]).publish().refCount()" },
    "replayRefCount": { parameters, inputs in
      "\(inputs[0]).replay(\(parameters[0])).refCount()"
    },
    "replayAllRefCount": { _, inputs in "\(inputs[0]).replayAll().refCount()" },
    "multicastRefCount": { _, inputs in
      "\(inputs[0]).multicast(PublishSubject<Int>()).refCount()"
    },
    "publishConnect": { _, inputs in "shared(\(inputs[0]), from: \(inputs[1]), log)" },
    "multicast": { _, inputs in
      "\(inputs[0]).multicast({ \(inside("PublishSubject<Int>()")) }, selector: { \(inside("$0")) })"
    },
    "asSingle": { _, inputs in "\(inputs[0]).asSingle().asObservable()" },
    "asMaybe": { _, inputs in "\(inputs[0]).asMaybe().asObservable()" },
    "first": { _, inputs in "\(inputs[0]).first().map { \(inside("$0 ?? 0")) }.asObservable()" },
    "asInfallible": { parameters, inputs in
      "\(inputs[0]).asInfallible(onErrorJustReturn: \(parameters[0])).asObservable()"
    },
  ]

  static let timed: [String: Phrasebook.Phrase] = [
    "debounce": { parameters, inputs in "\(inputs[0]).debounce(\(delay(parameters)))" },
    "throttle": { parameters, inputs in
      "\(inputs[0]).throttle(.milliseconds(\(parameters[0])), latest: \(parameters[2] == 1), "
        + "scheduler: \(scheduler(parameters[1])))"
    },
    "delay": { parameters, inputs in "\(inputs[0]).delay(\(delay(parameters)))" },
    "delaySubscription": { parameters, inputs in
      "\(inputs[0]).delaySubscription(\(delay(parameters)))"
    },
    "takeFor": { parameters, inputs in "\(inputs[0]).take(for: \(delay(parameters)))" },
    "skipFor": { parameters, inputs in "\(inputs[0]).skip(\(delay(parameters)))" },
    "timeout": { parameters, inputs in "\(inputs[0]).timeout(\(delay(parameters)))" },
    "timeoutOther": { parameters, inputs in
      "\(inputs[0]).timeout(.milliseconds(\(parameters[0])), other: \(inputs[1]), "
        + "scheduler: \(scheduler(parameters[1])))"
    },
  ]

  /// Two or three streams, and how their elements are mixed.
  private static func together(_ inputs: [String]) -> String {
    let how =
      inputs.count == 2 ? mix : "{ \(inside("($0 &* 31 &+ $1) &* 31 &+ $2")) }"
    return "(\(inputs.joined(separator: ", "))) \(how)"
  }

  /// Which of the inner streams an element of the outer one stands for.
  static func choice(_ inputs: [String]) -> String {
    let inner = inputs.dropFirst()
    guard inner.count > 1 else { return "{ _ in \(inside(inner.first ?? "")) }" }
    return "{ \(inside("[\(inner.joined(separator: ", "))][$0 % \(inner.count)]")) }"
  }

  static func delay(_ parameters: [Int]) -> String {
    ".milliseconds(\(parameters[0])), scheduler: \(scheduler(parameters[1]))"
  }

  static func spans(_ parameters: [Int]) -> String {
    "timeSpan: .milliseconds(\(parameters[0])), count: \(parameters[1]), scheduler: "
      + scheduler(parameters[2])
  }
}
