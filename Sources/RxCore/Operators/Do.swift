extension ObservableType {
  /// Calls closures beside a sequence's events, subscription and disposal.
  /// ```
  /// source  --1--2--|
  /// do      --1--2--|     onNext(1), onNext(2), onCompleted
  /// ```
  /// The `on` closures are called before the event is passed on, the `after` closures after it. What a closure
  /// for elements or `onError` or `onCompleted` throws ends the sequence with that error; what `afterError` or
  /// `afterCompleted` throws comes too late for an event and goes to `Hooks.defaultErrorHandler`.
  /// `onDispose` is called once, when the subscription has been released.
  ///
  /// Under a race: no closure for an event is called for one that starts after `dispose` returned.
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil,
    afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    Do(
      source: asObservable(),
      SideEffects(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
        onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
        onSubscribed: onSubscribed, onDispose: onDispose))
  }
}

/// The closures of one `do`.
private struct SideEffects<Element: Sendable>: Sendable {
  let onNext: (@Sendable (Element) throws -> Void)?
  let afterNext: (@Sendable (Element) throws -> Void)?
  let onError: (@Sendable (any Error) throws -> Void)?
  let afterError: (@Sendable (any Error) throws -> Void)?
  let onCompleted: (@Sendable () throws -> Void)?
  let afterCompleted: (@Sendable () throws -> Void)?
  let onSubscribe: (@Sendable () -> Void)?
  let onSubscribed: (@Sendable () -> Void)?
  let onDispose: (@Sendable () -> Void)?
}

private final class Do<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  let effects: SideEffects<Element>

  init(source: Observable<Element>, _ effects: SideEffects<Element>) {
    self.source = source
    self.effects = effects
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    effects.onSubscribe?()
    let sink = DoSink(parent: self, downstream)
    let subscription = source.attach(sink)
    effects.onSubscribed?()
    return (sink, subscription)
  }
}

private final class DoSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: constants only.
  private let parent: Do<Element>

  init(parent: Do<Element>, _ downstream: Stage<Element>) {
    self.parent = parent
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    do {
      try parent.effects.onNext?(element)
      forwardNext(element)
      try parent.effects.afterNext?(element)
    } catch { forwardError(error) }
  }

  override func error(_ error: any Error) {
    guard claimEnd() else { return }
    do {
      try parent.effects.onError?(error)
      downstream.error(error)
      afterEnd { try parent.effects.afterError?(error) }
    } catch { downstream.error(error) }
    dispose()
  }

  override func completed() {
    guard claimEnd() else { return }
    do {
      try parent.effects.onCompleted?()
      downstream.completed()
      afterEnd { try parent.effects.afterCompleted?() }
    } catch { downstream.error(error) }
    dispose()
  }

  override func disposeSink() { parent.effects.onDispose?() }

  private func afterEnd(_ effect: () throws -> Void) {
    do { try effect() } catch { Hooks.unhandled(error) }
  }
}
