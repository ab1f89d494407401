/// Something that is both an observable and an observer.
public protocol SubjectType<Element>: ObservableType {
  /// The observer that this subject is.
  associatedtype Observer: ObserverType
  /// This subject as an observer.
  func asObserver() -> Observer
}
