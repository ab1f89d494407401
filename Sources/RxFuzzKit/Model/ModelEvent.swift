/// An event as it travels through a model of a graph.
public enum ModelEvent: Hashable, Sendable, BitwiseCopyable {
  case next(Int)
  /// With the error's code.
  case error(Int)
  case completed

  /// True for an error and for completed.
  public var isTerminal: Bool {
    switch self {
    case .next: false
    case .error, .completed: true
    }
  }
}
