/// A line of a finding's details that says where a schedule leaves one thread for another.
///
/// `[12] queue p waits before its atomic store in Sink.set (Sink.swift:7), queue q goes on with its lock` comes after twelve
/// records of the trace.
struct SwitchLine: Hashable {
  /// Records of the trace before it; nil where the line does not say.
  var records: Int?
  /// Who is left, for example `queue p`.
  var stopped: Substring
  /// What it would have done next, and where: `atomic store Sink.set Sink.swift:7`.
  var operation: String
  /// The line without the number.
  var text: Substring

  private static let waits = " waits before its "
  private static let goesOn = " goes on with its "

  /// What is drawn of a picture's cell.
  private static let cellMax = 56
  /// Switches that a picture has room for.
  static let drawnMax = 12

  /// Nil for any other line.
  init?(_ line: some StringProtocol) {
    var text = Substring(line)
    if text.first == "[", let end = text.firstRange(of: "] "),
      let number = Int(text[..<end.lowerBound].dropFirst())
    {
      records = number
      text = text[end.upperBound...]
    }
    guard let mark = text.firstRange(of: Self.waits), let next = text.firstRange(of: Self.goesOn),
      mark.upperBound <= next.lowerBound,
      let comma = text[mark.upperBound..<next.lowerBound].lastIndex(of: ",")
    else { return nil }
    self.text = text
    stopped = text[..<mark.lowerBound]
    operation = Self.cell(text[mark.upperBound..<comma])
  }

  /// `atomic store Sink.set Sink.swift:7` of `atomic store in Sink.set (Sink.swift:7)`.
  private static func cell(_ words: Substring) -> String {
    guard let mark = words.firstRange(of: " in ") else { return String(words) }
    var place = words[mark.upperBound...]
    var file: Substring = ""
    if place.last == ")", let opening = place.lastIndex(of: "("), opening > place.startIndex {
      file = place[place.index(after: opening)...].dropLast()
      place = place[..<opening]
      if !file.contains(":") { file = "" }
    }
    while place.last == " " { place.removeLast() }
    let text = "\(words[..<mark.lowerBound]) \(place)"
    let room = max(8, cellMax - file.count - 1)
    let cut = text.count > room ? text.prefix(room - 1) + "…" : text
    return file.isEmpty ? cut : "\(cut) \(file)"
  }
}

/// The switches of a finding's details that its picture shows, and what is told below it.
public struct DrawnSwitches {
  private(set) var drawn: [SwitchLine] = []
  /// The other lines, without the numbers of switches.
  public private(set) var rest: [String] = []

  /// - Parameter finding: its switches are drawn where it has a trace and there is room for all that its lanes make.
  public init(_ finding: Finding) {
    let lines = finding.details.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lanes = Set(finding.records.map(\.lane))
    func isDrawn(_ line: SwitchLine) -> Bool {
      line.records != nil && lanes.contains { Self.name($0) == line.stopped }
    }
    let switches = lines.compactMap { SwitchLine($0) }
    let hasRoom =
      !finding.records.isEmpty && switches.count <= SwitchLine.drawnMax
    for line in lines {
      guard let other = SwitchLine(line) else {
        rest.append(String(line))
        continue
      }
      if hasRoom, isDrawn(other) {
        drawn.append(other)
      } else {
        rest.append(String(other.text))
      }
    }
  }

  /// What a schedule calls the thread of a lane.
  static func name(_ lane: UInt8) -> String { "queue \(LaneWords.lane(lane))" }
}
