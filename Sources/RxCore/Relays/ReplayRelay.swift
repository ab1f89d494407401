/// A replay subject that never ends.
/// ```
/// relay of 1         --1--2--3-->
/// subscribed after 2 ------2-3-->
/// ```
/// Thread-safety and what happens under a race: as `ReplaySubject`.
public final class ReplayRelay<Element: Sendable>: ObservableType {
  private let subject: ReplaySubject<Element>

  /// A relay that remembers the last `bufferSize` elements.
  /// - Precondition: `bufferSize` is not negative.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(ReplaySubject.create(bufferSize: bufferSize))
  }

  /// A relay that remembers every element.
  public static func createUnbound() -> ReplayRelay<Element> {
    ReplayRelay(ReplaySubject.createUnbounded())
  }

  private init(_ subject: ReplaySubject<Element>) { self.subject = subject }

  /// Remembers `element`, and hands it to whoever is subscribed.
  public func accept(_ element: Element) { subject.onNext(element) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}
