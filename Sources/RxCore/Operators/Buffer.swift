extension ObservableType {
  /// Collects elements, and emits them when there are `count` of them or `timeSpan` has passed since the last
  /// array, whichever is first.
  /// ```
  /// source                             --1--2--3---------4--|
  /// buffer(timeSpan: 9 -, count: 2)    -----[1,2]----[3]----([4]|)
  /// ```
  /// An array is emitted after each `timeSpan` even if it is empty. Completion emits what was collected first;
  /// an error drops it.
  ///
  /// Under a race: the timer and the source are taken one at a time; a timer of an array that is full meanwhile
  /// does nothing.
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> {
    Buffer(source: asObservable(), timeSpan: timeSpan, count: count, scheduler: scheduler)
  }
}

private final class Buffer<Element: Sendable>: Producer<[Element]>, @unchecked Sendable {
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
    _ downstream: Stage<[Element]>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = BufferSink<Element>(
      count: count, clock: WindowClock(timeSpan: timeSpan, scheduler: scheduler), downstream)
    sink.start()
    return (sink, source.attach(sink))
  }
}

private final class BufferSink<Element: Sendable>:
  MeetingSink<Element, [Element]>, @unchecked Sendable
{
  // Safety: `elements` and `number` are touched by the owner only; the clock is safe by itself.
  private let count: Int
  private let clock: WindowClock
  private var elements: [Element] = []
  private var number = 0

  init(count: Int, clock: WindowClock, _ downstream: Stage<[Element]>) {
    self.count = count
    self.clock = clock
    super.init(downstream)
  }

  func start() { perform { [self] in startClock() } }

  override func next(_ element: Element) {
    if isOver { return }
    if tryEnter() {
      collect(element)
      leave()
    } else {
      putOff { [self] in collect(element) }
    }
  }

  override func error(_ error: any Error) { perform { [self] in forwardError(error) } }

  override func completed() {
    perform { [self] in
      forwardNext(elements)
      forwardCompleted()
    }
  }

  override func disposeSink() {
    clock.dispose()
    super.disposeSink()
  }

  private func collect(_ element: Element) {
    if isOver { return }
    elements.append(element)
    if elements.count == count { emit() }
  }

  private func emit() {
    number += 1
    let full = elements
    elements = []
    forwardNext(full)
    startClock()
  }

  private func startClock() {
    if isOver { return }
    clock.start(number) { [self] number in
      perform { [self] in if number == self.number { emit() } }
    }
  }
}
