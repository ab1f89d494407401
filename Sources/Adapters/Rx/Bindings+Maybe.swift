import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  static let maybeForms = everyTrait(
    { $0.asMaybe() }, { $0.asObservable() },
    [
      "map": { iteration, p, s in
        s[0].asMaybe().map(adding(p[0], iteration)).asObservable()
      },
      "filter": { iteration, p, s in
        s[0].asMaybe().filter(test(RowForms.predicate(p[0]), iteration)).asObservable()
      },
      "compactMap": { iteration, p, s in
        let test = test(RowForms.predicate(p[0]), iteration)
        return s[0].asMaybe().compactMap { test($0) ? $0 : nil }.asObservable()
      },
      "do": { iteration, _, s in
        let canary = iteration.canary
        return s[0].asMaybe().do(
          onNext: { _ in canary.touch() }, afterNext: { _ in canary.touch() },
          onError: { _ in canary.touch() }, afterError: { _ in canary.touch() },
          onCompleted: { canary.touch() }, afterCompleted: { canary.touch() },
          onSubscribe: { canary.touch() }, onSubscribed: { canary.touch() },
          onDispose: { canary.touch() }
        ).asObservable()
      },
      "catchAndReturn": { _, p, s in s[0].asMaybe().catchAndReturn(p[0]).asObservable() },
      "ifEmpty": { _, p, s in s[0].asMaybe().ifEmpty(default: p[0]).asObservable() },
      "asSingle": { _, _, s in single(s[0].asMaybe()).asObservable() },
      "asCompletable": { _, _, s in whole(completable(s[0].asMaybe())) },
      "flatMap": { iteration, p, s in
        let adding = adding(p[0], iteration)
        return s[0].asMaybe().flatMap { .just(adding($0)) }.asObservable()
      },
      "create": { _, _, s in
        Maybe.create { emit in s[0].asMaybe().subscribe { emit($0) } }.asObservable()
      },
      "subscribe": { iteration, _, s in
        let canary = iteration.canary
        return Observable.create { observer in
          s[0].asMaybe().subscribe(
            onSuccess: {
              observer.onNext($0)
              observer.onCompleted()
            }, onError: { observer.onError($0) }, onCompleted: { observer.onCompleted() },
            onDisposed: { canary.touch() })
        }
      },
      "subscribeEvents": { _, _, s in
        Observable.create { observer in
          s[0].asMaybe().subscribe { event in
            switch event {
            case .success(let token):
              observer.onNext(token)
              observer.onCompleted()
            case .error(let error): observer.onError(error)
            case .completed: observer.onCompleted()
            }
          }
        }
      },
      "subscribeWith": { iteration, _, s in
        let canary = iteration.canary
        return Observable.create { observer in
          s[0].asMaybe().subscribe(
            with: canary,
            onSuccess: {
              observer.onNext($1)
              observer.onCompleted()
            }, onError: { observer.onError($1) }, onCompleted: { _ in observer.onCompleted() },
            onDisposed: { $0.touch() })
        }
      },
    ])

  static let completableForms = everyTrait(
    { without($0) }, { whole($0) },
    [
      "do": { iteration, _, s in
        let canary = iteration.canary
        return whole(
          without(s[0]).do(
            onError: { _ in canary.touch() }, afterError: { _ in canary.touch() },
            onCompleted: { canary.touch() }, afterCompleted: { canary.touch() },
            onSubscribe: { canary.touch() }, onSubscribed: { canary.touch() },
            onDispose: { canary.touch() }))
      },
      "asMaybe": { _, _, s in withElements(without(s[0])) },
      "create": { _, _, s in
        whole(Completable.create { emit in without(s[0]).subscribe { emit($0) } })
      },
      "subscribe": { iteration, _, s in
        let canary = iteration.canary
        return Observable.create { observer in
          without(s[0]).subscribe(
            onCompleted: { observer.onCompleted() }, onError: { observer.onError($0) },
            onDisposed: { canary.touch() })
        }
      },
      "subscribeEvents": { _, _, s in
        Observable.create { observer in
          without(s[0]).subscribe { event in
            switch event {
            case .error(let error): observer.onError(error)
            case .completed: observer.onCompleted()
            }
          }
        }
      },
      "subscribeWith": { iteration, _, s in
        let canary = iteration.canary
        return Observable.create { observer in
          without(s[0]).subscribe(
            with: canary, onCompleted: { _ in observer.onCompleted() },
            onError: { observer.onError($1) }, onDisposed: { $0.touch() })
        }
      },
    ])

  /// A sequence of the graph without its elements.
  static func without(_ source: Observable<Int>) -> Completable {
    source.ignoreElements().asCompletable()
  }
}
