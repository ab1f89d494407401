import RxFuzzKit

extension RxCoreLibrary: PhrasedLibrary {
  public var phrasebook: Phrasebook { Phrases.book }
}

/// What the bindings do, as a user of RxCore would write it: one phrase for each binding.
enum Phrases {
  private static let own: [String: Phrasebook.Phrase] = [
    "asyncSequence": { parameters, inputs in
      "Observable.deferred { \(inputs[0]).values"
        + ".asObservable(executor: Jobs(\(scheduler(parameters[0])))) }"
    },
    "debug": { _, inputs in "quiet(\(inputs[0])).debug(\"race\")" },
  ]

  static let book = Phrasebook(
    modules: ["RxCore"], streamType: "Observable<Int>",
    scheduler: { "SerialDispatchQueueScheduler(queue: \($0), internalSerialQueueName: \"race\")" },
    virtualClock: Phrasebook.VirtualClockPhrase(
      make: "HistoricalScheduler()",
      advance: { clock, milliseconds in
        "\(clock).advanceTo(RxTime(uptimeNanoseconds: "
          + "\(clock).clock.uptimeNanoseconds + \(milliseconds * 1_000_000)))"
      }),
    feeds: feeds,
    rows: [
      sources, transforming, filtering, combining, inner, sharing, timed, throwing, traits, forms,
      formsOfTime, awaited, own,
    ]
    .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } },
    subscription: subscription,
    holder: holder, declarations: declarations + "\n\n" + jobs)

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
        make: "CompositeDisposable(Disposables.create())", keep: { "\($0).insert(\($1))" },
        dispose: { "\($0).dispose()" })
    case .bag:
      Phrasebook.HolderPhrase(
        make: "Bag()", keep: { "\($0).keep(\($1))" }, dispose: { "\($0).drop()" })
    }
  }

  /// A completable as a stream.
  static func whole(_ completable: String) -> String {
    "\(completable).asMaybe(of: Int.self).asObservable()"
  }

  /// Forms that RxCore spells in another way than the others.
  static let ownForms: [String: [String: Phrasebook.Phrase]] = [:]

  private static let declarations =
    common + "\n\n" + """
      /// Whatever `debug` writes is lost: it is raced, and nobody reads it.
      private func quiet(_ stream: Observable<Int>) -> Observable<Int> {
        Hooks.debugOutput = { _ in }
        return stream
      }
      """
}
