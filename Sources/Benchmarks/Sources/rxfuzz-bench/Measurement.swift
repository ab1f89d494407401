/// What one way of racing achieved.
struct Measurement {
  var races = 0
  var overlapped = 0
  var firstQueueFirst = 0
  var findings = 0
  var seconds = 0.0

  static let header =
    pad("way of racing", 32) + padLeft("races/s", 10) + padLeft("overlap", 10)
    + padLeft("overlapping/s", 15) + padLeft("first wins", 12) + padLeft("findings", 10)

  func row(_ name: String) -> String {
    Self.pad(name, 32) + Self.padLeft("\(Int(Double(races) / seconds))", 10)
      + Self.padLeft(Self.percent(overlapped, races), 10)
      + Self.padLeft("\(Int(Double(overlapped) / seconds))", 15)
      + Self.padLeft(Self.percent(firstQueueFirst, races), 12)
      + Self.padLeft("\(findings)", 10)
  }

  private static func percent(_ part: Int, _ whole: Int) -> String {
    let hundredths = whole == 0 ? 0 : part * 10_000 / whole
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }
  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
  private static func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
