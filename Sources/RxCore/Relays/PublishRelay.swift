/// A publish subject that never ends: it accepts elements, and neither errors nor completion.
/// ```
/// relay              --1--2--3-->
/// subscribed at 2    -----2--3-->
/// ```
/// Thread-safety and what happens under a race: as `PublishSubject`.
public final class PublishRelay<Element: Sendable>: ObservableType {
  private let subject = PublishSubject<Element>()

  public init() {}

  /// Hands `element` to whoever is subscribed.
  public func accept(_ element: Element) { subject.onNext(element) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}
