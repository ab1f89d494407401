extension ObservableType {
  /// Shares one subscription to this sequence inside of `selector`, for each subscriber to its result anew.
  /// ```
  /// source                          --1--2--3--|
  /// selector { merge($0, $0*10) }   --1-10-2-20-3-30-|
  /// ```
  /// What `subjectSelector` or `selector` throws becomes the sequence's error. The source is subscribed after
  /// the result was.
  ///
  /// Under a race: each subscription has a subject and a connection of its own; disposing releases both, in
  /// whatever state they are.
  public func multicast<Subject: SubjectType, Result: Sendable>(
    _ subjectSelector: @escaping @Sendable () throws -> Subject,
    selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    let source = asObservable()
    return MulticastSelector {
      let subject = try subjectSelector()
      let connectable = source.multicast(subject)
      return (try selector(connectable), { connectable.connect() })
    }
  }
}

private final class MulticastSelector<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let make: @Sendable () throws -> (Observable<Element>, connect: () -> any Disposable)

  init(
    make: @escaping @Sendable () throws -> (Observable<Element>, connect: () -> any Disposable)
  ) {
    self.make = make
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = MulticastSelectorSink(downstream)
    do {
      let (result, connect) = try make()
      let subscription = result.attach(sink)
      if !sink.isOver { sink.connection = connect() }
      return (sink, subscription)
    } catch {
      sink.error(error)
      return (sink, nil)
    }
  }
}

private final class MulticastSelectorSink<Element: Sendable>:
  Sink<Element, Element>, @unchecked Sendable
{
  // Safety: written before the sink is set and taken by the one party that disposes the sink.
  var connection: (any Disposable)?

  override func next(_ element: Element) { forwardNext(element) }

  override func disposeSink() {
    let connection = self.connection
    self.connection = nil
    connection?.dispose()
  }
}
