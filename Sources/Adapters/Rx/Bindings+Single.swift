import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  static let singleForms = everyTrait(
    { $0.asSingle() }, { $0.asObservable() },
    [
      "map": { iteration, p, s in
        s[0].asSingle().map(adding(p[0], iteration)).asObservable()
      },
      "filter": { iteration, p, s in
        s[0].asSingle().filter(test(RowForms.predicate(p[0]), iteration)).asObservable()
      },
      "compactMap": { iteration, p, s in
        let test = test(RowForms.predicate(p[0]), iteration)
        return s[0].asSingle().compactMap { test($0) ? $0 : nil }.asObservable()
      },
      "do": { iteration, _, s in
        let canary = iteration.canary
        return s[0].asSingle().do(
          onSuccess: { _ in canary.touch() }, afterSuccess: { _ in canary.touch() },
          onError: { _ in canary.touch() }, afterError: { _ in canary.touch() },
          onSubscribe: { canary.touch() }, onSubscribed: { canary.touch() },
          onDispose: { canary.touch() }
        ).asObservable()
      },
      "catchAndReturn": { _, p, s in s[0].asSingle().catchAndReturn(p[0]).asObservable() },
      "asMaybe": { _, _, s in s[0].asSingle().asMaybe().asObservable() },
      "asCompletable": { _, _, s in whole(s[0].asSingle().asCompletable()) },
      "flatMap": { iteration, p, s in
        let adding = adding(p[0], iteration)
        return s[0].asSingle().flatMap { .just(adding($0)) }.asObservable()
      },
      "flatMapMaybe": { iteration, p, s in
        let adding = adding(p[0], iteration)
        return s[0].asSingle().flatMapMaybe { .just(adding($0)) }.asObservable()
      },
      "flatMapCompletable": { iteration, _, s in
        let canary = iteration.canary
        return whole(
          s[0].asSingle().flatMapCompletable { _ in
            canary.touch()
            return .empty()
          })
      },
      "create": { _, _, s in
        Single.create { emit in s[0].asSingle().subscribe { emit($0) } }.asObservable()
      },
      "subscribe": { iteration, _, s in
        let canary = iteration.canary
        return Observable.create { observer in
          s[0].asSingle().subscribe(
            onSuccess: {
              observer.onNext($0)
              observer.onCompleted()
            }, onFailure: { observer.onError($0) }, onDisposed: { canary.touch() })
        }
      },
      "subscribeWith": { iteration, _, s in
        let canary = iteration.canary
        return Observable.create { observer in
          s[0].asSingle().subscribe(
            with: canary,
            onSuccess: {
              observer.onNext($1)
              observer.onCompleted()
            }, onFailure: { observer.onError($1) }, onDisposed: { $0.touch() })
        }
      },
    ])

  static func adding(_ delta: Int, _ iteration: Iteration) -> @Sendable (Int) -> Int {
    let canary = iteration.canary
    return {
      canary.touch()
      return Token.adding(delta, to: $0)
    }
  }

  /// A sequence without elements as one of the graph's.
  static func whole(_ completable: Completable) -> Observable<Int> {
    completable.asObservable().map(unreachable)
  }
}
