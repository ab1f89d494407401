extension ObservableType {
  /// Leaves out what the source emits within `duration`.
  /// ```
  /// source            --1--2--3--4--|
  /// skip(for: 70 ms)  --------3--4--|
  /// ```
  /// Terminal events are passed on at any time.
  ///
  /// Under a race: an element that starts after the time has run out is passed on, one that meets it may be.
  public func skip(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    SkipFor(source: asObservable(), duration: duration, scheduler: scheduler)
  }

  /// The same, by RxSwift's name.
  public func skip(
    _ duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    skip(for: duration, scheduler: scheduler)
  }
}

private final class SkipFor<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.duration = duration
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = SkipForSink(downstream)
    sink.timer = scheduler.scheduleRelative(sink, dueTime: duration) { sink in
      sink.gate.open()
      return Disposables.create()
    }
    return (sink, source.attach(sink))
  }
}

private final class SkipForSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `timer` is written before the sink is set and taken by the one party that disposes the sink. The
  // gate is safe by itself.
  var timer: (any Disposable)?
  let gate = Gate()

  override func next(_ element: Element) {
    if gate.isOpen { forwardNext(element) }
  }

  override func disposeSink() {
    let timer = self.timer
    self.timer = nil
    timer?.dispose()
  }
}
