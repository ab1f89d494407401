import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// What is said alike everywhere.
  static let infallibleForms: [String: FormBuild] = [
    "map": { iteration, p, s in safe(s[0]).map(adding(p[0], iteration)).asObservable() },
    "filter": { iteration, p, s in
      safe(s[0]).filter(test(RowForms.predicate(p[0]), iteration)).asObservable()
    },
    "compactMap": { iteration, p, s in
      let test = test(RowForms.predicate(p[0]), iteration)
      return safe(s[0]).compactMap { test($0) ? $0 : nil }.asObservable()
    },
    "scan": { iteration, p, s in
      let canary = iteration.canary
      return safe(s[0]).scan(p[0]) {
        canary.touch()
        return Token.combining($0, $1)
      }.asObservable()
    },
    "scanInto": { iteration, p, s in
      let canary = iteration.canary
      return safe(s[0]).scan(into: p[0]) {
        canary.touch()
        $0 = Token.combining($0, $1)
      }.asObservable()
    },
    "take": { _, p, s in safe(s[0]).take(RowForms.count(p[0])).asObservable() },
    "takeWhile": { iteration, p, s in
      safe(s[0]).take(while: test(RowForms.predicate(p[0]), iteration)).asObservable()
    },
    "takeUntilPredicate": { iteration, p, s in
      safe(s[0]).take(until: test(RowForms.predicate(p[0]), iteration), behavior: .inclusive)
        .asObservable()
    },
    "skipWhile": { iteration, p, s in
      safe(s[0]).skip(while: test(RowForms.predicate(p[0]), iteration)).asObservable()
    },
    "distinctUntilChanged": { _, _, s in
      safe(s[0]).map { ByParity($0) }.distinctUntilChanged().map { $0.token }.asObservable()
    },
    "distinctKey": { iteration, _, s in
      let canary = iteration.canary
      return safe(s[0]).distinctUntilChanged { (token: Int) -> Int in
        canary.touch()
        return Token.payload(token) & 1
      }.asObservable()
    },
    "distinctComparer": { _, _, s in
      safe(s[0]).distinctUntilChanged { (first: Int, second: Int) -> Bool in
        ByParity(first) == ByParity(second)
      }.asObservable()
    },
    "distinctKeyComparer": { _, _, s in
      safe(s[0]).distinctUntilChanged {
        Token.payload($0) & 1
      } comparer: {
        $0 == $1
      }.asObservable()
    },
    "distinctAt": { _, _, s in
      safe(s[0]).map { ByParity($0) }.distinctUntilChanged(at: \.parity).map { $0.token }
        .asObservable()
    },
    "startWith": { _, p, s in safe(s[0]).startWith(p[0]).asObservable() },
    "do": { iteration, _, s in
      let canary = iteration.canary
      return safe(s[0]).do(
        onNext: { _ in canary.touch() }, afterNext: { _ in canary.touch() },
        onCompleted: { canary.touch() }, afterCompleted: { canary.touch() },
        onSubscribe: { canary.touch() }, onSubscribed: { canary.touch() },
        onDispose: { canary.touch() }
      ).asObservable()
    },
    "withUnretained": { iteration, _, s in
      safe(s[0]).withUnretained(iteration.canary) { canary, token in
        canary.touch()
        return token
      }.asObservable()
    },
    "withUnretainedPair": { iteration, _, s in
      safe(s[0]).withUnretained(iteration.canary).map { canary, token in
        canary.touch()
        return token
      }.asObservable()
    },
    "subscribe": { iteration, _, s in
      let canary = iteration.canary
      return Observable.create { observer in
        safe(s[0]).subscribe(
          onNext: { observer.onNext($0) }, onCompleted: { observer.onCompleted() },
          onDisposed: { canary.touch() })
      }
    },
    "subscribeWith": { iteration, _, s in
      let canary = iteration.canary
      return Observable.create { observer in
        safe(s[0]).subscribe(
          with: canary, onNext: { observer.onNext($1) },
          onCompleted: { _ in observer.onCompleted() }, onDisposed: { $0.touch() })
      }
    },
  ]

  /// A sequence of the graph that does not fail.
  static func safe(_ source: Observable<Int>) -> Infallible<Int> {
    source.asInfallible(onErrorJustReturn: RowForms.elementForErrors)
  }
}
