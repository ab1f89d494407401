/// Something that can be turned into an observable.
public protocol ObservableConvertibleType<Element>: Sendable {
  associatedtype Element: Sendable
  /// The observable that this stands for.
  func asObservable() -> Observable<Element>
}

/// A sequence that is pushed to whoever subscribes.
public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Starts sending `observer` the events. Disposing the result ends that and releases the resources.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element
}
