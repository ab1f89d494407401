/// Whether an operator that ends a sequence at an element passes that element on.
public enum TakeBehavior: Hashable, Sendable {
  /// The element is passed on, then the sequence completes.
  case inclusive
  /// The sequence completes without the element.
  case exclusive
}

extension ObservableType {
  /// Passes on elements as long as they fulfil `predicate`, and completes at the first that does not.
  /// ```
  /// source               --1--2--3--2--|
  /// take(while: { <3 })  --1--2--|
  /// ```
  /// With `.inclusive` that one is passed on too. What `predicate` throws ends the sequence with that error.
  ///
  /// Under a race: `predicate` is never called for an element that starts after `dispose` returned.
  public func take(
    while predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    TakeWhile(source: asObservable(), isLast: { try !predicate($0) }, behavior: behavior)
  }

  /// Passes on elements until one fulfils `predicate`, and completes there.
  /// ```
  /// source               --1--2--3--2--|
  /// take(until: { ==3 }) --1--2--|
  /// ```
  /// With `.inclusive` that one is passed on too. What `predicate` throws ends the sequence with that error.
  ///
  /// Under a race: `predicate` is never called for an element that starts after `dispose` returned.
  public func take(
    until predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    TakeWhile(source: asObservable(), isLast: predicate, behavior: behavior)
  }
}

private final class TakeWhile<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = TakeWhileSink<Element>.self
  private let isLast: @Sendable (Element) throws -> Bool
  private let behavior: TakeBehavior

  init(
    source: Observable<Element>, isLast: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior
  ) {
    self.source = source
    self.isLast = isLast
    self.behavior = behavior
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(isLast: isLast, behavior: behavior, downstream)
    return (sink, source.attach(sink))
  }
}

private class TakeWhileSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `isEnding` is touched only inside events, which never overlap.
  private let isLast: @Sendable (Element) throws -> Bool
  private let behavior: TakeBehavior
  private var isEnding = false

  required init(
    isLast: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior,
    _ downstream: Stage<Element>
  ) {
    self.isLast = isLast
    self.behavior = behavior
    super.init(downstream)
  }

  override func next(_ element: Element) {
    // The delivery of the last element may cause another one.
    if isOver || isEnding { return }
    do { isEnding = try isLast(element) } catch { return forwardError(error) }
    if !isEnding { return forwardNext(element) }
    if behavior == .inclusive { forwardNext(element) }
    forwardCompleted()
  }
}
