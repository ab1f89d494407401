import RxFuzzKit

extension Phrases {
  static let singleForms = lifted(
    { "\($0).asSingle()" },
    [
      "map": (transforming, "map", { $0 }),
      "filter": (filtering, "filter", { [RowForms.predicate($0[0])] }),
      "compactMap": (transforming, "compactMap", { [RowForms.predicate($0[0])] }),
      "catchAndReturn": (combining, "catchAndReturn", { $0 }),
    ],
    [
      "do": { p, s in
        "\(s[0]).asSingle().do(\(handlers(["onSuccess", "afterSuccess", "onError", "afterError"]))).asObservable()"
      },
      "asMaybe": { p, s in "\(s[0]).asSingle().asMaybe().asObservable()" },
      "asCompletable": { p, s in whole("\(s[0]).asSingle().asCompletable()") },
      "flatMap": { p, s in
        "\(s[0]).asSingle().flatMap { .just(\(inside("$0 &+ \(p[0])"))) }.asObservable()"
      },
      "flatMapMaybe": { p, s in
        "\(s[0]).asSingle().flatMapMaybe { .just(\(inside("$0 &+ \(p[0])"))) }.asObservable()"
      },
      "flatMapCompletable": { p, s in
        whole("\(s[0]).asSingle().flatMapCompletable { _ in \(inside("Completable.empty()")) }")
      },
      "debug": { p, s in "quiet(\(s[0])).asSingle().debug(\"race\").asObservable()" },
      "using": { p, s in
        "Single.using({ \(inside("Resource(log)")) }, primitiveSequenceFactory: { _ in \(s[0]).asSingle() }).asObservable()"
      },
      "deferred": { p, s in "Single.deferred { \(inside("\(s[0]).asSingle()")) }.asObservable()" },
      "create": { p, s in
        "Single<Int>.create { emit in \(s[0]).asSingle().subscribe { emit($0) } }.asObservable()"
      },
      "subscribe": { p, s in
        created(
          "\(s[0]).asSingle().subscribe(onSuccess: { observer.onNext($0); observer.onCompleted() }, onFailure: { observer.onError($0) })"
        )
      },
      "subscribeWith": { p, s in
        created(
          "\(s[0]).asSingle().subscribe(with: log, onSuccess: { observer.onNext($1); observer.onCompleted() }, onFailure: { observer.onError($1) })"
        )
      },
    ])

  static let maybeForms = lifted(
    { "\($0).asMaybe()" },
    [
      "map": (transforming, "map", { $0 }),
      "filter": (filtering, "filter", { [RowForms.predicate($0[0])] }),
      "compactMap": (transforming, "compactMap", { [RowForms.predicate($0[0])] }),
      "catchAndReturn": (combining, "catchAndReturn", { $0 }),
      "ifEmpty": (filtering, "ifEmptyDefault", { $0 }),
    ],
    [
      "do": { p, s in
        "\(s[0]).asMaybe().do(\(handlers(["onNext", "afterNext", "onError", "afterError"], ["onCompleted", "afterCompleted"]))).asObservable()"
      },
      "asSingle": { p, s in "\(s[0]).asMaybe().asSingle().asObservable()" },
      "asCompletable": { p, s in whole("\(s[0]).asMaybe().asCompletable()") },
      "flatMap": { p, s in
        "\(s[0]).asMaybe().flatMap { .just(\(inside("$0 &+ \(p[0])"))) }.asObservable()"
      },
      "debug": { p, s in "quiet(\(s[0])).asMaybe().debug(\"race\").asObservable()" },
      "using": { p, s in
        "Maybe.using({ \(inside("Resource(log)")) }, primitiveSequenceFactory: { _ in \(s[0]).asMaybe() }).asObservable()"
      },
      "deferred": { p, s in "Maybe.deferred { \(inside("\(s[0]).asMaybe()")) }.asObservable()" },
      "create": { p, s in
        "Maybe<Int>.create { emit in \(s[0]).asMaybe().subscribe { emit($0) } }.asObservable()"
      },
      "subscribe": { p, s in
        created(
          "\(s[0]).asMaybe().subscribe(onSuccess: { observer.onNext($0); observer.onCompleted() }, onError: { observer.onError($0) }, onCompleted: { observer.onCompleted() })"
        )
      },
      "subscribeEvents": { p, s in
        created(
          "\(s[0]).asMaybe().subscribe { if case .success(let element) = $0 { observer.onNext(element) }; if case .error(let error) = $0 { observer.onError(error) } else { observer.onCompleted() } }"
        )
      },
      "subscribeWith": { p, s in
        created(
          "\(s[0]).asMaybe().subscribe(with: log, onSuccess: { observer.onNext($1); observer.onCompleted() }, onError: { observer.onError($1) }, onCompleted: { _ in observer.onCompleted() })"
        )
      },
    ])

