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
  // Safety: the inbox is safe by itself; its taker is the piece of work that is scheduled or running, and only
  // that one touches `batch`, which therefore needs no check either.
  private let inbox = Inbox<Element>()
  private let scheduler: any ImmediateSchedulerType
  @exclusivity(unchecked) private var batch = TransitBuffer<Element>()

  /// How often one piece of work takes all that waits before it lets others have the scheduler.
  private static var batchesMax: Int { 64 }

  init(scheduler: any ImmediateSchedulerType, _ downstream: Stage<Element>) {
    self.scheduler = scheduler
    super.init(downstream)
  }

  deinit { batch.free() }

  override func next(_ element: Element) {
    // Where the disposal has looked before, the scheduled work drops the element.
    if inbox.put(element) { scheduleDelivery() }
  }

  override func error(_ error: any Error) { enqueueEnd(.error(error)) }
  override func completed() { enqueueEnd(.completed) }
  override func disposeSink() { inbox.discard() }

  private func enqueueEnd(_ ending: Ending) {
    if !isOver, inbox.end(with: ending) { scheduleDelivery() }
  }

  private func scheduleDelivery() {
    _ = scheduler.schedule(self) { sink in
      sink.deliver()
      return Disposables.create()
    }
  }

  private func deliver() {
    for _ in 0..<Self.batchesMax {
      switch inbox.take(into: &batch) {
      case .elements: batch.empty { forwardNext($0) }
      case .ending(.error(let error)): return forwardError(error)
      case .ending(.completed): return forwardCompleted()
      case .nothing: return
      }
    }
    scheduleDelivery()
  }
}
