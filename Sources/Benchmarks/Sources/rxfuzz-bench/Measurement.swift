import RxFuzzKit

/// What one way of racing achieved.
struct Measurement {
  var races = 0
  var overlapped = 0
  var firstQueueFirst = 0
  var findings = 0
  var seconds = 0.0

  mutating func add(_ result: BatchResult) {
    races += result.raced
    overlapped += result.overlapped
    firstQueueFirst += result.firstQueueFirst
    findings += result.findings.count
  }

  static let header =
    Table.pad("way of racing", 32) + Table.padLeft("races/s", 10) + Table.padLeft("overlap", 10)
    + Table.padLeft("overlapping/s", 15) + Table.padLeft("first wins", 12)
    + Table.padLeft("findings", 10)

  func row(_ name: String) -> String {
    Table.pad(name, 32) + Table.padLeft("\(Int(Double(races) / seconds))", 10)
      + Table.padLeft(Self.percent(overlapped, races), 10)
      + Table.padLeft("\(Int(Double(overlapped) / seconds))", 15)
      + Table.padLeft(Self.percent(firstQueueFirst, races), 12)
      + Table.padLeft("\(findings)", 10)
  }

  private static func percent(_ part: Int, _ whole: Int) -> String {
    let hundredths = whole == 0 ? 0 : part * 10_000 / whole
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
