/// An observable whose subscriptions are sinks.
class Producer<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  // Safety: adds no state; subclasses hold constants only.

  /// Makes the sink of one subscription, connects it to the source, and returns both.
  func run(_ downstream: Stage<Element>) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    Violation.abstractMethod.trap()
  }

  final override func attach(_ downstream: Stage<Element>) -> DisposeBase? {
    let (sink, subscription) = run(downstream)
    sink.setSinkAndSubscription(subscription)
    return sink
  }
}
