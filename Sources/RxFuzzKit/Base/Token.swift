/// The elements that flow through a scenario: an `Int` whose high bits name the emission it came from.
///
/// The low 40 bits are the payload that operators compute with and that reports show; the bits above
/// hold the ordinal of the action that emitted it (0: not emitted by an action, for example an element
/// of a cold source). Operators keep the tag, so a judge knows when a delivered element entered the graph.
public enum Token {
  /// Number of payload bits.
  public static let payloadBits = 40
  private static let payloadMask = (1 << payloadBits) - 1

  /// The element with that payload, entering the graph with that action (0: with none).
  public static func make(payload: Int, emission: Int) -> Int {
    (emission << payloadBits) | (payload & payloadMask)
  }
  /// The number that reports show.
  public static func payload(_ token: Int) -> Int { token & payloadMask }
  /// Ordinal of the emitting action, or 0.
  public static func emission(_ token: Int) -> Int { token >> payloadBits }
  /// What `map +delta` does: moves the payload, keeps the tag.
  public static func adding(_ delta: Int, to token: Int) -> Int {
    make(payload: payload(token) &+ delta, emission: emission(token))
  }
  /// What every combining operator does with two elements: an order-sensitive mix of the payloads,
  /// and the later of the two tags.
  public static func combining(_ first: Int, _ second: Int) -> Int {
    make(
      payload: payload(first) &* 31 &+ payload(second),
      emission: max(emission(first), emission(second)))
  }
  /// What materialising operators emit for an element: the element, moved away from those of terminal events.
  public static func materialized(next token: Int) -> Int { adding(2, to: token) }
  /// What materialising operators emit for completed.
  public static let materializedCompleted = make(payload: 0, emission: 0)
  /// What materialising operators emit for an error.
  public static let materializedError = make(payload: 1, emission: 0)
}

/// The error that scenarios emit.
public struct FuzzError: Error, Hashable, Sendable {
  /// The code by which an error that no scenario emits, but the library, shows in a trace.
  public static let codeOfOthers = -1

  public let code: Int
  public init(code: Int) { self.code = code }
}
