import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error of the tool, with at most one live block of lines at the bottom.
///
/// Thread-safety: use from one thread.
final class Console {
  /// Whether lines can be rewritten in place.
  let isTerminal: Bool
  private let areErrorsOnTerminal: Bool
  let style: TextStyle
  /// Standard output cannot be written any more.
  private(set) var isClosed = false
  private var areErrorsClosed = false
  /// Where messages for people go.
  private var output = STDOUT_FILENO
  /// How many lines the live block has now.
  private var liveLines = 0
  private static let widthFallback = 80
  private static let rowsFallback = 24

  init() {
    // A closed pipe is met where it is written; dying of it would lose the summary and the children.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that has grown to its bound.
    signal(SIGXFSZ, SIG_IGN)
    let isDumb = Self.environment("TERM") == "dumb"
    isTerminal = isatty(STDOUT_FILENO) == 1 && !isDumb
    areErrorsOnTerminal = isatty(STDERR_FILENO) == 1 && !isDumb
    // NO_COLOR counts where it is set to anything but nothing (no-color.org).
    style = TextStyle(hasColour: isTerminal && Self.environment("NO_COLOR", else: "").isEmpty)
  }

  /// Prints whole lines to standard output; on a terminal in its width.
  func print(_ text: String) {
    let clean = style.withoutControls(text)
    let shown = isTerminal ? TerminalText(columns: Self.size().columns).fitted(clean) : clean
    write(erasure + shown + "\n")
    liveLines = 0
  }

  /// Leaves standard output to machines: what was printed there goes to standard error from now on.
  func leaveOutput() { output = STDERR_FILENO }

  /// Writes whole lines for machines to standard output, as they are.
  func emit(_ text: String) {
    guard !isClosed else { return }
    isClosed = !Self.write(text, to: STDOUT_FILENO)
  }

  /// Prints one line to standard error; on a terminal folded to its width.
  func complain(_ line: String) {
    if liveLines > 0 { write(erasure) }
    liveLines = 0
    if areErrorsClosed { return }
    let clean = style.withoutControls(line)
    let shown =
      areErrorsOnTerminal ? TerminalText(columns: Self.size().columns).fitted(clean) : clean
    areErrorsClosed = !Self.write(shown + "\n", to: STDERR_FILENO)
  }

  /// Why there is colour, or none.
  var colourWords: String {
    if style.hasColour { return "on: standard output is a terminal" }
    return isTerminal ? "off: NO_COLOR is set" : "off: standard output is no terminal"
  }

  /// Names scenario files that lie where none is read.
  func report(strays: [String]) {
    for path in strays {
      complain(
        "note: `\(PathText.shown(path))` is not read: scenarios lie in LIBRARY/RULE/ of a corpus")
    }
  }

  /// Replaces the live block; only on a terminal.
  func showLive(_ lines: [String]) {
    guard isTerminal else { return }
    let size = Self.size()
    // What wraps, or is higher than the terminal, could not be erased.
    let text = TerminalText(columns: size.columns - 1)
    let shown = lines.suffix(max(1, size.rows - 1)).map { text.cut($0) }
    write(erasure + shown.joined(separator: "\n"))
    liveLines = shown.count
  }

  /// What removes the live block.
  private var erasure: String {
    switch liveLines {
    case 0: ""
    case 1: "\r\u{1B}[J"
    default: "\r\u{1B}[\(liveLines - 1)A\u{1B}[J"
    }
  }

  private func write(_ text: String) {
    guard !isClosed else { return }
    isClosed = !Self.write(text, to: output)
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      guard isWritable(descriptor) else { return false }
      let piece = bytes.prefix(pieceBytes)
      #if canImport(Glibc)
        let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress!, $0.count) }
      #else
        let count = piece.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress!, $0.count) }
      #endif
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return false }
        continue
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// What a pipe takes whole where it takes anything.
  private static let pieceBytes = 512
  private static let tickMilliseconds: Int32 = 100
  /// How long a reader has to go on reading once the run is asked to end.
  private static let interruptedTicksMax = 3

  /// Waits until it can be written without waiting; false where the run was asked to end and nobody reads.
  private static func isWritable(_ descriptor: Int32) -> Bool {
    var ticks = 0
    while true {
      var writing = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&writing, 1, tickMilliseconds) > 0 { return true }
      guard Interruption.isRequested else { continue }
      ticks += 1
      if ticks >= interruptedTicksMax { return false }
    }
  }

  private static func size() -> (columns: Int, rows: Int) {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO]
    where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 {
      return (Int(size.ws_col), size.ws_row > 1 ? Int(size.ws_row) : rowsFallback)
    }
    return (
      Int(environment("COLUMNS")).flatMap { $0 > 1 ? $0 : nil } ?? widthFallback, rowsFallback
    )
  }

  private static func environment(_ name: String, else fallback: String = "") -> String {
    getenv(name).map { String(cString: $0) } ?? fallback
  }
}
