/// What a run has reached of the code, held against the list of what it need not reach.
public struct CodeCoverageReport: Sendable {
  private let files: [CoverageExport.File]
  /// Functions that were never reached and are not on the list.
  public let unexplained: [String]
  /// Functions on the list that were reached.
  public let reached: [String]
  /// Names on the list that no function has.
  public let outdated: [String]
  private let listed: Int

  /// - Parameter names: what people call a symbol. Several functions of one file may have one name; it counts as reached
  ///   where all of them are.
  public init(_ export: CoverageExport, list: UnreachedList, names: [String: String]) {
    files = export.files
    var all: Set<String> = []
    var unreached: Set<String> = []
    for function in export.functions {
      let name = "\(function.path): \(names[function.symbol] ?? function.symbol)"
      all.insert(name)
      if !function.isReached { unreached.insert(name) }
    }
    let excused = Set(list.reasons.keys)
    unexplained = unreached.subtracting(excused).sorted()
    reached = excused.intersection(all).subtracting(unreached).sorted()
    outdated = excused.subtracting(all).sorted()
    listed = unreached.intersection(excused).count
  }

  /// Whether the list says exactly what was not reached.
  public var isGood: Bool {
    !files.isEmpty && unexplained.isEmpty && reached.isEmpty && outdated.isEmpty
  }

  /// A row for each file, the sums, and what the list does not say.
  public var text: String {
    let width = files.map(\.path.count).max() ?? 0
    var functions = CoverageExport.Tally(count: 0, covered: 0)
    var lines = functions
    var rows = [Self.row("file", width, "functions", "lines")]
    for file in files {
      functions += file.functions
      lines += file.lines
      rows.append(Self.row(file.path, width, Self.share(file.functions), Self.share(file.lines)))
    }
    rows.append(Self.row("in all", width, Self.share(functions), Self.share(lines)))
    rows.append("never reached, with a reason on the list: \(listed)")
    rows += Self.section("never reached, and not on the list", unexplained)
    rows += Self.section("on the list, but reached: take them off", reached)
    rows += Self.section("on the list, but not in the code: take them off", outdated)
    return rows.joined(separator: "\n")
  }

  private static func section(_ title: String, _ names: [String]) -> [String] {
    names.isEmpty ? [] : ["\(title): \(names.count)"] + names
  }

  private static let columnWidth = 20

  private static func row(
    _ file: String, _ width: Int, _ functions: String, _ lines: String
  ) -> String {
    file + String(repeating: " ", count: max(0, width - file.count))
      + [functions, lines].map {
        String(repeating: " ", count: max(1, columnWidth - $0.count)) + $0
      }
      .joined()
  }

  /// For example `41/42  97.6 %`.
  private static func share(_ tally: CoverageExport.Tally) -> String {
    guard tally.count > 0 else { return "0/0" }
    let tenths = tally.covered * 1_000 / tally.count
    return "\(tally.covered)/\(tally.count)  \(tenths / 10).\(tenths % 10) %"
  }
}
