import RxFuzzKit

extension Phrases {
  static let throwing: [String: Phrasebook.Phrase] = [
    "mapThrows": { parameters, inputs in "\(inputs[0]).map { try \(check(parameters)) }" },
    "filterThrows": { parameters, inputs in
      "\(inputs[0]).filter { _ = try \(check(parameters)); return true }"
    },
    "compactMapThrows": { parameters, inputs in
      "\(inputs[0]).compactMap { try Optional(\(check(parameters))) }"
    },
    "takeWhileThrows": { parameters, inputs in
      "\(inputs[0]).take(while: { _ = try \(check(parameters)); return true })"
    },
    "doThrows": { parameters, inputs in
      "\(inputs[0]).do(onNext: { _ = try \(check(parameters)) })"
    },
    "groupByThrows": { parameters, inputs in
      "\(inputs[0]).groupBy { try \(check(parameters)) & 1 }.flatMap { $0 }"
    },
    "flatMapThrows": { parameters, inputs in
      "\(inputs[0]).flatMap { try Observable.just(\(check(parameters))) }"
    },
    "flatMapLatestThrows": { parameters, inputs in
      "\(inputs[0]).flatMapLatest { try Observable.just(\(check(parameters))) }"
    },
    "concatMapThrows": { parameters, inputs in
      "\(inputs[0]).concatMap { try Observable.just(\(check(parameters))) }"
    },
    // The errors of a test have no number for the predicate to look at.
    "catchThrows": { parameters, inputs in
      "\(inputs[0]).catch { _ in\n  _ = try check(\(inside("0")), \(plainTest(parameters[0])))\n  return \(inputs[1])\n}"
    },
    "zipThrows": { parameters, inputs in
      "Observable.zip(\(inputs[0]), \(inputs[1])) { try \(check(parameters, mixed)) }"
    },
    "combineLatestThrows": { parameters, inputs in
      "Observable.combineLatest(\(inputs[0]), \(inputs[1])) { try \(check(parameters, mixed)) }"
    },
    "withLatestFromThrows": { parameters, inputs in
      "\(inputs[0]).withLatestFrom(\(inputs[1])) { try \(check(parameters, mixed)) }"
    },
  ]

  /// Two elements in one, so that their order shows.
  private static let mixed = "$0 &* 31 &+ $1"

  private static func check(_ parameters: [Int], _ element: String = "$0") -> String {
    "check(\(inside(element)), \(plainTest(parameters[0])))"
  }
}
