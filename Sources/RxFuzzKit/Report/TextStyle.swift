/// How texts for people are coloured, or not.
public struct TextStyle: Hashable, Sendable {
  public var hasColour: Bool
  /// No control characters at all.
  public static let plain = TextStyle(hasColour: false)
  public init(hasColour: Bool) { self.hasColour = hasColour }

  /// For a violation.
  public func failure(_ text: String) -> String { coloured(text, "1;31") }
  /// For a clean ending.
  public func success(_ text: String) -> String { coloured(text, "32") }
  /// For what stands beside the point.
  public func faint(_ text: String) -> String { coloured(text, "2") }

  private func coloured(_ text: String, _ code: String) -> String {
    hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
