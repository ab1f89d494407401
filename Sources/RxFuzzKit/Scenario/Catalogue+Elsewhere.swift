// Rows of other libraries, which the core of this repository lacks.

extension Catalogue {
  /// Rows that a library may bind beside those of the core; what runs with the core draws none of them.
  public static let elsewhere: [OperatorRow] = [
    OperatorRow(
      "future", [.feed], inputs: 0...0, weight: 4, traits: [.feed, .hot], model: .future),
    // A remainder is told at completion.
    OperatorRow(
      "collectCount", [.count(1...3)], weight: 2, traits: .hearsOut, model: .collectCount),
    OperatorRow(
      "reduction",
      [
        .form([
          "count", "contains", "allSatisfy", "min", "max", "firstWhere", "lastWhere",
        ]), .predicate,
      ], weight: 4, model: .reduction),
    // Operators, and ways to subscribe, of publishers: they pass everything on.
    .forms(
      "publisherOp", weight: 4,
      [
        "buffer": { $1[0] },
        "bufferKeepFull": { $1[0] },
        "boundedFlatMap": { $1[0] },
        "subjectSubscriber": { $1[0] },
        "assign": { $1[0] },
        "tap": { $1[0] },
        "mapError": { $1[0] },
        "keyPath": { $1[0] },
        "replaceNil": { $1[0] },
        "breakpoint": { $1[0] },
        "tryScan": { $1[0] },
      ]),
    .forms(
      "given", [.payload], inputs: 0...0, weight: 2,
      [
        "just": { parameters, _ in Chain("just", parameters) },
        "result": { parameters, _ in Chain("just", parameters) },
        "resultError": { _, _ in Chain("error") },
        "optional": { parameters, _ in Chain("just", parameters) },
        "record": { parameters, _ in Chain("of", parameters + parameters) },
        "recordError": { parameters, _ in
          Chain("concat", inputs: [Chain("just", parameters), Chain("error")])
        },
      ]),
    // Subscribes again after an error, later: so many times, after that span, on that queue.
    OperatorRow(
      "retryLater", [.count(1...2), .milliseconds(0...2), .queue], weight: 4,
      traits: [.asynchronous, .timed, .resubscribes]
    ) { retriedLater($1[0], $0) },
    // Operators, and ways to subscribe, of signals and properties: they pass everything on.
    .forms(
      "signalOp", weight: 4,
      [
        "lift": { $1[0] },
        "startWithSignal": { $1[0] },
        "action": { $1[0] },
        "thenThis": { $1[0] },
        "mapError": { $1[0] },
        "combinePrevious": { $1[0] },
        "materializeResults": { $1[0] },
        "observeAtOnce": { $1[0] },
        // What is merged may end before the sequence of those that are merged has.
        "mergeOfOne": { Chain("mergeInner", inputs: [Chain("just", [0]), $1[0]]) },
        "flattenOfOne": { $1[0] },
      ]),
    // Elements are told in turn on a queue; those that come meanwhile are left out but for the latest one.
    OperatorRow(
      "lazyMap", [.delta(1...9), .queue], weight: 3, traits: .asynchronous, model: .lazyMap),
  ]

  private static func retriedLater(_ source: Chain, _ parameters: [Int]) -> Chain {
    guard parameters[0] > 0 else { return source }
    let pause = Chain("delay", Array(parameters[1...2]), inputs: [Chain("empty")])
    let failure = Chain("concat", inputs: [pause, Chain("error")])
    let next = retriedLater(source, [parameters[0] - 1] + parameters[1...])
    return Chain("catch", inputs: [Chain("catch", inputs: [source, failure]), next])
  }
}
