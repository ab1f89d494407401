/// How what is checked comes to its end, one of the ways of a check: by itself, by an error, or not before somebody cancels.
public enum CheckedEnd: Int, Sendable {
  case completion, failure, none
  /// How many there are.
  public static let count = 3
}

/// The elements that came, and how it ended. Thread-safety: any thread.
public final class CheckedEvents: Sendable {
  /// What was seen until some moment.
  public struct Seen: Equatable, Sendable {
    /// In the order in which they came.
    public var elements: [Int]
    /// A word for each end, the lawful one and any more.
    public var ends: [String]

    /// What has come; nothing where left out.
    public init(elements: [Int] = [], ends: [String] = []) {
      (self.elements, self.ends) = (elements, ends)
    }
  }

  private let seen = CheckedState(Seen())

  /// Nothing has come.
  public init() {}

  /// Notes an element.
  public func element(_ element: Int) { seen.withLock { $0.elements.append(element) } }
  /// Notes an end by a word of the caller's.
  public func end(_ word: String) { seen.withLock { $0.ends.append(word) } }
  /// Notes an end by an error, see `word`.
  public func end(_ error: any Error) { end(Self.word(error)) }
  /// All until now.
  public var all: Seen { seen.withLock { $0 } }

  /// What stands for an error among the ends.
  public static func word(_ error: any Error) -> String {
    switch error {
    case let error as FuzzError: "error \(error.code)"
    case is CancellationError: "cancelled"
    default: "another error"
    }
  }
}
