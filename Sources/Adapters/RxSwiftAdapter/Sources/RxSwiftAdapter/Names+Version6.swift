@preconcurrency import RxRelay
@preconcurrency import RxSwift

// What the first releases of version 6 lack, written with what they have: so that the same rows are bound to all.

#if !RXSWIFT_INFALLIBLE_COLLECTIONS
  extension Infallible {
    static func combineLatest<Result>(
      _ sources: [Infallible<Element>], resultSelector: @escaping ([Element]) -> Result
    ) -> Infallible<Result> {
      Observable.combineLatest(sources.map { $0.asObservable() }, resultSelector: resultSelector)
        .asInfallible(onErrorFallbackTo: .never())
    }

    static func combineLatest(_ sources: [Infallible<Element>]) -> Infallible<[Element]> {
      combineLatest(sources) { $0 }
    }
  }
#endif

#if !RXSWIFT_SUBSCRIBES_WITH
  extension Observable {
    func subscribe<Object: AnyObject>(
      with object: Object, onNext: @escaping (Object, Element) -> Void,
      onError: @escaping (Object, any Error) -> Void = { _, _ in },
      onCompleted: @escaping (Object) -> Void = { _ in },
      onDisposed: @escaping (Object) -> Void = { _ in }
    ) -> any Disposable {
      subscribe(
        onNext: { [weak object] in if let object { onNext(object, $0) } },
        onError: { [weak object] in if let object { onError(object, $0) } },
        onCompleted: { [weak object] in if let object { onCompleted(object) } },
        onDisposed: { [weak object] in if let object { onDisposed(object) } })
    }
  }

  extension Infallible {
    func subscribe<Object: AnyObject>(
      with object: Object, onNext: @escaping (Object, Element) -> Void,
      onCompleted: @escaping (Object) -> Void, onDisposed: @escaping (Object) -> Void
    ) -> any Disposable {
      asObservable().subscribe(
        with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }
  }

  extension PrimitiveSequence where Trait == SingleTrait {
    func subscribe<Object: AnyObject>(
      with object: Object, onSuccess: @escaping (Object, Element) -> Void,
      onFailure: @escaping (Object, any Error) -> Void, onDisposed: @escaping (Object) -> Void
    ) -> any Disposable {
      asObservable().subscribe(
        with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }
  }

  extension PrimitiveSequence where Trait == MaybeTrait {
    func subscribe<Object: AnyObject>(
      with object: Object, onSuccess: @escaping (Object, Element) -> Void,
      onError: @escaping (Object, any Error) -> Void, onCompleted: @escaping (Object) -> Void,
      onDisposed: @escaping (Object) -> Void
    ) -> any Disposable {
      subscribe(
        onSuccess: { [weak object] in if let object { onSuccess(object, $0) } },
        onError: { [weak object] in if let object { onError(object, $0) } },
        onCompleted: { [weak object] in if let object { onCompleted(object) } },
        onDisposed: { [weak object] in if let object { onDisposed(object) } })
    }
  }

  extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
    func subscribe<Object: AnyObject>(
      with object: Object, onCompleted: @escaping (Object) -> Void,
      onError: @escaping (Object, any Error) -> Void, onDisposed: @escaping (Object) -> Void
    ) -> any Disposable {
      subscribe(
        onCompleted: { [weak object] in if let object { onCompleted(object) } },
        onError: { [weak object] in if let object { onError(object, $0) } },
        onDisposed: { [weak object] in if let object { onDisposed(object) } })
    }
  }
#endif

#if !RXSWIFT_SAFE_RELAYS
  extension PublishRelay {
    func asInfallible() -> Infallible<Element> { asInfallible(onErrorFallbackTo: .empty()) }
  }
  extension BehaviorRelay {
    func asInfallible() -> Infallible<Element> { asInfallible(onErrorFallbackTo: .empty()) }
  }
  extension ReplayRelay {
    func asInfallible() -> Infallible<Element> { asInfallible(onErrorFallbackTo: .empty()) }
  }
#endif
