import RxFuzzKit
@preconcurrency import RxSwift

/// Sends the script's events to the observer that `create` was given.
final class CreateFeed: FeedObserver, @unchecked Sendable {
  // Safety: it changes nothing.
  private let observer: AnyObserver<Int>
  init(_ observer: AnyObserver<Int>) { self.observer = observer }

  func next(_ token: Int) { observer.onNext(token) }
  func error(_ error: FuzzError) { observer.onError(error) }
  func completed() { observer.onCompleted() }
}

/// Sends the script's events to a subject.
final class SubjectFeed<Subject: ObserverType>: FeedObserver, @unchecked Sendable
where Subject.Element == Int {
  // Safety: it changes nothing; the subject guards itself, which is under test.
  private let subject: Subject
  init(_ subject: Subject) { self.subject = subject }

  func next(_ token: Int) { subject.onNext(token) }
  func error(_ error: FuzzError) { subject.onError(error) }
  func completed() { subject.onCompleted() }
}

/// Sends the script's elements to a relay, which takes nothing else.
final class RelayFeed: FeedObserver {
  private let accept: @Sendable (Int) -> Void
  init(_ accept: @escaping @Sendable (Int) -> Void) { self.accept = accept }

  func next(_ token: Int) { accept(token) }
  func error(_ error: FuzzError) {}
  func completed() {}
}
