extension ObservableConvertibleType {
  /// The elements as an asynchronous sequence.
  /// ```
  /// source                 --1--2--3--|
  /// for try await in values  1  2  3  end
  /// ```
  /// Reading this property subscribes. Elements wait, without a bound, until they are asked for. An error is thrown
  /// by the iteration. The subscription is disposed when the iterating task is cancelled, or when the sequence
  /// and its iterators are let go.
  ///
  /// Under a race of cancellation with the source's end, the iteration ends once: with what came before, and then
  /// with the error, or without.
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = asObservable().subscribe(
        onNext: { continuation.yield($0) },
        onError: { continuation.finish(throwing: $0) },
        onCompleted: { continuation.finish() })
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}

extension Infallible {
  /// The elements as an asynchronous sequence that does not throw; otherwise as for an observable.
  public var values: AsyncStream<Element> {
    AsyncStream { continuation in
      let subscription = subscribe(
        onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() })
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}
