import RxFuzzKit

extension OpenCombineLibrary: PhrasedLibrary {
  public var phrasebook: Phrasebook { Phrases.book }
}

/// What the bindings do, as a user of OpenCombine would write it.
///
/// Rows that the adapter binds and that have no phrase are those whose bindings need machinery of their own: `catchThrows`,
/// `debug`, and the forms `subjectSubscriber` and `assign`, which `emit` names.
enum Phrases {
  static let book: Phrasebook = {
    var book = Phrasebook(
      modules: ["OpenCombine", "OpenCombineDispatch"], streamType: "AnyPublisher<Int, RaceError>",
      scheduler: { "\($0).ocombine" }, feeds: feeds,
      rows: [sources, transforming, filtering, combining, sharing, timed, throwing, forms]
        .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } },
      subscription: { stream, observer in
        """
        \(stream).sink(
          receiveCompletion: { completion in
            switch completion {
            case .finished: \(observer.onCompleted)
            case .failure: \(observer.onError)
            }
          },
          receiveValue: { element in \(observer.onNext) })
        """
      },
      holder: holder, declarations: PhrasedDeclarations.text)
    book.predatesConcurrency = true
    book.emission = Phrasebook.EmissionPhrase(
      next: { "\($0).send(\($1))" }, error: { "\($0).send(completion: .failure(\($1)))" },
      completed: { "\($0).send(completion: .finished)" })
    return book
  }()

  private static let feeds: [String: Phrasebook.Phrase] = [
    "feed": { _, _ in "Feed(log)" },
    "subject": { _, _ in "PassthroughSubject<Int, RaceError>()" },
    "behavior": { parameters, _ in "CurrentValueSubject<Int, RaceError>(\(parameters[1]))" },
    "behaviorRelay": { parameters, _ in "Variable(\(parameters[1]))" },
    "future": { _, _ in "Promised()" },
  ]

  /// What `sink` returns is cancelled, or let go of, in the ways that users have.
  @Sendable private static func holder(_ holder: Holder) -> Phrasebook.HolderPhrase {
    let makes =
      switch holder {
      case .slot: "Held()"
      case .serial, .composite: "Held(isTakenOut: true)"
      case .bag: "Held(isTakenOut: true, isDropped: true)"
      }
    return Phrasebook.HolderPhrase(
      make: makes, keep: { "\($0).keep(\($1))" }, dispose: { "\($0).end()" })
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

  /// The same as a function that the test itself calls.
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
  /// The publisher with its type left out, as every stream of a test has it.
  static func erased(_ publisher: String) -> String { "\(publisher).eraseToAnyPublisher()" }
  /// The same, of a publisher that cannot fail.
  static func failing(_ publisher: String) -> String {
    erased("\(publisher).setFailureType(to: RaceError.self)")
  }
  /// The same, of a publisher that fails with any error.
  static func narrowed(_ publisher: String) -> String {
    erased("\(publisher).mapError { _ in RaceError() }")
  }
  /// Mixes two elements, so that their order shows; the library calls it.
  static let mix = "{ \(inside("$0 &* 31 &+ $1")) }"
  /// The same where the test itself calls it.
  static let plainMix = "{ $0 &* 31 &+ $1 }"
  /// A span of time, and the scheduler of that number.
  static func span(_ parameters: [Int]) -> String {
    ".milliseconds(\(parameters[0])), scheduler: \(Letters.schedulerQueue(parameters[1]))"
  }
}
