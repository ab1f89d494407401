/// How long what a shared sequence remembers is kept.
public enum SubjectLifetimeScope: Sendable {
  /// As long as a connection: who subscribes after the last one has left, or after the end, starts anew.
  case whileConnected
  /// For ever: elements are replayed even when nobody has been subscribed meanwhile, and so is the end.
  case forever
}

extension ObservableType {
  /// Shares one subscription to this sequence among all subscribers; the first connects, the last disconnects.
  /// ```
  /// source        --1--2--3--4-->       one subscription
  /// subscribed    --1--2--3
  /// subscribed    ------(2)3--4         share(replay: 1)
  /// ```
  /// Who comes late receives the last `replay` elements first. With `.whileConnected` a subscription after the end
  /// of the source subscribes to it again; with `.forever` it receives what is remembered, and the end.
  ///
  /// Under a race: two first subscribers connect once. A subscription against the last disposal either keeps the
  /// connection or makes another after it was closed. A subscription against the source's end is sent the end, or,
  /// with `.whileConnected`, connects again; it is never left waiting. No live element gets between two replayed
  /// ones. Nothing is called out under a lock.
  /// - Precondition: `replay` is not negative.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Observable<Element> {
    if replay < 0 { Violation.negativeCount.trap() }
    return RefCount(
      Multicast(source: asObservable(), keepsHub: scope == .forever) {
        replay == 0
          ? Multicast.Hub(PublishSubject<Element>())
          : Multicast.Hub(ReplaySubject<Element>.create(bufferSize: replay))
      })
  }
}
