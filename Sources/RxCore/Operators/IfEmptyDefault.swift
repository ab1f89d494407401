extension ObservableType {
  /// Emits `default` where the source completes without an element.
  /// ```
  /// source              -----|        --1--|
  /// ifEmpty(default: 9) -----(9|)     --1--|
  /// ```
  /// Under a race: whether an element came is noted inside events, which never overlap.
  public func ifEmpty(default: Element) -> Observable<Element> {
    IfEmptyDefault(source: asObservable(), default: `default`)
  }
}

private final class IfEmptyDefault<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = IfEmptyDefaultSink<Element>.self
  private let `default`: Element

  init(source: Observable<Element>, default: Element) {
    self.source = source
    self.default = `default`
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(default: `default`, downstream)
    return (sink, source.attach(sink))
  }
}

private class IfEmptyDefaultSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `isEmpty` is touched only inside events, which never overlap.
  private let `default`: Element
  private var isEmpty = true

  required init(default: Element, _ downstream: Stage<Element>) {
    self.default = `default`
    super.init(downstream)
  }

  override func next(_ element: Element) {
    isEmpty = false
    forwardNext(element)
  }

  override func completed() {
    if isEmpty { forwardNext(`default`) }
    forwardCompleted()
  }
}
