import RxFuzzKit

extension Arguments {
  /// What a run writes beside its console.
  struct ReportingOptions: Equatable {
    var report: ReportFile?
    /// The JSON report of an earlier run, which this one is compared with.
    var baseline: String?
    /// A file for lines of JSON; `-` is standard output.
    var events: String?

    static let accepted = ["--report", "--baseline", "--events"]
  }

  /// Options of `report merge`.
  struct ReportOptions: Equatable {
    /// JSON reports of shards, or of one run.
    var files: [String]
    var reporting: ReportingOptions

    static let accepted = ["--report", "--baseline"]
  }

  static func reporting(_ words: Words) throws(CommandFailure) -> ReportingOptions {
    for name in ["--baseline", "--events"] where words.value(of: name)?.isEmpty == true {
      throw .usage("\(name): `` is not accepted: give a file")
    }
    return ReportingOptions(
      report: try words.value(of: "--report").map(ReportFile.init),
      baseline: words.value(of: "--baseline"), events: words.value(of: "--events"))
  }

  static func reportOptions(_ words: Words) throws(CommandFailure) -> ReportOptions {
    guard words.plain.dropFirst().first == "merge" else {
      let word = words.plain.dropFirst().first.map { "\(quoted($0)) is no task of report" }
      throw .usage("\(word ?? "report needs a task"): accepted is merge FILE ...")
    }
    for name in words.names where !ReportOptions.accepted.contains(name) {
      throw .usage("\(name) is not accepted by report merge (see --help)")
    }
    let files = Array(words.plain.dropFirst(2))
    guard !files.isEmpty, !files.contains("") else {
      throw .usage("report merge needs the JSON reports of shards: give `report merge FILE ...`")
    }
    return ReportOptions(files: files, reporting: try reporting(words))
  }
}
