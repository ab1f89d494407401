extension ObservableType {
  /// Continues after an error with the sequence that `handler` makes of it.
  /// ```
  /// source                --1--2--X
  /// handler's                     --8--9--|
  /// catch { handler($0) } --1--2----8--9--|
  /// ```
  /// What `handler` throws, and an error of its sequence, end the sequence.
  ///
  /// Under a race: the handler is called once at most, and not for an error that comes after a disposal.
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Catch(source: asObservable(), handler: handler)
  }
}

private final class Catch<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let handler: @Sendable (any Error) throws -> Observable<Element>

  init(
    source: Observable<Element>,
    handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) {
    self.source = source
    self.handler = handler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = CatchSink(handler: handler, downstream)
    sink.subscribe(to: source)
    return (sink, nil)
  }
}

private final class CatchSink<Element: Sendable>:
  SuccessionSink<Element, Element>, @unchecked Sendable
{
  // Safety: `handler` is touched by the one source that has not ended.
  private var handler: (@Sendable (any Error) throws -> Observable<Element>)?

  init(
    handler: @escaping @Sendable (any Error) throws -> Observable<Element>,
    _ downstream: Stage<Element>
  ) {
    self.handler = handler
    super.init(downstream)
  }

  override func successor(afterError error: any Error) -> Observable<Element>? {
    guard !isOver, let handler else { return super.successor(afterError: error) }
    self.handler = nil
    do { return try handler(error) } catch { return super.successor(afterError: error) }
  }
}
