import RxFuzzKit

extension Phrases {
  static let feeds: [String: Phrasebook.Phrase] = [
    "feed": { _, _ in "Feed(log)" },
    "subject": { _, _ in "PublishSubject<Int>()" },
    "behavior": { parameters, _ in "BehaviorSubject(value: \(parameters[1]))" },
    "replay": { parameters, _ in "ReplaySubject<Int>.create(bufferSize: \(parameters[1]))" },
    "replayAll": { _, _ in "ReplaySubject<Int>.createUnbounded()" },
    "async": { _, _ in "AsyncSubject<Int>()" },
    "publishRelay": { _, _ in "Relay(PublishRelay<Int>())" },
    "behaviorRelay": { parameters, _ in "Relay(BehaviorRelay(value: \(parameters[1])))" },
    "replayRelay": { parameters, _ in
      "Relay(ReplayRelay<Int>.create(bufferSize: \(parameters[1])))"
    },
  ]

  @Sendable static func subscription(
    _ stream: String, _ observer: Phrasebook.ObserverPhrase
  ) -> String {
    """
    \(stream).subscribe(
      onNext: { element in \(observer.onNext) },
      onError: { _ in \(observer.onError) },
      onCompleted: { \(observer.onCompleted) },
      onDisposed: { \(observer.onDisposed) })
    """
  }

  /// A test of an element, as a closure that the library is given.
  static func test(_ predicate: Int) -> String {
    switch predicate {
    case 0: "{ _ in \(inside("true")) }"
    case 1: "{ _ in \(inside("false")) }"
    case 2: "{ \(inside("$0 % 2 == 0")) }"
    default: "{ \(inside("$0 % 2 != 0")) }"
    }
  }

  /// A test of an element, as a closure that the test itself calls.
  static func plainTest(_ predicate: Int) -> String {
    switch predicate {
    case 0: "{ _ in true }"
    case 1: "{ _ in false }"
    case 2: "{ $0 % 2 == 0 }"
    default: "{ $0 % 2 != 0 }"
    }
  }

  /// An expression of a closure that the library is given.
  static func inside(_ expression: String) -> String { Phrasebook.closure(expression) }

  /// `.exclusive` or `.inclusive`.
  static func behaviour(_ parameter: Int) -> String { parameter == 1 ? ".inclusive" : ".exclusive" }
  /// The scheduler of that number.
  static func scheduler(_ parameter: Int) -> String { Letters.schedulerQueue(parameter) }
  /// An array literal of streams.
  static func list(_ inputs: [String]) -> String { "[\(inputs.joined(separator: ", "))]" }
  /// Mixes two elements, so that their order shows; the library calls it.
  static let mix = "{ \(inside("$0 &* 31 &+ $1")) }"
  /// The same where the test itself calls it.
  static let plainMix = "{ $0 &* 31 &+ $1 }"
}
