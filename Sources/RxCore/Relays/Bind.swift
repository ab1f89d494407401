extension ObservableType {
  /// Hands every event to each of `observers`, in their order.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    subscribe { event in
      for observer in observers { observer.on(event) }
    }
  }

  /// Hands every element to each of `relays`, in their order. An error goes to `Hooks.defaultErrorHandler`.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in
      for relay in relays { relay.accept(element) }
    })
  }

  /// The same for relays of optional elements.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in
      for relay in relays { relay.accept(element) }
    })
  }

  /// Hands every element to each of `relays`, in their order. An error goes to `Hooks.defaultErrorHandler`.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in
      for relay in relays { relay.accept(element) }
    })
  }

  /// The same for relays of optional elements.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in
      for relay in relays { relay.accept(element) }
    })
  }

  /// Hands every element to each of `relays`, in their order. An error goes to `Hooks.defaultErrorHandler`.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in
      for relay in relays { relay.accept(element) }
    })
  }

  /// The same for relays of optional elements.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in
      for relay in relays { relay.accept(element) }
    })
  }

  /// Calls `onNext` with every element. An error goes to `Hooks.defaultErrorHandler`.
  public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }
}
