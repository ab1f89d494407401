import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error of the tool, with at most one live line at the bottom.
///
/// Thread-safety: use from one thread.
final class Console {
  /// Whether a line can be rewritten in place.
  let isTerminal: Bool
  let style: TextStyle
  /// Standard output cannot be written any more.
  private(set) var isClosed = false
  private var areErrorsClosed = false
  /// Where people are told.
  private var output = STDOUT_FILENO
  private var hasLiveLine = false
  private static let widthFallback = 80

  init() {
    // A closed pipe is met where it is written; dying of it would lose the summary and the children.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that has grown to its bound.
    signal(SIGXFSZ, SIG_IGN)
    let isDumb = Self.environment("TERM") == "dumb"
    isTerminal = isatty(STDOUT_FILENO) == 1 && !isDumb
    // NO_COLOR counts where it is set to anything but nothing (no-color.org).
    style = TextStyle(hasColour: isTerminal && Self.environment("NO_COLOR", else: "").isEmpty)
  }

  /// Prints whole lines to standard output.
  func print(_ text: String) {
    write((hasLiveLine ? Self.lineErased : "") + style.withoutControls(text) + "\n")
    hasLiveLine = false
  }

  /// Leaves standard output to machines: what was printed there goes to standard error from now on.
  func leaveOutput() { output = STDERR_FILENO }

  /// Writes whole lines for machines to standard output, as they are.
  func emit(_ text: String) {
    guard !isClosed else { return }
    isClosed = !Self.write(text, to: STDOUT_FILENO)
  }

  /// Prints one line to standard error.
  func complain(_ line: String) {
    if hasLiveLine { write(Self.lineErased) }
    hasLiveLine = false
    if areErrorsClosed { return }
    areErrorsClosed = !Self.write(style.withoutControls(line) + "\n", to: STDERR_FILENO)
  }

  /// Names scenario files that lie where none is read.
  func tell(strays: [String]) {
    for path in strays {
      complain(
        "note: `\(PathText.shown(path))` is not read: scenarios lie in LIBRARY/RULE/ of a corpus")
    }
  }

  /// Replaces the live line; only on a terminal.
  func showLive(_ line: String) {
    guard isTerminal else { return }
    // A line that wraps could not be erased.
    write(Self.lineErased + String(line.prefix(Self.width() - 1)))
    hasLiveLine = true
  }

  private static let lineErased = "\r\u{1B}[2K"

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

  private static func width() -> Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
      return widthFallback
    }
    return Int(size.ws_col)
  }

  private static func environment(_ name: String, else fallback: String = "") -> String {
    getenv(name).map { String(cString: $0) } ?? fallback
  }
}
