extension ObservableType {
  /// Subscribes to the source again whenever the sequence that `notificationHandler` makes of its errors emits.
  /// ```
  /// source, 1st time   --1--X
  /// trigger            ---------t
  /// source, 2nd time            --1--2--|
  /// retry(when:)       --1--------1--2--|
  /// ```
  /// The trigger is subscribed once, before the source. Its end takes effect when the source has failed: its error
  /// ends the sequence with that error, its completion completes it. An error of another type than `Failure`
  /// ends the sequence. Elements of the trigger while the source runs are ignored.
  ///
  /// Under a race: for each error the source is subscribed once at most; triggers on several threads that the
  /// handler lets overlap break its contract. Nothing is subscribed after a disposal.
  public func retry<Failure: Error, Trigger: ObservableType>(
    when notificationHandler: @escaping @Sendable (Observable<Failure>) -> Trigger
  ) -> Observable<Element> {
    RetryWhen(source: asObservable()) { notificationHandler($0).asObservable() }
  }

  /// The same for errors of every type.
  public func retry<Trigger: ObservableType>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Trigger
  ) -> Observable<Element> {
    RetryWhen(source: asObservable()) { notificationHandler($0).asObservable() }
  }
}

private final class RetryWhen<Element: Sendable, Failure: Error, Trigger: Sendable>:
  Producer<Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  private let handler: @Sendable (Observable<Failure>) -> Observable<Trigger>

  init(
    source: Observable<Element>,
    handler: @escaping @Sendable (Observable<Failure>) -> Observable<Trigger>
  ) {
    self.source = source
    self.handler = handler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = RetryWhenSink<Element, Failure>(source: source, downstream)
    let trigger = RetryTriggerSink<Trigger, Element, Failure>(parent: sink)
    trigger.setSinkAndSubscription(handler(sink.errors).attach(trigger))
    sink.subscribe(to: source)
    return (sink, trigger)
  }
}

private final class RetryWhenSink<Element: Sendable, Failure: Error>:
  SuccessionSink<Element, Element>, @unchecked Sendable
{
  // Safety: `phase` and `ending` are guarded by `lock`; the rest is constant.
  private enum Phase {
    /// A source runs.
    case running
    /// An error is being handed to the trigger, which has not answered.
    case asking
    /// It has answered while it was being asked.
    case answered
    /// The source has failed and the trigger's answer is awaited.
    case waiting
  }

  let errors = PublishSubject<Failure>()
  private let source: Observable<Element>
  private let lock = Lock()
  private var phase = Phase.running
  private var ending: Event<Never>?

  init(source: Observable<Element>, _ downstream: Stage<Element>) {
    self.source = source
    super.init(downstream)
  }

  override func successor(afterError error: any Error) -> Observable<Element>? {
    guard !isOver, let failure = error as? Failure else {
      return super.successor(afterError: error)
    }
    lock.withLock { phase = .asking }
    errors.onNext(failure)
    let (isAnswered, ending) = lock.withLock { () -> (Bool, Event<Never>?) in
      let isAnswered = phase == .answered
      phase = isAnswered ? .running : .waiting
      return (isAnswered, self.ending)
    }
    if isAnswered { return source }
    if let ending { end(ending) }
    return nil
  }

  /// The trigger has emitted an element.
  func triggered() {
    let isAwaited = lock.withLock {
      switch phase {
      case .running, .answered: return false
      case .asking:
        phase = .answered
        return false
      case .waiting:
        phase = .running
        return true
      }
    }
    if isAwaited { subscribe(to: source) }
  }

  /// The trigger has ended.
  func triggerEnded(_ event: Event<Never>) {
    let isAwaited = lock.withLock {
      ending = event
      return phase == .waiting
    }
    if isAwaited { end(event) }
  }

  private func end(_ event: Event<Never>) {
    switch event {
    case .next: break
    case .error(let error): forwardError(error)
    case .completed: forwardCompleted()
    }
  }
}

/// The trigger's entrance.
private final class RetryTriggerSink<Trigger: Sendable, Element: Sendable, Failure: Error>:
  Stage<Trigger>, @unchecked Sendable
{
  // Safety: constants only.
  private let parent: RetryWhenSink<Element, Failure>

  init(parent: RetryWhenSink<Element, Failure>) { self.parent = parent }

  override func next(_ element: Trigger) {
    if !isOver { parent.triggered() }
  }

  override func error(_ error: any Error) {
    guard claimEnd() else { return }
    parent.triggerEnded(.error(error))
    dispose()
  }

  override func completed() {
    guard claimEnd() else { return }
    parent.triggerEnded(.completed)
    dispose()
  }
}
