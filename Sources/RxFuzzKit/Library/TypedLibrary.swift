/// A library under test that says what its streams are, so that operators can be given to it as closures.
public protocol TypedLibrary: LibraryUnderTest {
  /// What crosses the boundary as `AnyObject`: a stream of numbers.
  associatedtype Stream: AnyObject
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
