extension ObservableType {
  /// Subscribes to the source, and disposes that subscription, on a scheduler.
  /// ```
  /// source             --1--2--|     subscribed on q
  /// subscribe(on: q)   --1--2--|
  /// ```
  /// Events are delivered where the source emits them.
  ///
  /// Under a race: disposed before the scheduler came to it, the source is never subscribed; disposed while it is
  /// being subscribed, the subscription is released once, on the scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    SubscribeOn(source: asObservable(), scheduler: scheduler)
  }
}

private final class SubscribeOn<Element: Sendable>: Producer<Element>, @unchecked Sendable {
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
    let sink = SubscribeOnSink(downstream)
    let slot = SerialDisposable()
    let pending = SingleAssignmentDisposable()
    slot.disposable = pending
    let (source, scheduler) = (self.source, self.scheduler)
    pending.setDisposable(
      scheduler.schedule(sink) { sink in
        if sink.isOver { return Disposables.create() }
        if let subscription = source.subscribeStage(sink) {
          slot.disposable = ScheduledDisposable(scheduler: scheduler, disposable: subscription)
        }
        return Disposables.create()
      })
    return (sink, slot)
  }
}

private final class SubscribeOnSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable
{
  // Safety: adds no state.
  override func next(_ element: Element) { forwardNext(element) }
}
