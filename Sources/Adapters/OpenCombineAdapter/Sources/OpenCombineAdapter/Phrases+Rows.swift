import RxFuzzKit

extension Phrases {
  static let sources: [String: Phrasebook.Phrase] = [
    "feed": { _, inputs in erased(inputs[0]) },
    "subject": { _, inputs in erased(inputs[0]) },
    "behavior": { _, inputs in erased(inputs[0]) },
    "behaviorRelay": { _, inputs in failing("\(inputs[0]).$element") },
    "future": { _, inputs in erased("\(inputs[0]).future") },
    "just": { parameters, _ in failing("Just(\(parameters[0]))") },
    "fromOptional": { parameters, _ in
      let value = parameters[1] == 1 ? "\(parameters[0])" : "nil"
      return failing("Optional<Int>.OCombine.Publisher(\(value))")
    },
    "of": { parameters, _ in sequence("\(parameters)") },
    "from": { parameters, _ in sequence("\(parameters)") },
    "range": { parameters, _ in
      sequence("Array(\(parameters[0])..<\(parameters[0] + parameters[1]))")
    },
    "repeatElement": { parameters, _ in
      sequence("Array(repeating: \(parameters[0]), count: \(parameters[1]))")
    },
    "empty": { _, _ in erased("Empty<Int, RaceError>()") },
    "never": { _, _ in erased("Empty<Int, RaceError>(completeImmediately: false)") },
    "error": { _, _ in erased("Fail<Int, RaceError>(error: RaceError())") },
  ]

  private static func sequence(_ elements: String) -> String {
    erased("Publishers.Sequence<[Int], RaceError>(sequence: \(elements))")
  }

  static let transforming: [String: Phrasebook.Phrase] = [
    "deferred": { _, inputs in erased("Deferred { \(inside(inputs[0])) }") },
    "map": { parameters, inputs in
      erased("\(inputs[0]).map { \(inside("$0 &+ \(parameters[0])")) }")
    },
    "scan": { parameters, inputs in erased("\(inputs[0]).scan(\(parameters[0])) \(mix)") },
    "reduce": { parameters, inputs in erased("\(inputs[0]).reduce(\(parameters[0])) \(mix)") },
    "toArray": { _, inputs in erased("\(inputs[0]).collect().map { $0.reduce(0) \(plainMix) }") },
    "collectCount": { parameters, inputs in
      erased("\(inputs[0]).collect(\(parameters[0])).map { $0.reduce(0) \(plainMix) }")
    },
    "do": { _, inputs in
      """
      \(inputs[0]).handleEvents(
        receiveOutput: { _ in log.touch() }, receiveCompletion: { _ in log.touch() },
        receiveCancel: { log.touch() }).eraseToAnyPublisher()
      """
    },
    "observeOn": { parameters, inputs in
      erased("\(inputs[0]).receive(on: \(Letters.schedulerQueue(parameters[0])))")
    },
    "subscribeOn": { parameters, inputs in
      erased("\(inputs[0]).subscribe(on: \(Letters.schedulerQueue(parameters[0])))")
    },
  ]

  static let filtering: [String: Phrasebook.Phrase] = [
    "filter": { parameters, inputs in erased("\(inputs[0]).filter \(test(parameters[0]))") },
    "compactMap": { parameters, inputs in
      erased("\(inputs[0]).filter \(test(parameters[0])).compactMap { Optional($0) }")
    },
    "ignoreElements": { _, inputs in
      erased("\(inputs[0]).ignoreOutput().map { (never: Never) -> Int in }")
    },
    "distinctUntilChanged": { _, inputs in
      erased("\(inputs[0]).removeDuplicates { \(inside("$0 & 1 == $1 & 1")) }")
    },
    "skip": { parameters, inputs in erased("\(inputs[0]).dropFirst(\(parameters[0]))") },
    "skipWhile": { parameters, inputs in
      erased("\(inputs[0]).drop(while: \(test(parameters[0])))")
    },
    "skipUntil": { _, inputs in erased("\(inputs[0]).drop(untilOutputFrom: \(inputs[1]))") },
    "take": { parameters, inputs in erased("\(inputs[0]).prefix(\(parameters[0]))") },
    "takeLast": { _, inputs in erased("\(inputs[0]).last()") },
    "takeWhile": { parameters, inputs in
      erased("\(inputs[0]).prefix(while: \(test(parameters[0])))")
    },
    "takeUntil": { _, inputs in erased("\(inputs[0]).prefix(untilOutputFrom: \(inputs[1]))") },
    "elementAt": { parameters, inputs in erased("\(inputs[0]).output(at: \(parameters[0]))") },
    "ifEmptyDefault": { parameters, inputs in
      erased("\(inputs[0]).replaceEmpty(with: \(parameters[0]))")
    },
    "first": { _, inputs in erased("\(inputs[0]).first().replaceEmpty(with: 0)") },
    "reduction": { parameters, inputs in erased("\(inputs[0]).\(reduction(parameters))") },
  ]

  private static func reduction(_ parameters: [Int]) -> String {
    let number = "{ $0 ? 1 : 0 }"
    let ascending = "{ \(inside("$0 < $1")) }"
    return switch parameters[0] {
    case 0: "count()"
    case 1: "contains(where: \(test(parameters[1]))).map \(number)"
    case 2: "allSatisfy(\(test(parameters[1]))).map \(number)"
    case 3: "min(by: \(ascending))"
    case 4: "max(by: \(ascending))"
    case 5: "first(where: \(test(parameters[1])))"
    default: "last(where: \(test(parameters[1])))"
    }
  }
}
