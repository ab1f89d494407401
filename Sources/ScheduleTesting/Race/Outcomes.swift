import ScheduleKit

/// What a test says of an outcome, and what its runs have shown.
struct OutcomeTable {
  /// How a test thinks of an outcome.
  enum Grade: String, Sendable {
    case acceptable
    /// Allowed, and worth to be pointed at.
    case interesting
    case forbidden
    /// The test grades none.
    case ungraded = ""
  }

  /// A grade with the test's reason for it.
  struct Graded: Sendable {
    var grade: Grade
    var note: String
  }

  /// What each outcome counts for, in the order in which they were graded.
  private(set) var grades: [(outcome: String, graded: Graded)] = []
  private var schedules: [String: Int] = [:]
  private var races: [String: Int] = [:]

  mutating func grade(_ outcome: String, _ graded: Graded) {
    guard !grades.contains(where: { $0.outcome == outcome }) else { return }
    grades.append((outcome, graded))
  }

  /// Where others are called acceptable or interesting, one that is not named is forbidden.
  func grade(of outcome: String) -> Graded {
    if let named = grades.first(where: { $0.outcome == outcome }) { return named.graded }
    let isClosed = grades.contains { $0.graded.grade != .forbidden }
    return isClosed
      ? Graded(grade: .forbidden, note: "the test does not name it")
      : Graded(grade: .ungraded, note: "")
  }

  func violation(_ outcome: String) -> ScheduleViolation? {
    let graded = grade(of: outcome)
    guard graded.grade == .forbidden else { return nil }
    let note = graded.note.isEmpty ? "" : ": \(graded.note)"
    return ScheduleViolation(
      rule: "outcome", message: "forbidden outcome \(outcome)\(note)", key: "outcome \(outcome)")
  }

  mutating func count(_ outcome: String, isControlled: Bool) {
    if isControlled { schedules[outcome, default: 0] += 1 } else { races[outcome, default: 0] += 1 }
  }

  /// Takes in what another one has counted.
  mutating func merge(_ other: OutcomeTable) {
    for (outcome, graded) in other.grades { grade(outcome, graded) }
    schedules.merge(other.schedules, uniquingKeysWith: +)
    races.merge(other.races, uniquingKeysWith: +)
  }

  /// One line for each outcome that was seen or graded; empty where there is none.
  var lines: [String] {
    let seen = Set(schedules.keys).union(races.keys).subtracting(grades.map(\.outcome))
    let names = grades.map(\.outcome) + seen.sorted()
    guard !names.isEmpty else { return [] }
    let rows = names.map { name -> [String] in
      let graded = grade(of: name)
      return [
        name, NumberWords.grouped(UInt64(schedules[name] ?? 0)),
        NumberWords.grouped(UInt64(races[name] ?? 0)), graded.grade.rawValue, graded.note,
      ]
    }
    let head = ["outcome", "schedules", "races", "grade", ""]
    let widths = (0..<head.count).map { column in
      (rows + [head]).map { $0[column].count }.max() ?? 0
    }
    return ([head] + rows).map { row in
      var cells: [String] = []
      for (column, cell) in row.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        cells.append((1...2).contains(column) ? gap + cell : cell + gap)
      }
      var line = "  " + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
