extension ObservableType {
  /// Subscribes to the source again after each error, until it completes.
  /// ```
  /// source, 1st time  --1--X
  /// source, 2nd time       --1--2--|
  /// retry()           --1----1--2--|
  /// ```
  /// A source that fails inside `subscribe` every time is subscribed in a loop until it is disposed.
  ///
  /// Under a race: the source is subscribed by the thread that failed or by the one that still subscribes, by
  /// one of them, and not after a disposal.
  public func retry() -> Observable<Element> {
    CatchSequence(sources: Forever(element: asObservable()))
  }

  /// The same, with at most `maxAttemptCount` subscriptions in all; the error of the last one gets through.
  /// With 0 it completes at once.
  /// - Precondition: `maxAttemptCount` is not negative.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    if maxAttemptCount < 0 { Violation.negativeCount.trap() }
    return CatchSequence(sources: Swift.repeatElement(asObservable(), count: maxAttemptCount))
  }
}
