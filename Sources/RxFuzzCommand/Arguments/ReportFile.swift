import RxFuzzKit

/// The file of `--report`: what a run has found, for machines and people.
struct ReportFile: Equatable {
  let path: String
  private let format: ReportFormat

  init(_ path: String) throws(CommandFailure) {
    guard let format = ReportFormat(path: path) else {
      let accepted = ReportFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      throw .usage(
        "--report: \(Arguments.quoted(path)) is not accepted: give a file that ends in one of "
          + accepted)
    }
    self.path = path
    self.format = format
  }

  /// Whether it reports what scenarios have met.
  var hasCoverage: Bool { format.hasCoverage }

  /// Reads the JSON report of a run.
  /// - Parameter option: what names the file.
  static func read(_ path: String, option: String) throws(CommandFailure) -> RunReport {
    let shown = Arguments.quoted(path)
    let bytes: [UInt8]
    do { bytes = try LineFile.contents(of: path, bytesMax: RunReport.textBytesMax) } catch {
      throw CommandFailure(code: .unreadable, message: "\(option): \(error)")
    }
    do { return try RunReport(reading: bytes) } catch {
      throw CommandFailure(
        code: .unreadable, message: "\(option): \(shown) is no report: \(error)")
    }
  }

  /// Makes sure that it can be written, before anything is raced.
  func prepare() throws(CommandFailure) {
    do { try ReportFormat.prepare(path) } catch { throw .usage("--report: \(error)") }
  }

  /// Writes it, and returns the exit code: a report that is lost must not look like a pass.
  func write(
    _ report: RunReport, since last: RunReport? = nil, console: Console, exitCode: ExitCode
  ) -> ExitCode {
    do {
      try ReportFormat.write(format.text(report, since: last), to: path)
      return exitCode
    } catch {
      console.complain("error: the report is lost: \(error)")
      return exitCode == .findings ? .findings : .internalError
    }
  }
}
