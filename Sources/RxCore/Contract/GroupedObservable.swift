/// The elements that share a key; what `groupBy` emits.
/// ```
/// groupBy { $0 % 2 }  --(1)--(0)------|
/// group of key 1        1-----3----5--|
/// ```
/// Under a race: as for `groupBy`.
public struct GroupedObservable<Key: Sendable, Element: Sendable>: ObservableType {
  /// What the elements share.
  public let key: Key
  private let source: Observable<Element>

  /// A group of that key whose elements come from `source`.
  public init(key: Key, source: Observable<Element>) {
    self.key = key
    self.source = source
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    source.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { source }
}
