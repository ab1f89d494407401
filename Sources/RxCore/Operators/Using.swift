extension ObservableType {
  /// A sequence that uses a resource, which is made for each subscription and disposed at its end.
  /// ```
  /// using({ r }) { use($0) }  --1--2--|     r is disposed after the end
  /// ```
  /// What a factory throws becomes the sequence's error.
  ///
  /// Under a race: the resource is disposed once, after the subscription to the sequence, by a terminal event
  /// or by `dispose`, whichever is first.
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    Using(resourceFactory: resourceFactory, observableFactory: observableFactory)
  }
}

private final class Using<Element: Sendable, Resource: Disposable>:
  Producer<Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let resourceFactory: @Sendable () throws -> Resource
  private let observableFactory: @Sendable (Resource) throws -> Observable<Element>

  init(
    resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
  ) {
    self.resourceFactory = resourceFactory
    self.observableFactory = observableFactory
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = UsingSink(downstream)
    do {
      let resource = try resourceFactory()
      sink.resource = resource
      return (sink, try observableFactory(resource).attach(sink))
    } catch {
      sink.forwardError(error)
      return (sink, nil)
    }
  }
}

private final class UsingSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `resource` is written before the sink is set and taken by the one party that disposes the sink.
  var resource: (any Disposable)?

  override func next(_ element: Element) { forwardNext(element) }

  override func disposeSink() {
    let resource = self.resource
    self.resource = nil
    resource?.dispose()
  }
}
