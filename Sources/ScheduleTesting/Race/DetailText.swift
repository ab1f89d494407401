import ScheduleKit

/// What the runtime reports of an incident, in lines that fit a screen: who waits for what, or did what, and from where.
enum DetailText {
  /// Callers that are shown of one place.
  private static let callersMax = 3

  /// Of a text whose places are file and line already.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { line -> [String] in
      let parts = line.split(separator: " < ").map(String.init)
      guard let first = parts.first else { return [] }
      guard parts.count > 1 else { return isOfTool(first) ? [] : [shortened(first)] }
      let callers = parts.dropFirst().filter { !isOfTool($0) }.prefix(callersMax)
      return [shortened(first)] + callers.map { "  called by\(shortened(" < \($0)").dropFirst(2))" }
    }
  }

  /// Whether it speaks of a place without a name, or of this library's own.
  private static func isOfTool(_ place: String) -> Bool {
    let text = place.drop { $0 == " " }
    let name = text.hasPrefix("at ") ? text.dropFirst(3) : text
    return name.hasPrefix("? (") || name.hasPrefix("ScheduleTesting.")
      || RuntimeWords.isMadeUp(name)
  }

  /// The text with short names of functions.
  private static func shortened(_ text: String) -> String { PlaceText.withShortNames(text[...]) }
}
