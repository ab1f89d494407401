/// The lines of the code on both sides of a data race, which is the same race whoever reports it: a schedule under control names
/// functions, ThreadSanitizer others of the same stack. A value.
public struct RaceLines: Hashable, Sendable {
  private let lines: [String]

  /// - Parameter message: a report of a race with places by line, such as
  ///   `data race; read in Cell.get (Cell.swift:4); write in Cell.set (Cell.swift:9)`; nil where either side has none.
  public init?(_ message: String) {
    lines = message.split(separator: ";").compactMap(Self.firstLine).sorted()
    guard lines.count == 2 else { return nil }
  }

  /// A finding's message as it is kept: a data race by the lines of both sides, where they are known, for an offset says nothing in
  /// the next build.
  /// - Parameter title: the message with places by function, file and line; asked for only of a data race.
  static func lasting(
    _ message: String, title: @autoclosure () -> String, of invariant: InvariantName
  ) -> String {
    guard invariant == .race1 else { return message }
    let title = title()
    return RaceLines(title) == nil ? message : title
  }

  /// The first place of a side, the innermost that has a line.
  private static func firstLine(_ side: Substring) -> String? {
    let words = side.split { $0 == " " || $0 == "(" || $0 == ")" }
    return words.first(where: isLine).map(String.init)
  }

  private static func isLine(_ word: Substring) -> Bool {
    guard let mark = word.firstRange(of: ".swift:") else { return false }
    let number: Substring = word[mark.upperBound...]
    return !number.isEmpty && number.allSatisfy(\.isNumber)
  }
}
