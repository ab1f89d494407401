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

  /// Whether the other one is between lines of the same files.
  func isInFiles(of other: RaceLines) -> Bool {
    lines.map { Self.file($0[...]) } == other.lines.map { Self.file($0[...]) }
  }

  /// `Cell.swift` of `Cell.swift:4`.
  static func file(_ line: Substring) -> Substring { line.prefix { $0 != ":" } }

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

/// Data races on record whose lines have moved, in a version of the library other than that in which they were recorded: what a
/// file's own scenario shows in the same files is its race, and is known by those lines then. A value.
struct MovedRaces {
  /// By the lines that were shown.
  private var paths: [RaceLines: String] = [:]

  /// Takes in what the scenario of that file has shown.
  mutating func note(_ shown: RaceLines?, by path: String, recordedAs recorded: RaceLines?) {
    guard let shown, let recorded, shown != recorded, shown.isInFiles(of: recorded) else { return }
    paths[shown] = path
  }

  /// The file whose data race is between those lines.
  func path(of lines: RaceLines?) -> String? { lines.flatMap { paths[$0] } }
}
