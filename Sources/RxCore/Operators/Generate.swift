extension ObservableType {
  /// A sequence of states: `initialState`, then what `iterate` makes of each, while `condition` holds. One
  /// scheduled step at a time.
  /// ```
  /// generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })  --1-2-4-8-|
  /// ```
  /// What `condition` or `iterate` throws ends the sequence with that error.
  ///
  /// Under a race: a step that starts after `dispose` returned calls no closure and emits nothing.
  public static func generate(
    initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping @Sendable (Element) throws -> Element
  ) -> Observable<Element> {
    Generate(
      initialState: initialState, condition: condition, scheduler: scheduler, iterate: iterate)
  }
}

private final class Generate<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let initialState: Element
  fileprivate let condition: @Sendable (Element) throws -> Bool
  private let scheduler: any ImmediateSchedulerType
  fileprivate let iterate: @Sendable (Element) throws -> Element

  init(
    initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType,
    iterate: @escaping @Sendable (Element) throws -> Element
  ) {
    self.initialState = initialState
    self.condition = condition
    self.scheduler = scheduler
    self.iterate = iterate
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = GenerateSink(
      parent: self, state: initialState, scheduler: scheduler, downstream)
    sink.scheduleStep()
    return (sink, nil)
  }
}

private final class GenerateSink<Element: Sendable>: StepSink<Element>, @unchecked Sendable {
  // Safety: `current` and `isFirst` are touched by steps only.
  private let parent: Generate<Element>
  private var current: Element
  private var isFirst = true

  init(
    parent: Generate<Element>, state: Element, scheduler: any ImmediateSchedulerType,
    _ downstream: Stage<Element>
  ) {
    self.parent = parent
    current = state
    super.init(scheduler: scheduler, downstream)
  }

  override func step() {
    if isOver { return }
    do {
      if !isFirst { current = try parent.iterate(current) }
      isFirst = false
      guard try parent.condition(current) else { return forwardCompleted() }
      forwardNext(current)
      scheduleStep()
    } catch { forwardError(error) }
  }
}
