extension ObservableType where Element: Equatable {
  /// Leaves out elements that equal the one before.
  /// ```
  /// source                  --1--1--2--1--|
  /// distinctUntilChanged()  --1-----2--1--|
  /// ```
  /// Under a race: the element compared with belongs to one subscription, whose events never overlap.
  public func distinctUntilChanged() -> Observable<Element> {
    DistinctUntilChanged(source: asObservable(), keySelector: { $0 }, comparer: ==)
  }
}

extension ObservableType {
  /// The same by a key of the elements. What `keySelector` throws ends the sequence with that error.
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    DistinctUntilChanged(source: asObservable(), keySelector: keySelector, comparer: ==)
  }

  /// The same by a comparison of two elements; what it throws ends the sequence with that error.
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) throws -> Bool
  ) -> Observable<Element> {
    DistinctUntilChanged(source: asObservable(), keySelector: { $0 }, comparer: comparer)
  }

  /// The same by a comparison of the elements' keys; what either throws ends the sequence with that error.
  public func distinctUntilChanged<Key: Sendable>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key,
    comparer: @escaping @Sendable (_ lhs: Key, _ rhs: Key) throws -> Bool
  ) -> Observable<Element> {
    DistinctUntilChanged(source: asObservable(), keySelector: keySelector, comparer: comparer)
  }

  /// The same by a property of the elements.
  public func distinctUntilChanged<Property: Equatable & Sendable>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Observable<Element> {
    DistinctUntilChanged(
      source: asObservable(), keySelector: { $0[keyPath: keyPath] }, comparer: ==)
  }
}

private final class DistinctUntilChanged<Element: Sendable, Key: Sendable>:
  Producer<Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = DistinctUntilChangedSink<Element, Key>.self
  fileprivate let keySelector: @Sendable (Element) throws -> Key
  fileprivate let comparer: @Sendable (Key, Key) throws -> Bool

  init(
    source: Observable<Element>, keySelector: @escaping @Sendable (Element) throws -> Key,
    comparer: @escaping @Sendable (Key, Key) throws -> Bool
  ) {
    self.source = source
    self.keySelector = keySelector
    self.comparer = comparer
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(parent: self, downstream)
    return (sink, source.attach(sink))
  }
}

private class DistinctUntilChangedSink<Element: Sendable, Key: Sendable>:
  Sink<Element, Element>, @unchecked Sendable
{
  // Safety: `key` is touched only inside events, which never overlap.
  private let parent: DistinctUntilChanged<Element, Key>
  private var key: Key?

  required init(parent: DistinctUntilChanged<Element, Key>, _ downstream: Stage<Element>) {
    self.parent = parent
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    do {
      let key = try parent.keySelector(element)
      if let before = self.key, try parent.comparer(before, key) { return }
      self.key = key
    } catch { return forwardError(error) }
    forwardNext(element)
  }
}
