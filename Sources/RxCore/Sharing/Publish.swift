extension ObservableType {
  /// Shares one subscription to this sequence through `subject`, once `connect` is called.
  /// ```
  /// source             --1--2--3--|
  /// multicast(subject) --1--2--3--|    what the subject makes of it
  /// ```
  /// The subject serves all connections. A subject of this library that has ended stays so: a further `connect`
  /// does nothing then.
  ///
  /// Under a race: see `ConnectableObservable`.
  public func multicast<Subject: SubjectType>(
    _ subject: Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    MulticastObservable(
      Multicast(source: asObservable(), keepsHub: true) { Multicast.Hub(subject) })
  }

  /// The same with a new subject for each connection.
  ///
  /// `makeSubject` is called when there is no subject and one is needed, by a subscription or by `connect`. Under a
  /// race of two of them it may be called twice, and one subject is dropped unused.
  public func multicast<Subject: SubjectType>(
    makeSubject: @escaping @Sendable () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    MulticastObservable(
      Multicast(source: asObservable(), keepsHub: false) { Multicast.Hub(makeSubject()) })
  }

  /// Shares one subscription to this sequence with each subscriber to the elements that whoever subscribes
  /// after that gets. Short for a `multicast` through publish subjects.
  public func publish() -> ConnectableObservable<Element> {
    multicast { PublishSubject<Element>() }
  }

  /// Shares one subscription to this sequence; who subscribes late receives the last `bufferSize` elements.
  /// - Precondition: `bufferSize` is not negative.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    if bufferSize < 0 { Violation.negativeCount.trap() }
    return multicast { ReplaySubject<Element>.create(bufferSize: bufferSize) }
  }

  /// Shares one subscription to this sequence; who subscribes late receives all elements so far.
  public func replayAll() -> ConnectableObservable<Element> {
    multicast { ReplaySubject<Element>.createUnbounded() }
  }
}
