/// An event as it travels through a model of a graph.
public enum ModelEvent: Hashable, Sendable, BitwiseCopyable {
  case next(Int)
  /// With the error's code.
  case error(Int)
  case completed

  /// An end of which an observer receives nothing: the sequence was broken off before it came to its end. Operators pass it
  /// on as they do an error, but nothing catches it; a sequence that is one of several counts as completed.
  public static let interrupted = ModelEvent.error(-2)

  /// True for an error and for completed.
  public var isTerminal: Bool {
    switch self {
    case .next: false
    case .error, .completed: true
    }
  }
}
