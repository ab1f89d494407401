import RxFuzzKit

extension Phrases {
  static let sources: [String: Phrasebook.Phrase] = [
    "feed": { _, inputs in "\(inputs[0]).producer" },
    "subject": { _, inputs in "\(inputs[0]).producer" },
    "behaviorRelay": { _, inputs in "\(inputs[0]).producer" },
    "just": { parameters, _ in made("value: \(parameters[0])") },
    "of": { parameters, _ in made("\(parameters)") },
    "from": { parameters, _ in made("\(parameters)") },
    "range": { parameters, _ in made("\(parameters[0])..<\(parameters[0] + parameters[1])") },
    "repeatElement": { parameters, _ in
      "\(made("value: \(parameters[0])")).repeat(\(parameters[1]))"
    },
    "empty": { _, _ in "SignalProducer<Int, RaceError>.empty" },
    "never": { _, _ in "SignalProducer<Int, RaceError>.never" },
    "error": { _, _ in made("error: RaceError()") },
    "deferred": { _, inputs in
      "\(made("{ observer, lifetime in log.touch(); lifetime += \(inputs[0]).start(observer) }"))"
    },
    "timer": { parameters, _ in "\(ticks(parameters)).take(first: 1)" },
    "interval": { parameters, _ in ticks(parameters) },
  ]

  private static func made(_ arguments: String) -> String {
    "SignalProducer<Int, RaceError>(\(arguments))"
  }

  /// 0, 1, 2 ... at fixed times.
  private static func ticks(_ parameters: [Int]) -> String {
    failing(
      "SignalProducer.timer(interval: .milliseconds(\(parameters[0])), "
        + "on: \(scheduler(parameters[1])), leeway: .seconds(0)).scan(-1) { number, _ in number + 1 }"
    )
  }

  static let transforming: [String: Phrasebook.Phrase] = [
    "map": { parameters, inputs in "\(inputs[0]).map { \(inside("$0 &+ \(parameters[0])")) }" },
    "scan": { parameters, inputs in "\(inputs[0]).scan(\(parameters[0])) \(mix)" },
    "scanInto": { parameters, inputs in
      "\(inputs[0]).scan(into: \(parameters[0])) { $0 = \(inside("$0 &* 31 &+ $1")) }"
    },
    "reduce": { parameters, inputs in "\(inputs[0]).reduce(\(parameters[0])) \(mix)" },
    "toArray": { _, inputs in "\(inputs[0]).collect().map { $0.reduce(0) \(plainMix) }" },
    "collectCount": { parameters, inputs in
      "\(inputs[0]).collect(count: \(parameters[0])).map { $0.reduce(0) \(plainMix) }"
    },
    "do": { _, inputs in
      """
      \(inputs[0]).on(
        starting: { log.touch() }, started: { log.touch() }, event: { _ in log.touch() },
        failed: { _ in log.touch() }, completed: { log.touch() }, interrupted: { log.touch() },
        terminated: { log.touch() }, disposed: { log.touch() }, value: { _ in log.touch() })
      """
    },
    "observeOn": { parameters, inputs in "\(inputs[0]).observe(on: \(scheduler(parameters[0])))" },
    "subscribeOn": { parameters, inputs in "\(inputs[0]).start(on: \(scheduler(parameters[0])))" },
    "materialize": { _, inputs in
      failing(
        "\(inputs[0]).materialize().compactMap { (event: Signal<Int, RaceError>.Event) -> Int? in\n"
          + "  switch event {\n  case .value(let element): element &+ 2\n  case .failed: 1\n"
          + "  case .completed: 0\n  case .interrupted: nil\n  }\n}")
    },
    "dematerialize": { parameters, inputs in
      failing(
        unfailing(inputs[0])
          + ".map { (element: Int) -> Signal<Int, Never>.Event in\n"
          + "  let goesOn: (Int) -> Bool = \(test(parameters[0]))\n"
          + "  return goesOn(element) ? .value(element) : .completed\n}.dematerialize()")
    },
  ]

  static let filtering: [String: Phrasebook.Phrase] = [
    "filter": { parameters, inputs in "\(inputs[0]).filter \(test(parameters[0]))" },
    "compactMap": { parameters, inputs in
      "\(inputs[0]).filter \(test(parameters[0])).compactMap { Optional($0) }"
    },
    "distinctUntilChanged": { _, inputs in
      "\(inputs[0]).skipRepeats { \(inside("$0 & 1 == $1 & 1")) }"
    },
    "skip": { parameters, inputs in "\(inputs[0]).skip(first: \(parameters[0]))" },
    "skipWhile": { parameters, inputs in "\(inputs[0]).skip(while: \(test(parameters[0])))" },
    "skipUntil": { _, inputs in "\(inputs[0]).skip(until: \(trigger(inputs[1])))" },
    "take": { parameters, inputs in "\(inputs[0]).take(first: \(parameters[0]))" },
    "takeLast": { parameters, inputs in
      parameters[0] == 0
        ? "\(inputs[0]).filter { _ in false }" : "\(inputs[0]).take(last: \(parameters[0]))"
    },
    "takeWhile": { parameters, inputs in
      "\(inputs[0]).take(\(parameters[1] == 1 ? "until" : "while"): \(test(parameters[0])))"
    },
    "takeUntilPredicate": { parameters, inputs in
      "\(inputs[0]).take(\(parameters[1] == 1 ? "until" : "while"): \(contrary(parameters[0])))"
    },
    "takeUntil": { _, inputs in "\(inputs[0]).take(until: \(trigger(inputs[1])))" },
    "sample": { _, inputs in "\(inputs[0]).sample(on: \(trigger(inputs[1])))" },
  ]

  private static func trigger(_ input: String) -> String { "\(unfailing(input)).map(value: ())" }
}
