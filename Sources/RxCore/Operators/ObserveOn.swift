extension ObservableType {
  /// Delivers the events on a scheduler instead of where they are emitted.
  /// ```
  /// source           --1-2-3-|
  /// observe(on: q)   ---1-2-3-|    delivered on q
  /// ```
  /// The order is kept and deliveries never overlap, on a concurrent scheduler too. Events that arrive
  /// while a delivery is under way are delivered by the same scheduled piece of work.
  ///
  /// Under a race: after `dispose` nothing that waits is delivered; it is released at once.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    ObserveOn(source: asObservable(), scheduler: scheduler)
  }
}

private final class ObserveOn<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let scheduler: any ImmediateSchedulerType

  init(source: Observable<Element>, scheduler: any ImmediateSchedulerType) {
    self.source = source
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = ObserveOnSink(scheduler: scheduler, downstream)
    return (sink, source.attach(sink))
  }
}

private final class ObserveOnSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: the queue is safe by itself; its owner is the piece of work that is scheduled or running.
  private let queue = DrainQueue<Event<Element>>()
  private let scheduler: any ImmediateSchedulerType

  /// How often one piece of work takes all that waits before it lets others have the scheduler.
  private static var batchesMax: Int { 64 }

  init(scheduler: any ImmediateSchedulerType, _ downstream: Stage<Element>) {
    self.scheduler = scheduler
    super.init(downstream)
  }

  override func next(_ element: Element) { enqueue(.next(element)) }
  override func error(_ error: any Error) { enqueue(.error(error)) }
  override func completed() { enqueue(.completed) }
  override func disposeSink() { queue.discard() }

  private func enqueue(_ event: Event<Element>) {
    if isOver { return }
    if queue.push(event) { scheduleDelivery() }
    // The disposal may have looked before the push: nobody keeps what nobody will get.
    if isDisposed { queue.discard() }
  }

  private func scheduleDelivery() {
    _ = scheduler.schedule(self) { sink in
      sink.deliver()
      return Disposables.create()
    }
  }

  private func deliver() {
    let isDone = queue.drain(batchesMax: Self.batchesMax) { event in
      switch event {
      case .next(let element): forwardNext(element)
      case .error(let error): forwardError(error)
      case .completed: forwardCompleted()
      }
    }
    if !isDone { scheduleDelivery() }
  }
}
