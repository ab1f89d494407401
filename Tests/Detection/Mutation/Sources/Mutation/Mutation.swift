/// A fault made blindly at one place of one file, before it has a number.
public struct Mutation: Hashable, Sendable {
  /// What is done to the code at that place.
  public enum Edit: Hashable, Sendable {
    /// The expression in that range has another one's value.
    case expression(Span, String)
    /// The statement in that range becomes another one; an empty text leaves it out.
    case statement(Span, String)
    /// The second statement is performed before the first one.
    case swap(Span, Span)
  }

  /// The row of `MutationTable` that made it.
  public var kind: String
  /// Path below the folder that is mutated.
  public var file: String
  /// Counted from 1.
  public var line: Int
  /// The declarations around it, outermost first, for example `SinkDisposer.dispose`.
  public var scope: String
  /// What stood there, on one line.
  public var original: String
  /// What stands there now, in a few words.
  public var change: String
  public var edit: Edit
  /// Which one it is of those that are equal in kind, file, scope, original and change, counted from 1.
  public var ordinal = 1

  /// Names the place in words that survive changes elsewhere in the file: no line, no offset.
  public var identifier: String {
    let place = "\(kind) \(file) \(scope.isEmpty ? "-" : scope)"
    return "\(place) `\(original)` \(change)\(ordinal == 1 ? "" : " #\(ordinal)")"
  }
}

/// A range of a file's UTF-8 bytes.
public struct Span: Hashable, Sendable {
  public var start: Int
  public var end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// Whether `other` lies inside, or is equal.
  func contains(_ other: Span) -> Bool { start <= other.start && other.end <= end }
}
