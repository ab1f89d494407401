extension ObservableConvertibleType {
  /// The only element, sent when the sequence completes.
  /// ```
  /// source    --1-----|
  /// asSingle  --------(1|)
  /// ```
  /// It fails with `RxError.noElements` or `RxError.moreThanOneElement` where there is not exactly one.
  ///
  /// Under a race: the element belongs to one subscription, whose events never overlap.
  public func asSingle() -> Single<Element> {
    Single(raw: AtMostOne(source: asObservable(), mayBeEmpty: false))
  }

  /// The only element, if there is one, sent when the sequence completes.
  ///
  /// It fails with `RxError.moreThanOneElement` where there are more.
  public func asMaybe() -> Maybe<Element> {
    Maybe(raw: AtMostOne(source: asObservable(), mayBeEmpty: true))
  }
}

private final class AtMostOne<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let source: Observable<Element>
  private let mayBeEmpty: Bool

  init(source: Observable<Element>, mayBeEmpty: Bool) {
    self.source = source
    self.mayBeEmpty = mayBeEmpty
  }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = AtMostOneSink(mayBeEmpty: mayBeEmpty, downstream)
    return (sink, source.attach(sink))
  }
}

private final class AtMostOneSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: `element` is touched only inside events, which never overlap.
  private var element: Element?
  private let mayBeEmpty: Bool

  init(mayBeEmpty: Bool, _ downstream: Stage<Element>) {
    self.mayBeEmpty = mayBeEmpty
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if self.element == nil {
      self.element = element
    } else {
      forwardError(RxError.moreThanOneElement)
    }
  }

  override func completed() {
    if let element {
      forwardNext(element)
      forwardCompleted()
    } else if mayBeEmpty {
      forwardCompleted()
    } else {
      forwardError(RxError.noElements)
    }
  }
}
