extension ObservableType {
  /// A sequence of an array's elements, emitted one scheduled step at a time.
  /// ```
  /// from([1, 2, 3])  --(123|)
  /// ```
  /// On the current thread's trampoline, which is the default, the steps of sequences that are subscribed
  /// together take turns.
  ///
  /// Under a race: a step that starts after `dispose` returned emits nothing.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceSource(elements: array, scheduler: scheduler)
  }

  /// The same for any sequence, which is iterated anew for each subscription and may be endless.
  public static func from<Elements: Swift.Sequence & Sendable>(
    _ sequence: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Elements.Element == Element {
    SequenceSource(elements: sequence, scheduler: scheduler)
  }
}

final class SequenceSource<Elements: Swift.Sequence & Sendable>:
  Producer<Elements.Element>, @unchecked Sendable
where Elements.Element: Sendable {
  // Safety: constants only.
  private let elements: Elements
  private let scheduler: any ImmediateSchedulerType

  init(elements: Elements, scheduler: any ImmediateSchedulerType) {
    self.elements = elements
    self.scheduler = scheduler
  }

  override func run(
    _ downstream: Stage<Elements.Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = SequenceSink(elements.makeIterator(), scheduler: scheduler, downstream)
    sink.scheduleStep()
    return (sink, nil)
  }
}

private final class SequenceSink<Iterator: IteratorProtocol>:
  StepSink<Iterator.Element>, @unchecked Sendable
where Iterator.Element: Sendable {
  // Safety: `iterator` is touched by steps only.
  private var iterator: Iterator

  init(
    _ iterator: Iterator, scheduler: any ImmediateSchedulerType,
    _ downstream: Stage<Iterator.Element>
  ) {
    self.iterator = iterator
    super.init(scheduler: scheduler, downstream)
  }

  override func step() {
    if isOver { return }
    guard let element = iterator.next() else { return forwardCompleted() }
    forwardNext(element)
    scheduleStep()
  }
}
