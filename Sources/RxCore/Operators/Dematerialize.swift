/// Something that stands for an event of a sequence.
public protocol EventConvertible<Element>: Sendable {
  /// The element type of the event.
  associatedtype Element: Sendable
  /// The event.
  var event: Event<Element> { get }
}

extension Event: EventConvertible {
  public var event: Event<Element> { self }
}

extension ObservableType where Element: EventConvertible {
  /// Turns elements that stand for events back into these events; the first terminal one ends the sequence.
  /// ```
  /// source           --next(1)--next(2)--completed----|
  /// dematerialize()  --1--------2--------|
  /// ```
  /// Under a race: as for the source. What follows a terminal event is dropped.
  public func dematerialize() -> Observable<Element.Element> {
    Dematerialize(source: asObservable())
  }
}

private final class Dematerialize<Input: EventConvertible>:
  Producer<Input.Element>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Input>

  init(source: Observable<Input>) { self.source = source }

  override func run(
    _ downstream: Stage<Input.Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = DematerializeSink<Input>(downstream)
    return (sink, source.attach(sink))
  }
}

private final class DematerializeSink<Input: EventConvertible>:
  Sink<Input, Input.Element>, @unchecked Sendable
{
  // Safety: adds no state.
  override func next(_ element: Input) {
    switch element.event {
    case .next(let element): forwardNext(element)
    case .error(let error): forwardError(error)
    case .completed: forwardCompleted()
    }
  }
}
