extension ObservableType {
  /// Passes on the latest element of the source whenever `sampler` emits, if there was a new one.
  /// ```
  /// source           --1--2-----3---|
  /// sampler          ----x---x-x---x-|
  /// sample(sampler)  ----1---2-----3|
  /// ```
  /// With `defaultValue` that is emitted where there was no new one. The end of `sampler` samples once more. When
  /// the source is over, the next sample is the last; so is the source's end where `sampler` is over already. An
  /// error of either ends the sequence.
  ///
  /// Under a race: events of both are handled one at a time, so an element is passed on once.
  public func sample<Sampler: ObservableType>(
    _ sampler: Sampler, defaultValue: Element? = nil
  ) -> Observable<Element> {
    Sample(source: asObservable(), sampler: sampler.asObservable(), defaultValue: defaultValue)
  }
}

private final class Sample<Element: Sendable, Tick: Sendable>:
  Producer<Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  private let sampler: Observable<Tick>
  private let defaultValue: Element?

  init(source: Observable<Element>, sampler: Observable<Tick>, defaultValue: Element?) {
    self.source = source
    self.sampler = sampler
    self.defaultValue = defaultValue
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = SampleSink(defaultValue: defaultValue, downstream)
    let subscription = source.attach(sink)
    if !sink.isOver {
      let samplerSink = SamplerSink<Tick, Element>(parent: sink)
      sink.sampler = samplerSink
      samplerSink.setSinkAndSubscription(sampler.attach(samplerSink))
    }
    return (sink, subscription)
  }
}

/// What a sample has to handle.
private enum SampleSignal<Element: Sendable>: Sendable {
  case next(Element)
  case error(any Error)
  case completed
  case sample
  case samplerCompleted
}

private final class SampleSink<Element: Sendable>:
  SignalSink<SampleSignal<Element>, Element, Element>, @unchecked Sendable
{
  // Safety: `sampler` is written before the sink is set and taken by the one party that disposes the sink. The
  // other variables are touched by the queue's owner only.
  var sampler: SinkDisposer?
  private let defaultValue: Element?
  private var latest: Element?
  private var isSourceOver = false
  private var isSamplerOver = false

  init(defaultValue: Element?, _ downstream: Stage<Element>) {
    self.defaultValue = defaultValue
    super.init(downstream)
  }

  override func next(_ element: Element) { receive(.next(element)) }
  override func error(_ error: any Error) { receive(.error(error)) }
  override func completed() { receive(.completed) }

  override func handle(_ signal: SampleSignal<Element>) {
    switch signal {
    case .next(let element): latest = element
    case .error(let error): forwardError(error)
    case .completed:
      isSourceOver = true
      if isSamplerOver { forwardCompleted() }
    case .sample: sample()
    case .samplerCompleted:
      isSamplerOver = true
      sample()
    }
  }

  private func sample() {
    let element = latest ?? defaultValue
    latest = nil
    if let element { forwardNext(element) }
    if isSourceOver { forwardCompleted() }
  }

  override func disposeSink() {
    let sampler = self.sampler
    self.sampler = nil
    sampler?.dispose()
    super.disposeSink()
  }
}

/// The entrance of the sequence that says when.
private final class SamplerSink<Tick: Sendable, Element: Sendable>: Stage<Tick>, @unchecked Sendable
{
  // Safety: constants only.
  private let parent: SampleSink<Element>

  init(parent: SampleSink<Element>) { self.parent = parent }

  override func next(_ element: Tick) {
    if !isOver { parent.receive(.sample) }
  }

  override func error(_ error: any Error) {
    guard claimEnd() else { return }
    parent.receive(.error(error))
    dispose()
  }

  override func completed() {
    guard claimEnd() else { return }
    parent.receive(.samplerCompleted)
    dispose()
  }
}
