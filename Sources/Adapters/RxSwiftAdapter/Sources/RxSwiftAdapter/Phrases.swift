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
    feeds: feeds,
    rows: [
      sources, transforming, filtering, combining, inner, sharing, timed, throwing, traits, forms,
      formsOfTime,
    ]
    .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } },
    subscription: subscription,
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
