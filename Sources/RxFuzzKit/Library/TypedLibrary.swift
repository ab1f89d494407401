/// A library under test that says what its streams are, so that operators can be given to it as closures.
public protocol TypedLibrary: LibraryUnderTest {
  /// What crosses the boundary as `AnyObject`: a stream of numbers.
  associatedtype Stream: AnyObject
}

/// The same of a library whose schedulers have a clock, which the tests of operators that go by time move themselves.
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
      build(
        unsafeDowncast(inputs[0], to: Stream.self), timeScheduler(parameters[0], in: iteration))
    }
  }
}

extension TypedLibrary {
  /// The binding of an operator that is a function of streams.
  public func binding(
    _ build: @escaping @Sendable ([Stream]) -> Stream
  ) -> OperatorBinding {
    OperatorBinding { _, _, inputs in
      build(inputs.map { unsafeDowncast($0, to: Stream.self) })
    }
  }
}
