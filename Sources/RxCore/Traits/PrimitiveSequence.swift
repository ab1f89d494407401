/// A sequence that promises how many elements it has; `Trait` says how many.
///
/// It is an observable in disguise: each subscription runs it anew. Thread-safety: a value; subscribe and dispose
/// from any thread.
public struct PrimitiveSequence<Trait, Element: Sendable>: ObservableConvertibleType {
  /// The observable that keeps the promise.
  let source: Observable<Element>

  /// The caller answers for the promise.
  init(raw source: Observable<Element>) { self.source = source }

  public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequence {
  /// A sequence of this element.
  public static func just(_ element: Element) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .just(element))
  }

  /// The same, with the element and the completion each sent by a piece of work on `scheduler`.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .just(element, scheduler: scheduler))
  }

  /// A sequence that fails at once.
  public static func error(_ error: any Error) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .error(error))
  }

  /// A sequence that never sends anything.
  public static func never() -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .never())
  }

  /// A sequence that is made anew for each subscription. What the factory throws becomes its error.
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .deferred { try observableFactory().source })
  }

  /// Delivers the events on a scheduler; see `ObservableType.observe(on:)`.
  public func observe(
    on scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.observe(on: scheduler))
  }

  /// Subscribes and disposes on a scheduler; see `ObservableType.subscribe(on:)`.
  public func subscribe(
    on scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.subscribe(on: scheduler))
  }

  /// Writes a line for each thing that happens; see `ObservableType.debug`.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: source.debug(
        identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }
}

extension PrimitiveSequence where Element: RxAbstractInteger {
  /// A sequence of 0 after `dueTime`.
  public static func timer(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .timer(dueTime, scheduler: scheduler))
  }
}