  static let completableForms: [String: Phrasebook.Phrase] = [
    "do": { p, s in
      whole(
        "\(without(s[0])).do(\(handlers(["onError", "afterError"], ["onCompleted", "afterCompleted"])))"
      )
    },
    "asMaybe": { p, s in whole(without(s[0])) },
    "debug": { p, s in whole("\(without("quiet(\(s[0]))")).debug(\"race\")") },
    "using": { p, s in
      whole(
        "Completable.using({ \(inside("Resource(log)")) }, primitiveSequenceFactory: { _ in \(without(s[0])) })"
      )
    },
    "deferred": { p, s in whole("Completable.deferred { \(inside(without(s[0]))) }") },
    "create": { p, s in
      whole("Completable.create { emit in \(without(s[0])).subscribe { emit($0) } }")
    },
    "subscribe": { p, s in
      created(
        "\(without(s[0])).subscribe(onCompleted: { observer.onCompleted() }, onError: { observer.onError($0) })"
      )
    },
    "subscribeEvents": { p, s in
      created(
        "\(without(s[0])).subscribe { if case .error(let error) = $0 { observer.onError(error) } else { observer.onCompleted() } }"
      )
    },
    "subscribeWith": { p, s in
      created(
        "\(without(s[0])).subscribe(with: log, onCompleted: { _ in observer.onCompleted() }, onError: { observer.onError($1) })"
      )
    },
  ]

  /// Phrases of rows of observables, by the names of forms, with what makes the row's parameters of the form's.
  typealias Lifted = KeyValuePairs<
    String, (rows: [String: Phrasebook.Phrase], row: String, parameters: @Sendable ([Int]) -> [Int])
  >

  /// The same phrases on the streams of a trait, with those that are the trait's own.
  static func lifted(
    _ convert: @escaping @Sendable (String) -> String, _ alike: Lifted,
    _ own: [String: Phrasebook.Phrase]
  ) -> [String: Phrasebook.Phrase] {
    alike.reduce(into: own) { phrases, form in
      let (name, (rows, row, parameters)) = form
      guard let phrase = rows[row] else { return }
      phrases[name] = { phrase(parameters($0), $1.map(convert)) + ".asObservable()" }
    }
  }

  /// A stream without its elements.
  static func without(_ stream: String) -> String { "\(stream).ignoreElements().asCompletable()" }

  /// A stream made by a subscription that sends to `observer`.
  static func created(_ subscription: String) -> String {
    "Observable<Int>.create { observer in \(subscription) }"
  }

  /// Arguments of `do`: handlers with an argument, handlers without, and those of the subscription.
  static func handlers(_ names: [String], _ plain: [String] = []) -> String {
    (names.map { "\($0): { _ in log.touch() }" }
      + (plain + ["onSubscribe", "onSubscribed", "onDispose"]).map { "\($0): { log.touch() }" })
      .joined(separator: ", ")
  }
}
