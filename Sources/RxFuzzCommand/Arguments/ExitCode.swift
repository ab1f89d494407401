/// What the process ends with. The numbers above 63 follow BSD's sysexits.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// Nothing wrong was found.
  case clean = 0
  /// The library under test did something wrong.
  case findings = 1
  /// An argument is not accepted; nothing was run.
  case usage = 64
  /// A corpus file cannot be read.
  case unreadable = 65
  /// The model cannot grade an outcome that was asked for.
  case ungraded = 69
  /// The tool itself failed, or raced or explored nothing, or nothing overlapped.
  case internalError = 70

  /// As the help page says it.
  var words: String {
    switch self {
    case .clean: "clean: raced, and nothing wrong was found"
    case .findings: "findings (for replay: the failure was seen again)"
    case .usage: "an argument is not accepted; nothing was run"
    case .unreadable: "a corpus file cannot be read; the others were raced, and are clean"
    case .ungraded: "replay --outcomes: the model cannot grade some outcome"
    case .internalError:
      "internal error; also a run that raced or explored nothing, or in which nothing overlapped"
    }
  }
}

/// Why the command cannot do what it was asked for: one line and the exit code.
struct CommandFailure: Error, Hashable {
  var code: ExitCode
  var message: String

  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(code: .usage, message: message)
  }
}
