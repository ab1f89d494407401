extension ObservableType {
  /// Hands each element to `resultSelector` together with an object that the sequence does not retain.
  /// ```
  /// source             --1------2------3------|
  /// withUnretained(o)  --(o,1)--(o,2)--|          o was released
  /// ```
  /// The first element that arrives after the object is gone completes the sequence. What `resultSelector`
  /// throws ends it with that error.
  ///
  /// Under a race: the object is retained while `resultSelector` runs, or the sequence completes.
  public func withUnretained<Object: AnyObject & Sendable, Result: Sendable>(
    _ object: Object,
    resultSelector: @escaping @Sendable (Object, Element) throws -> Result
  ) -> Observable<Result> {
    WithUnretained(source: asObservable(), object: object, resultSelector: resultSelector)
  }

  /// Pairs each element with an object that the sequence does not retain.
  public func withUnretained<Object: AnyObject & Sendable>(
    _ object: Object
  ) -> Observable<(Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }
}

private final class WithUnretained<
  Element: Sendable, Object: AnyObject & Sendable, Result: Sendable
>: Producer<Result>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private weak let object: Object?
  private let resultSelector: @Sendable (Object, Element) throws -> Result

  init(
    source: Observable<Element>, object: Object,
    resultSelector: @escaping @Sendable (Object, Element) throws -> Result
  ) {
    self.source = source
    self.object = object
    self.resultSelector = resultSelector
  }

  override func run(
    _ downstream: Stage<Result>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = WithUnretainedSink(object: object, resultSelector: resultSelector, downstream)
    return (sink, source.attach(sink))
  }
}

private final class WithUnretainedSink<
  Element: Sendable, Object: AnyObject & Sendable, Result: Sendable
>: Sink<Element, Result>, @unchecked Sendable {
  // Safety: constants only.
  private weak let object: Object?
  private let resultSelector: @Sendable (Object, Element) throws -> Result

  init(
    object: Object?, resultSelector: @escaping @Sendable (Object, Element) throws -> Result,
    _ downstream: Stage<Result>
  ) {
    self.object = object
    self.resultSelector = resultSelector
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    guard let object else { return forwardCompleted() }
    do { forwardNext(try resultSelector(object, element)) } catch { forwardError(error) }
  }
}
