extension ObservableType {
  /// A sequence made by a closure, which is called with an observer for each subscription.
  ///
  /// The closure returns what releases its resources; that is disposed once, after the terminal event or when
  /// the subscription is disposed. The closure's events must not overlap one another.
  /// ```
  /// create   --1--2--|      onNext(1), onNext(2), onCompleted()
  /// result   --1--2--|
  /// ```
  /// Under a race: of several terminal events, from whatever threads, exactly one gets through. A disposal
  /// while the closure runs is remembered, and what the closure returns is then disposed at once.
  public static func create(
    _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    AnonymousObservable(subscribe)
  }

  /// What stands for a sequence that has no observable of its own: each subscription subscribes the sequence.
  public func asObservable() -> Observable<Element> {
    Observable.create { observer in subscribe(observer) }
  }
}

final class AnonymousObservable<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let subscribeHandler: @Sendable (AnyObserver<Element>) -> any Disposable
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = AnonymousObservableSink<Element>.self

  init(_ subscribeHandler: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) {
    self.subscribeHandler = subscribeHandler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(downstream)
    sink.keep(subscribeHandler(AnyObserver(stage: sink)))
    return (sink, nil)
  }
}

/// What the closure of `create` talks to: the guard at the entrance of a chain.
class AnonymousObservableSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `resource` is written before the sink is set and taken by the one party that disposes the sink.
  // Unchecked, because the flag word is its guard, and the check costs more than the store.
  @exclusivity(unchecked) fileprivate final var resource: (any Disposable)?

  required override init(_ downstream: Stage<Element>) { super.init(downstream) }

  // Most sources have nothing to release, and need not carry a box around for that. Generic, because the type in
  // the box is at hand here, while asking the box for it is a call into the run-time.
  fileprivate final func keep<Resource: Disposable>(_ resource: Resource) {
    if Resource.self != NopDisposable.self { self.resource = resource }
  }

  override func next(_ element: Element) { forwardNext(element) }

  override func disposeSink() {
    let resource = self.resource
    self.resource = nil
    resource?.dispose()
  }
}
