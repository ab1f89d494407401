import ScheduleKit

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
  /// What a line holds that says which of several values is read.
  private static let reads = ": its "

  /// Nil for any other line.
  init?(_ line: some StringProtocol) {
    (records, text) = Self.parts(of: Substring(line))
    guard let mark = text.firstRange(of: Self.waits), let next = text.firstRange(of: Self.goesOn),
      mark.upperBound <= next.lowerBound,
      let comma = text[mark.upperBound..<next.lowerBound].lastIndex(of: ",")
    else { return nil }
    stopped = text[..<mark.lowerBound]
    operation = Self.cell(text[mark.upperBound..<comma])
  }

  /// A line of any kind as people read it: what a schedule has to say loses its number.
  static func unnumbered(_ line: some StringProtocol) -> Substring {
    let text = parts(of: Substring(line)).text
    return SwitchLine(text) != nil || text.contains(reads) ? text : Substring(line)
  }

  /// `[12] ` and what follows.
  private static func parts(of line: Substring) -> (records: Int?, text: Substring) {
    guard line.first == "[", let end = line.firstRange(of: "] "),
      let number = Int(line[..<end.lowerBound].dropFirst())
    else { return (nil, line) }
    return (number, line[end.upperBound...])
  }

  /// `atomic store Sink.set Sink.swift:7` of `atomic store in Sink.set (Sink.swift:7)`.
  private static func cell(_ words: Substring) -> String {
    guard let mark = words.firstRange(of: " in ") else { return String(words) }
    let (function, line) = PlaceText.parts(of: words[mark.upperBound...])
    return PlaceText.cell(words[..<mark.lowerBound], function, line)
  }
}

/// The switches of a finding's details that its picture shows, and what is told below it.
public struct DrawnSwitches {
  /// One that has a lane.
  struct Switch {
    let lane: UInt8
    /// Records of the trace before it.
    let records: Int
    /// See `SwitchLine.operation`.
    let operation: String
  }

  private(set) var drawn: [Switch] = []
  /// The other lines, as people read them.
  public private(set) var rest: [String] = []

  /// Switches that a picture has room for.
  private static let drawnMax = 12

  /// - Parameter finding: its switches are drawn where it has a trace and there is room for all that its lanes make.
  public init(_ finding: Finding) {
    guard !finding.details.isEmpty else { return }
    let lanes = Set(finding.records.map(\.lane))
    let lines = finding.details.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map { (text: $0, change: SwitchLine($0)) }
    let hasRoom = lines.count { $0.change != nil } <= Self.drawnMax
    for line in lines {
      if hasRoom, let change = line.change, let records = change.records,
        let lane = lanes.first(where: {
          RacingTask.name(path: UInt64($0)) == String(change.stopped)
        })
      {
        drawn.append(Switch(lane: lane, records: records, operation: change.operation))
      } else {
        rest.append(String(SwitchLine.unnumbered(line.text)))
      }
    }
  }
}
