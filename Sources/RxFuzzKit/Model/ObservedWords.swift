/// The elements by which a graph says what an operator does beside passing events on. Adapters and models share them.
public enum ObservedWords {
  /// Handlers of a sequence that have been called, at the moment of an element: for elements, for elements after they
  /// were passed on, for subscribing.
  public static func handlers(elements: Int, after: Int, subscriptions: Int) -> Int {
    Token.make(payload: (elements * 64 + after) * 4 + subscriptions, emission: 0)
  }

  /// The same at the end.
  public static func handlersAtEnd(errors: Int, completions: Int) -> Int {
    Token.make(payload: 1_000 + errors * 8 + completions, emission: 0)
  }

  /// An element of the inner sequence of that number.
  public static func inner(_ number: Int, _ token: Int) -> Int {
    Token.combining(token, Token.make(payload: number, emission: 0))
  }
  /// The inner sequence of that number has begun.
  public static func innerBegun(_ number: Int) -> Int { mark(number, 0) }
  /// It was completed.
  public static func innerCompleted(_ number: Int) -> Int { mark(number, 1) }
  /// It has failed.
  public static func innerFailed(_ number: Int) -> Int { mark(number, 2) }

  private static func mark(_ number: Int, _ what: Int) -> Int {
    Token.make(payload: 100_000 + number * 4 + what, emission: 0)
  }
}
