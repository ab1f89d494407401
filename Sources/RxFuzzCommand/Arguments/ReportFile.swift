import RxFuzzKit

/// The file of `--report`: what a run has found, for machines.
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

  /// Makes sure that it can be written, before anything is raced.
  func prepare() throws(CommandFailure) {
    do { try ReportFormat.prepare(path) } catch { throw .usage("--report: \(error)") }
  }

  /// Writes it, and returns the exit code: a report that is lost must not look like a pass.
  func write(_ record: RunRecord, console: Console, exitCode: ExitCode) -> ExitCode {
    do {
      try ReportFormat.write(format.text(record), to: path)
      return exitCode
    } catch {
      console.complain("error: the report is lost: \(error)")
      return exitCode == .findings ? .findings : .internalError
    }
  }
}
