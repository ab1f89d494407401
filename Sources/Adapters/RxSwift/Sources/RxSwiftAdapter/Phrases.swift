import RxFuzzKit

extension RxSwiftLibrary: PhrasedLibrary {
  public var phrasebook: Phrasebook { Phrases.book }
}

/// What the bindings do, as a user of RxSwift would write it: one phrase for each binding.
enum Phrases {
  static let book: Phrasebook = {
    var book = described
    // Before 6.6 its types say nothing about what may cross threads, and relays never do.
    book.predatesConcurrency = true
    #if RXSWIFT_VALUES && RXSWIFT_AWAITED_TRAITS
      book.rows.merge(awaited) { first, _ in first }
      book.declarations += "\n\n" + jobs
    #endif
    return book
  }()

  private static let described = Phrasebook(
    modules: ["RxRelay", "RxSwift"], streamType: "Observable<Int>",
    scheduler: { "SerialDispatchQueueScheduler(queue: \($0), internalSerialQueueName: \"race\")" },
    feeds: [
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
    ],
    rows: [
      sources, transforming, filtering, combining, inner, sharing, timed, throwing, traits, forms,
      formsOfTime,
    ]
    .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } },
    subscription: { stream, observer in
      """
      \(stream).subscribe(
        onNext: { element in \(observer.onNext) },
        onError: { _ in \(observer.onError) },
        onCompleted: { \(observer.onCompleted) },
        onDisposed: { \(observer.onDisposed) })
      """
    },
    holder: holder, declarations: declarations)

  @Sendable private static func holder(_ holder: Holder) -> Phrasebook.HolderPhrase {
    switch holder {
    case .slot:
      Phrasebook.HolderPhrase(
        make: "SingleAssignmentDisposable()", keep: { "\($0).setDisposable(\($1))" },
        dispose: { "\($0).dispose()" })
    case .serial:
      Phrasebook.HolderPhrase(
        make: "SerialDisposable()", keep: { "\($0).disposable = \($1)" },
        dispose: { "\($0).dispose()" })
    case .composite:
      Phrasebook.HolderPhrase(
        make: "CompositeDisposable(disposables: [Disposables.create()])",
        keep: { "_ = \($0).insert(\($1))" },
        dispose: { "\($0).dispose()" })
    case .bag:
      Phrasebook.HolderPhrase(
        make: "Bag()", keep: { "\($0).keep(\($1))" }, dispose: { "\($0).drop()" })
    }
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

  private static let declarations =
    common + "\n\n" + """
      /// What `debug` writes goes to standard output.
      private func quiet(_ stream: Observable<Int>) -> Observable<Int> { stream }
      """

  /// A completable as a stream.
  static func whole(_ completable: String) -> String {
    "\(completable).asObservable().map { never -> Int in switch never {} }"
  }
}
