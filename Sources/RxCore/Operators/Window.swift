extension ObservableType {
  /// Splits the sequence into windows that follow each other; one ends when it has had `count` elements or
  /// `timeSpan` has passed since its beginning, whichever is first.
  /// ```
  /// source                             --1--2--3---------4--|
  /// window(timeSpan: 9 -, count: 2)    a----b--------c------|
  /// a                                  --1--2|
  /// b                                       ---3-----|
  /// c                                                ----4--|
  /// ```
  /// A window hands its elements to whoever is subscribed to it at that moment. The source stays subscribed until
  /// this sequence and all subscriptions of windows are disposed. Its end ends the last window, and then this
  /// sequence.
  ///
  /// Under a race: the timer and the source are taken one at a time; a timer of a window that is full meanwhile
  /// does nothing. The last disposal releases source and timer once.
  public func window(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<Observable<Element>> {
    Window(source: asObservable(), timeSpan: timeSpan, count: count, scheduler: scheduler)
  }
}

private final class Window<Element: Sendable>: Producer<Observable<Element>>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType

  init(
    source: Observable<Element>, timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) {
    self.source = source
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Observable<Element>>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = PassingSink(downstream)
    let entrance = WindowEntrance<Element>(
      count: count, clock: WindowClock(timeSpan: timeSpan, scheduler: scheduler), sink)
    let whole = RefCountDisposable(disposable: entrance)
    entrance.whole = whole
    entrance.start()
    entrance.setSinkAndSubscription(source.attach(entrance))
    return (sink, whole)
  }
}

/// The source's entrance, which outlives the subscription to the sequence of windows.
private final class WindowEntrance<Element: Sendable>:
  MeetingSink<Element, Observable<Element>>, @unchecked Sendable
{
  // Safety: `window`, `received` and `number` are touched by the owner only; `whole` is written before the start;
  // the clock is safe by itself.
  private let count: Int
  private let clock: WindowClock
  private var window = PublishSubject<Element>()
  private var received = 0
  private var number = 0
  weak var whole: RefCountDisposable?

  init(count: Int, clock: WindowClock, _ downstream: Stage<Observable<Element>>) {
    self.count = count
    self.clock = clock
    super.init(downstream)
  }

  func start() { perform { [self] in open() } }

  override func next(_ element: Element) {
    if isOver { return }
    if tryEnter() {
      pass(element)
      leave()
    } else {
      putOff { [self] in pass(element) }
    }
  }

  override func error(_ error: any Error) {
    perform { [self] in
      window.onError(error)
      forwardError(error)
    }
  }

  override func completed() {
    perform { [self] in
      window.onCompleted()
      forwardCompleted()
    }
  }

  override func disposeSink() {
    clock.dispose()
    super.disposeSink()
  }

  private func pass(_ element: Element) {
    if isOver { return }
    // Counted before it is handed over: the delivery may cause the next element.
    received += 1
    window.onNext(element)
    if received == count { change() }
  }

  private func change() {
    number += 1
    received = 0
    window.onCompleted()
    window = PublishSubject()
    open()
  }

  private func open() {
    if isOver { return }
    if let whole { forwardNext(LentSource(source: window, whole: whole)) }
    if isOver { return }
    clock.start(number) { [self] number in
      perform { [self] in if number == self.number { change() } }
    }
  }
}
