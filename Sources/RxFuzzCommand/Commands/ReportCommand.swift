import RxFuzzKit

/// `report merge FILE ...`: joins the JSON reports of shards, and writes the whole in any form.
struct ReportCommand {
  let options: Arguments.ReportOptions
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    try options.reporting.report?.prepare()
    let last = try options.reporting.baseline.map { (path) throws(CommandFailure) in
      try ReportFile.read(path, option: "--baseline")
    }
    var whole = try ReportFile.read(options.files[0], option: "report merge")
    for file in options.files.dropFirst() {
      let part = try ReportFile.read(file, option: "report merge")
      do { try whole.merge(part) } catch {
        throw .usage("report merge: \(Arguments.quoted(file)) does not fit the others: \(error)")
      }
    }
    var code = ExitCode(rawValue: whole.exitStatus) ?? .internalError
    if let missing = missing(of: whole) {
      console.complain("error: \(missing)")
      if code == .clean { code = .internalError }
    }
    whole.end(exitCode: code.rawValue)
    if RunEnvironment.isGitHub { GitHubSteps(console: console).write(whole) }
    guard let report = options.reporting.report else {
      console.emit(ReportFormat.json.text(whole, since: last))
      return code
    }
    return report.write(whole, since: last, console: console, exitCode: code)
  }

  /// Shards that are named where some are missing.
  private static let namedMax = 8

  /// Why this is not the whole run: one line.
  private func missing(of report: RunReport) -> String? {
    let missing = report.missingShards
    guard !missing.isEmpty else { return nil }
    let more = missing.count > Self.namedMax ? " and \(missing.count - Self.namedMax) more" : ""
    return "the reports of these shards are missing: "
      + missing.prefix(Self.namedMax).joined(separator: ", ") + more
  }
}
