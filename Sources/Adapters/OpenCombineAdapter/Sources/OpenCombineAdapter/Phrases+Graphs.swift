import RxFuzzKit

extension Phrases {
  static let combining: [String: Phrasebook.Phrase] = [
    "merge": { _, inputs in
      erased(
        "Publishers.Sequence<[AnyPublisher<Int, RaceError>], RaceError>(sequence: "
          + "[\(inputs.joined(separator: ", "))]).flatMap { \(inside("$0")) }")
    },
    "startWith": { parameters, inputs in erased("\(inputs[0]).prepend(\(parameters[0]))") },
    "concat": { _, inputs in
      erased(inputs.dropFirst().reduce(inputs[0]) { "\($0).append(\($1))" })
    },
    "catch": { _, inputs in erased("\(inputs[0]).catch { _ in \(inside(inputs[1])) }") },
    "catchAndReturn": { parameters, inputs in
      failing("\(inputs[0]).replaceError(with: \(parameters[0]))")
    },
    "retry": { parameters, inputs in erased("\(inputs[0]).retry(\(parameters[0] - 1))") },
    "zip": { _, inputs in
      let how = inputs.count == 2 ? mix : "{ \(inside("($0 &* 31 &+ $1) &* 31 &+ $2")) }"
      return erased("\(inputs[0]).zip(\(inputs.dropFirst().joined(separator: ", "))) \(how)")
    },
    "flatMap": { _, inputs in erased("\(inputs[0]).flatMap \(choice(inputs))") },
    "mergeInner": { _, inputs in erased("\(inputs[0]).map \(choice(inputs)).flatMap { $0 }") },
    "flatMapLatest": { _, inputs in erased("\(inputs[0]).map \(choice(inputs)).switchToLatest()") },
    "switchLatest": { _, inputs in erased("\(inputs[0]).map \(choice(inputs)).switchToLatest()") },
  ]

  /// Which of the inner streams an element of the outer one stands for.
  private static func choice(_ inputs: [String]) -> String {
    let inner = inputs.dropFirst()
    guard inner.count > 1 else { return "{ _ in \(inside(inner.first ?? "")) }" }
    return "{ \(inside("[\(inner.joined(separator: ", "))][$0 % \(inner.count)]")) }"
  }

  static let sharing: [String: Phrasebook.Phrase] = [
    "share": { _, inputs in erased("\(inputs[0]).share()") },
    "multicastRefCount": { _, inputs in
      erased(
        "\(inputs[0]).multicast(subject: PassthroughSubject<Int, RaceError>()).autoconnect()")
    },
  ]

  static let timed: [String: Phrasebook.Phrase] = [
    "delay": { parameters, inputs in erased("\(inputs[0]).delay(for: \(span(parameters)))") },
    "debounce": { parameters, inputs in erased("\(inputs[0]).debounce(for: \(span(parameters)))") },
    "throttle": { parameters, inputs in
      erased("\(inputs[0]).throttle(for: \(span(parameters)), latest: \(parameters[2] == 1))")
    },
    "timeout": { parameters, inputs in
      erased("\(inputs[0]).timeout(\(span(parameters)), customError: { RaceError() })")
    },
  ]

  static let throwing: [String: Phrasebook.Phrase] = [
    "mapThrows": { parameters, inputs in
      narrowed("\(inputs[0]).tryMap { try \(check(parameters)) }")
    },
    "filterThrows": { parameters, inputs in
      narrowed("\(inputs[0]).tryFilter { _ = try \(check(parameters)); return true }")
    },
    "compactMapThrows": { parameters, inputs in
      narrowed("\(inputs[0]).tryCompactMap { try Optional(\(check(parameters))) }")
    },
    "takeWhileThrows": { parameters, inputs in
      narrowed("\(inputs[0]).tryPrefix(while: { _ = try \(check(parameters)); return true })")
    },
  ]

  private static func check(_ parameters: [Int]) -> String {
    "check(\(inside("$0")), \(plainTest(parameters[0])))"
  }

  /// Rows with forms. A form that has no phrase is an empty text, and `emit` names it.
  static let forms: [String: Phrasebook.Phrase] = [
    "publisherOp": { parameters, inputs in
      form(of: "publisherOp", parameters) { "\(inputs[0])\($0)" }
    },
    "given": { parameters, _ in form(of: "given", parameters) { $0 } },
  ]

  private static func form(
    of row: String, _ parameters: [Int], _ build: (String) -> String
  ) -> String {
    let names = Catalogue.row(named: row)?.forms ?? []
    let name = names.indices.contains(parameters[0]) ? names[parameters[0]] : ""
    let element = parameters.count > 1 ? "\(parameters[1])" : ""
    return switch name {
    case "buffer":
      erased(build(".buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)"))
    case "bufferKeepFull":
      erased(build(".buffer(size: 1000, prefetch: .keepFull, whenFull: .dropOldest)"))
    case "boundedFlatMap":
      erased(
        build(
          ".buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)"
            + ".flatMap(maxPublishers: .max(1)) { \(inside("\(failing("Just($0)"))")) }"))
    case "tap":
      erased(
        build(
          ".handleEvents(receiveSubscription: { _ in log.touch() }, receiveOutput: { _ in log.touch() }, "
            + "receiveCompletion: { _ in log.touch() }, receiveCancel: { log.touch() }, "
            + "receiveRequest: { _ in log.touch() })"))
    case "mapError": erased(build(".mapError { \(inside("$0")) }"))
    case "keyPath": erased(build(".map(\\.self)"))
    case "replaceNil": erased(build(".map { Optional($0) }.replaceNil(with: 0)"))
    case "breakpoint": erased(build(".breakpoint(receiveOutput: { _ in \(inside("false")) })"))
    case "tryScan":
      narrowed(build(".tryScan(0) { (_, element) throws -> Int in \(inside("element")) }"))
    case "just": failing(build("Just(\(element))"))
    case "result": erased(build("Result<Int, RaceError>.success(\(element)).ocombine.publisher"))
    case "resultError":
      erased(build("Result<Int, RaceError>.failure(RaceError()).ocombine.publisher"))
    case "optional": failing(build("Optional<Int>.OCombine.Publisher(\(element))"))
    case "record":
      erased(
        build("Record<Int, RaceError>(output: [\(element), \(element)], completion: .finished)"))
    case "recordError":
      erased(
        build("Record<Int, RaceError>(output: [\(element)], completion: .failure(RaceError()))"))
    default: ""
    }
  }
}
