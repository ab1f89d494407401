/// What a sequence says: any number of elements, then at most one of error and completed.
@frozen
public enum Event<Element: Sendable>: Sendable {
  /// The next element.
  case next(Element)
  /// The sequence failed and is over.
  case error(any Error)
  /// The sequence is over.
  case completed

  /// Whether the sequence is over with this event.
  public var isStopEvent: Bool {
    switch self {
    case .next: false
    case .error, .completed: true
    }
  }

  /// Whether this is `completed`.
  public var isCompleted: Bool {
    switch self {
    case .completed: true
    case .next, .error: false
    }
  }

  /// The element of `next`, nil otherwise.
  public var element: Element? {
    switch self {
    case .next(let element): element
    case .error, .completed: nil
    }
  }

  /// The error of `error`, nil otherwise.
  public var error: (any Error)? {
    switch self {
    case .error(let error): error
    case .next, .completed: nil
    }
  }

  /// The same event with its element transformed; what `transform` throws becomes `error`.
  public func map<Result: Sendable>(_ transform: (Element) throws -> Result) -> Event<Result> {
    switch self {
    case .next(let element):
      do { return .next(try transform(element)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    case .completed: return .completed
    }
  }
}

extension Event: CustomDebugStringConvertible {
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}
