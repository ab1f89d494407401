import RxFuzzKit

extension Phrases {
  static let infallibleForms = lifted(
    { safe($0) },
    [
      "map": (transforming, "map", { $0 }),
      "filter": (filtering, "filter", { [RowForms.predicate($0[0])] }),
      "compactMap": (transforming, "compactMap", { [RowForms.predicate($0[0])] }),
      "scan": (transforming, "scan", { $0 }),
      "scanInto": (transforming, "scanInto", { $0 }),
      "take": (filtering, "take", { [RowForms.count($0[0])] }),
      "skip": (filtering, "skip", { [RowForms.count($0[0])] }),
      "takeWhile": (filtering, "takeWhile", { [RowForms.predicate($0[0]), 0] }),
      "takeUntilPredicate": (filtering, "takeUntilPredicate", { [RowForms.predicate($0[0]), 1] }),
      "skipWhile": (filtering, "skipWhile", { [RowForms.predicate($0[0])] }),
      "startWith": (combining, "startWith", { $0 }),
      "withUnretained": (transforming, "withUnretained", { $0 }),
      "withUnretainedPair": (variants, "withUnretainedPair", { $0 }),
      "distinctUntilChanged": (variants, "distinctUntilChanged", { $0 }),
      "distinctComparer": (variants, "distinctComparer", { $0 }),
      "distinctKeyComparer": (variants, "distinctKeyComparer", { $0 }),
      "distinctAt": (variants, "distinctAt", { $0 }),
    ],
    [
      "distinctKey": { p, s in
        "\(safe(s[0])).distinctUntilChanged { (element: Int) -> Int in \(inside("element & 1")) }.asObservable()"
      },
      "do": { p, s in
        "\(safe(s[0])).do(\(handlers(["onNext", "afterNext"], ["onCompleted", "afterCompleted"]))).asObservable()"
      },
      "debug": { p, s in "\(safe("quiet(\(s[0]))")).debug(\"race\").asObservable()" },
      "create": { p, s in
        "Infallible<Int>.create { emit in \(safe(s[0])).subscribe { emit($0) } }.asObservable()"
      },
      "subscribe": { p, s in
        created(
          "\(safe(s[0])).subscribe(onNext: { observer.onNext($0) }, onCompleted: { observer.onCompleted() })"
        )
      },
      "subscribeEvents": { p, s in created("\(safe(s[0])).subscribe { observer.on($0.event) }") },
      "subscribeWith": { p, s in
        created(
          "\(safe(s[0])).subscribe(with: log, onNext: { observer.onNext($1) }, onCompleted: { _ in observer.onCompleted() })"
        )
      },
    ])

  /// A stream that does not fail.
  static func safe(_ stream: String) -> String {
    "\(stream).asInfallible(onErrorJustReturn: \(RowForms.elementForErrors))"
  }
}
