extension ObservableType {
  /// Subscribes to the source after `dueTime`.
  /// ```
  /// source                    --1--2--|
  /// delaySubscription(20 ms)  ----1--2--|      the source begins 20 ms later
  /// ```
  /// Under a race: disposed before its time has come, the source is never subscribed; disposed while it is
  /// being subscribed, that subscription is released once.
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    DelaySubscription(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

private final class DelaySubscription<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = RelaySink<Element>(downstream)
    let slot = SingleAssignmentDisposable()
    let source = self.source
    slot.setDisposable(
      scheduler.scheduleRelative(sink, dueTime: dueTime) { sink in
        if sink.isOver { return Disposables.create() }
        return source.subscribeStage(sink) ?? Disposables.create()
      })
    return (sink, slot)
  }
}
