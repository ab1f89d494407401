import ScheduleKit

/// What the runtime reports of an incident, in lines that fit a screen: who waits for what, or did what, and from where.
enum DetailText {
  /// Callers that are shown of one place.
  private static let callersMax = 3

  static func lines(_ details: String) -> [String] {
    let text = PlaceText(details).withNamedLocks()
    return text.split(separator: "\n").flatMap { line -> [String] in
      let parts = line.split(separator: " < ").map(String.init)
      guard let first = parts.first else { return [] }
      guard parts.count > 1 else {
        return isOfTool(first) || isMadeUp(first) ? [] : [shortened(first)]
      }
      let others = parts.dropFirst().filter { !isOfTool($0) }
      let shown = others.filter { !RuntimeWords.isMadeUp($0) }
      let callers = (shown.isEmpty ? others : shown).prefix(callersMax)
      return [shortened(first)] + callers.map { "  called by\(shortened(" < \($0)").dropFirst(2))" }
    }
  }

  /// Whether it speaks of a place without a name, or of this library's own.
  private static func isOfTool(_ place: String) -> Bool {
    let name = withoutAt(place)
    return name.hasPrefix("? (") || name.hasPrefix("ScheduleTesting.")
      || CodePlace.isOfRuntime(name)
  }

  private static func isMadeUp(_ place: String) -> Bool { RuntimeWords.isMadeUp(withoutAt(place)) }

  private static func withoutAt(_ place: String) -> Substring {
    let text = place.drop { $0 == " " }
    return text.hasPrefix("at ") ? text.dropFirst(3) : text
  }

  /// The text with short names of functions.
  private static func shortened(_ text: String) -> String {
    PlaceText.withoutOffsets(PlaceText.withShortNames(text[...]))
  }
}
