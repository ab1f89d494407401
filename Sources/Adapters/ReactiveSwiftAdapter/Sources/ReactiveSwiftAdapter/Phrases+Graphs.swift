import RxFuzzKit

extension Phrases {
  static let combining: [String: Phrasebook.Phrase] = [
    "merge": { _, inputs in "SignalProducer<Int, RaceError>.merge(\(list(inputs)))" },
    "zip": { _, inputs in together("zip", inputs) },
    "zipAll": { _, inputs in collected("zip", inputs) },
    "combineLatest": { _, inputs in together("combineLatest", inputs) },
    "combineLatestAll": { _, inputs in collected("combineLatest", inputs) },
    "withLatestFrom": { _, inputs in
      "\(inputs[0]).withLatest(from: \(unfailing(inputs[1]))).map \(mix)"
    },
    "amb": { _, inputs in
      "SignalProducer<SignalProducer<Int, RaceError>, RaceError>(\(list(inputs))).flatten(.race)"
    },
    "startWith": { parameters, inputs in "\(inputs[0]).prefix(value: \(parameters[0]))" },
    "concat": { _, inputs in inputs.dropFirst().reduce(inputs[0]) { "\($0).concat(\($1))" } },
    "catch": { _, inputs in "\(inputs[0]).flatMapError { _ in \(inside(inputs[1])) }" },
    "retry": { parameters, inputs in "\(inputs[0]).retry(upTo: \(parameters[0] - 1))" },
  ]

  /// Two or three streams, and how their elements are mixed.
  private static func together(_ name: String, _ inputs: [String]) -> String {
    let how = inputs.count == 2 ? mix : "{ \(inside("($0 &* 31 &+ $1) &* 31 &+ $2")) }"
    return "SignalProducer<Int, RaceError>.\(name)(\(inputs.joined(separator: ", "))).map \(how)"
  }

  private static func collected(_ name: String, _ inputs: [String]) -> String {
    "SignalProducer<Int, RaceError>.\(name)(\(list(inputs)))"
      + ".map { \(inside("$0.dropFirst().reduce($0[0]) \(plainMix)")) }"
  }

  static let inner: [String: Phrasebook.Phrase] = [
    "flatMap": { _, inputs in "\(inputs[0]).flatMap(.merge) \(choice(inputs))" },
    "flatMapFirst": { _, inputs in "\(inputs[0]).flatMap(.throttle) \(choice(inputs))" },
    "flatMapLatest": { _, inputs in "\(inputs[0]).flatMap(.latest) \(choice(inputs))" },
    "concatMap": { _, inputs in "\(inputs[0]).flatMap(.concat) \(choice(inputs))" },
    "switchLatest": { _, inputs in "\(inputs[0]).map \(choice(inputs)).flatten(.latest)" },
    "mergeInner": { _, inputs in "\(inputs[0]).map \(choice(inputs)).flatten(.merge)" },
    "concatInner": { _, inputs in "\(inputs[0]).map \(choice(inputs)).flatten(.concat)" },
    "mergeMaxConcurrent": { parameters, inputs in
      "\(inputs[0]).map \(choice(inputs)).flatten(.concurrent(limit: \(parameters[0])))"
    },
  ]

  /// Which of the inner streams an element of the outer one stands for.
  private static func choice(_ inputs: [String]) -> String {
    let inner = Array(inputs.dropFirst())
    let type = "SignalProducer<Int, RaceError>"
    guard inner.count > 1 else { return "{ _ -> \(type) in \(inside(inner.first ?? "")) }" }
    return "{ element -> \(type) in \(inside("\(list(inner))[element % \(inner.count)]")) }"
  }

  static let timed: [String: Phrasebook.Phrase] = [
    "debounce": { parameters, inputs in "\(inputs[0]).debounce(\(span(parameters)))" },
    "throttle": { parameters, inputs in "\(inputs[0]).throttle(\(span(parameters)))" },
    "delay": { parameters, inputs in "\(inputs[0]).delay(\(span(parameters)))" },
    "timeout": { parameters, inputs in
      "\(inputs[0]).timeout(after: \(Double(parameters[0]) / 1000), raising: RaceError(), "
        + "on: \(scheduler(parameters[1])))"
    },
  ]

  static let throwing: [String: Phrasebook.Phrase] = [
    "mapThrows": { parameters, inputs in "\(inputs[0]).attemptMap { \(check(parameters)) }" },
    "doThrows": { parameters, inputs in
      "\(inputs[0]).attempt { \(check(parameters)).map { _ in } }"
    },
  ]

  private static func check(_ parameters: [Int]) -> String {
    "check(\(inside("$0")), \(plainTest(parameters[0])))"
  }

  private static func plainTest(_ predicate: Int) -> String {
    switch predicate {
    case 0: "{ _ in true }"
    case 1: "{ _ in false }"
    case 2: "{ $0 % 2 == 0 }"
    default: "{ $0 % 2 != 0 }"
    }
  }

  /// Rows with forms. A form that has no phrase is an empty text, and `emit` names it.
  static let forms: [String: Phrasebook.Phrase] = [
    "signalOp": { parameters, inputs in
      let names = Catalogue.row(named: "signalOp")?.forms ?? []
      let name = names.indices.contains(parameters[0]) ? names[parameters[0]] : ""
      return form(named: name, inputs[0])
    }
  ]

  private static func form(named name: String, _ input: String) -> String {
    switch name {
    case "lift": "\(input).lift { $0.map { \(inside("$0")) } }"
    case "thenThis": "SignalProducer<Int, RaceError>.empty.then(\(input))"
    case "mapError": "\(input).mapError { \(inside("$0")) }"
    case "combinePrevious": "\(input).combinePrevious(0).map { $1 }"
    case "materializeResults":
      "\(input).materializeResults().promoteError(RaceError.self).attemptMap { $0 }"
    case "observeAtOnce": "\(input).observe(on: ImmediateScheduler())"
    case "mergeOfOne": "SignalProducer<Int, RaceError>.merge([\(input)])"
    case "flattenOfOne":
      "\(input).flatMap(.concurrent(limit: 2)) { element -> SignalProducer<Int, RaceError> in "
        + "\(inside("SignalProducer(value: element)")) }"
    default: ""
    }
  }
}
