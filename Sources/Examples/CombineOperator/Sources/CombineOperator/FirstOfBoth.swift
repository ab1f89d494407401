import OpenCombine

extension Publisher {
  /// The first so many elements of both. Broken: each source counts for itself, before they meet, and so two threads at once.
  public func brokenFirst(
    _ count: Int, with other: AnyPublisher<Output, Failure>
  ) -> AnyPublisher<Output, Failure> {
    Deferred {
      var left = count
      let counted = [eraseToAnyPublisher(), other].map { source in
        source.prefix {
          _ in
          left -= 1
          return left >= 0
        }
      }
      return Publishers.Sequence(sequence: counted).flatMap { $0 }
    }.eraseToAnyPublisher()
  }

  /// The same, counted where the sources have met: `flatMap` sends one element after the other.
  public func mendedFirst(
    _ count: Int, with other: AnyPublisher<Output, Failure>
  ) -> AnyPublisher<Output, Failure> {
    Deferred {
      var left = count
      return Publishers.Sequence(sequence: [eraseToAnyPublisher(), other]).flatMap { $0 }
        .prefix {
          _ in
          left -= 1
          return left >= 0
        }
    }.eraseToAnyPublisher()
  }
}
