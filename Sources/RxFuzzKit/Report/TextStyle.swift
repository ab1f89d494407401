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

  /// The text without control characters but for line ends, tabs and this style's own codes: a path, or what a library
  /// says, must not move the cursor of whoever reads it.
  public func withoutControls(_ text: String) -> String {
    let isClean = text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || !PathText.isControl($0) && PathText.byte($0) == nil
    }
    if isClean { return text }
    var clean = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      let own = hasColour ? Self.codes.first { rest.starts(with: $0.unicodeScalars) } : nil
      if let own {
        clean += own
        rest = rest.dropFirst(own.unicodeScalars.count)
        continue
      }
      clean += scalar == "\n" || scalar == "\t" ? String(scalar) : PathText.shown(scalar)
      rest = rest.dropFirst()
    }
    return clean
  }

  private static let codes = ["1;31", "32", "2", "0"].map { "\u{1B}[\($0)m" }

  private func coloured(_ text: String, _ code: String) -> String {
    hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
