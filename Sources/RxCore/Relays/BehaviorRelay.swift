/// A behavior subject that never ends: a value that can be observed.
/// ```
/// relay(value: 0)    --1--2--3-->
/// subscribed at 2    -----2--3-->
/// ```
/// Thread-safety and what happens under a race: as `BehaviorSubject`.
public final class BehaviorRelay<Element: Sendable>: ObservableType {
  private let subject: BehaviorSubject<Element>

  /// A relay whose value is `value` until the first element is accepted.
  public init(value: Element) { subject = BehaviorSubject(value: value) }

  /// The element that was accepted last.
  public var value: Element { subject.latest }

  /// Makes `element` the value, and hands it to whoever is subscribed.
  public func accept(_ element: Element) { subject.onNext(element) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}
