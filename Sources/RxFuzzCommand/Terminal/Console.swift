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
  private var hasLiveLine = false
  private static let widthFallback = 80

  init() {
    // A closed pipe is met where it is written; dying of it would lose the summary and the children.
    signal(SIGPIPE, SIG_IGN)
    let isDumb = Self.environment("TERM") == "dumb"
    isTerminal = isatty(STDOUT_FILENO) == 1 && !isDumb
    // NO_COLOR counts where it is set to anything but nothing (no-color.org).
    style = TextStyle(hasColour: isTerminal && Self.environment("NO_COLOR", else: "").isEmpty)
  }

  /// Prints whole lines to standard output.
  func print(_ text: String) {
    write((hasLiveLine ? Self.lineErased : "") + text + "\n")
    hasLiveLine = false
  }

  /// Prints one line to standard error.
  func complain(_ line: String) {
    if hasLiveLine { write(Self.lineErased) }
    hasLiveLine = false
    _ = Self.write(line + "\n", to: STDERR_FILENO)
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
    isClosed = !Self.write(text, to: STDOUT_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      #if canImport(Glibc)
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress!, $0.count) }
      #else
        let count = bytes.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress!, $0.count) }
      #endif
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return false }
        if errno == EAGAIN { waitUntilWritable(descriptor) }
        continue
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Whoever shares the terminal may have made it non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&descriptor, 1, 1_000)
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
