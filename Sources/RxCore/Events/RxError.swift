/// The errors that this library itself emits.
public enum RxError: Error, Hashable, Sendable {
  /// Something impossible happened.
  case unknown
  /// An object was used after it was disposed.
  case disposed
  /// Arithmetic overflowed.
  case overflow
  /// An index was outside of the sequence.
  case argumentOutOfRange
  /// The sequence has no element where one was asked for.
  case noElements
  /// The sequence has more elements than the one that was asked for.
  case moreThanOneElement
  /// Nothing arrived in time.
  case timeout
}
