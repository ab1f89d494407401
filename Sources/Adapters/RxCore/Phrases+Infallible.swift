import RxFuzzKit

extension Phrases {
  static let infallibleForms: [String: Phrasebook.Phrase] = [
    "map": { p, s in "\(safe(s[0])).map { \(inside("$0 &+ \(p[0])")) }.asObservable()" },
    "filter": { p, s in "\(safe(s[0])).filter \(test(RowForms.predicate(p[0]))).asObservable()" },
    "compactMap": { p, s in
      "\(safe(s[0])).filter \(test(RowForms.predicate(p[0]))).compactMap { Optional($0) }.asObservable()"
    },
    "scan": { p, s in "\(safe(s[0])).scan(\(p[0])) \(mix).asObservable()" },
    "scanInto": { p, s in
      "\(safe(s[0])).scan(into: \(p[0])) { $0 = \(inside("$0 &* 31 &+ $1")) }.asObservable()"
    },
    "take": { p, s in "\(safe(s[0])).take(\(RowForms.count(p[0]))).asObservable()" },
    "skip": { p, s in "\(safe(s[0])).skip(\(RowForms.count(p[0]))).asObservable()" },
    "takeWhile": { p, s in
      "\(safe(s[0])).take(while: \(test(RowForms.predicate(p[0])))).asObservable()"
    },
    "takeUntilPredicate": { p, s in
      "\(safe(s[0])).take(until: \(test(RowForms.predicate(p[0]))), behavior: .inclusive).asObservable()"
    },
    "skipWhile": { p, s in
      "\(safe(s[0])).skip(while: \(test(RowForms.predicate(p[0])))).asObservable()"
    },
    "distinctUntilChanged": { p, s in
      "\(safe(s[0])).map { $0 & 1 }.distinctUntilChanged().asObservable()"
    },
    "distinctKey": { p, s in
      "\(safe(s[0])).distinctUntilChanged { (element: Int) -> Int in \(inside("element & 1")) }.asObservable()"
    },
    "distinctComparer": { p, s in
      "\(safe(s[0])).distinctUntilChanged { (a: Int, b: Int) -> Bool in \(inside("a & 1 == b & 1")) }.asObservable()"
    },
    "distinctKeyComparer": { p, s in
      "\(safe(s[0])).distinctUntilChanged({ $0 & 1 }, comparer: { $0 == $1 }).asObservable()"
    },
    "distinctAt": { p, s in "\(safe(s[0])).distinctUntilChanged(at: \\.bitWidth).asObservable()" },
    "startWith": { p, s in "\(safe(s[0])).startWith(\(p[0])).asObservable()" },
    "do": { p, s in
      "\(safe(s[0])).do(\(handlers(["onNext", "afterNext"], ["onCompleted", "afterCompleted"]))).asObservable()"
    },
    "debug": { p, s in "\(safe("quiet(\(s[0]))")).debug(\"race\").asObservable()" },
    "withUnretained": { p, s in
      "\(safe(s[0])).withUnretained(log) { _, element in \(inside("element")) }.asObservable()"
    },
    "withUnretainedPair": { p, s in
      "\(safe(s[0])).withUnretained(log).map { \(inside("$0.1")) }.asObservable()"
    },
    "create": { p, s in
      "Infallible<Int>.create { tell in \(safe(s[0])).subscribe { tell($0) } }.asObservable()"
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
  ]

  /// A stream that does not fail.
  static func safe(_ stream: String) -> String {
    "\(stream).asInfallible(onErrorJustReturn: \(RowForms.elementForErrors))"
  }
}
