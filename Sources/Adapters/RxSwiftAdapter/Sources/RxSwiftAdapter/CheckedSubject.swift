@preconcurrency import RxSwift

/// A subject of any kind.
final class CheckedSubject<Element>: ObservableType, ObserverType, @unchecked Sendable {
  // Safety: it changes nothing; the subject guards itself, which is under test.
  private let source: Observable<Element>
  private let sink: (Event<Element>) -> Void
  private let end: () -> Void
  private let asksObservers: () -> Bool
  private let asksDisposed: () -> Bool?
  private let asksValue: () throws -> Element?

  init(_ subject: PublishSubject<Element>) {
    (source, sink) = (subject, subject.on)
    (end, asksObservers) = (subject.dispose, { subject.hasObservers })
    (asksDisposed, asksValue) = ({ subject.isDisposed }, { nil })
  }

  init(_ subject: BehaviorSubject<Element>) {
    (source, sink) = (subject, subject.on)
    (end, asksObservers) = (subject.dispose, { subject.hasObservers })
    (asksDisposed, asksValue) = ({ subject.isDisposed }, { try subject.value() })
  }

  init(_ subject: ReplaySubject<Element>) {
    (source, sink) = (subject, subject.on)
    (end, asksObservers) = (subject.dispose, { subject.hasObservers })
    (asksDisposed, asksValue) = ({ nil }, { nil })
  }

  init(_ subject: AsyncSubject<Element>) {
    (source, sink) = (subject, subject.on)
    (end, asksObservers) = ({}, { subject.hasObservers })
    (asksDisposed, asksValue) = ({ nil }, { nil })
  }

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element { source.subscribe(observer) }

  func on(_ event: Event<Element>) { sink(event) }
  func dispose() { end() }
  var hasObservers: Bool { asksObservers() }
  /// Nil where it does not say.
  var isDisposed: Bool? { asksDisposed() }
  func value() throws -> Element? { try asksValue() }
}
