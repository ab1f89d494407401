/// A library under test that says what its streams are, so that operators can be given to it as closures.
///
/// Thread-safety: all members are called from any thread.
public protocol TypedLibrary: LibraryUnderTest {
  /// What operators of the library take and give: a stream of numbers.
  associatedtype Stream

  /// What crosses the adapter's boundary, as the library knows it.
  func stream(of object: AnyObject) -> Stream
  /// A stream as it crosses the adapter's boundary.
  func object(of stream: Stream) -> AnyObject
}

extension TypedLibrary where Stream: AnyObject {
  /// Streams that are objects cross the boundary as they are.
  public func stream(of object: AnyObject) -> Stream { unsafeDowncast(object, to: Stream.self) }
  public func object(of stream: Stream) -> AnyObject { stream }
}

/// The same of a library that has schedulers: where it has virtual clocks, the tests of operators that go by time move these themselves.
public protocol TimedLibrary: TypedLibrary {
  /// What operators of the library are given to go by time.
  associatedtype TimeScheduler

  /// The scheduler that a graph calls by that number: one of virtual time where the iteration has such clocks, else one of
  /// real time on a queue.
  func timeScheduler(_ number: Int, in iteration: Iteration) -> TimeScheduler
}

extension TimedLibrary {
  /// The binding of an operator of one source and a scheduler, whose number is its first parameter.
  public func binding(
    timed build: @escaping @Sendable (Stream, TimeScheduler) -> Stream
  ) -> OperatorBinding {
    OperatorBinding { iteration, parameters, inputs in
      object(of: build(stream(of: inputs[0]), timeScheduler(parameters[0], in: iteration)))
    }
  }
}

extension TypedLibrary {
  /// The binding of an operator that is a function of streams.
  public func binding(
    _ build: @escaping @Sendable ([Stream]) -> Stream
  ) -> OperatorBinding {
    OperatorBinding { _, _, inputs in object(of: build(inputs.map { stream(of: $0) })) }
  }
}
