#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns SIGINT and SIGTERM into bytes on a pipe, so that the parent's one loop meets them like any
/// other news. One for each process; installed once.
enum SignalPipe {
  // Safety: written once, before the handlers that read it are installed.
  nonisolated(unsafe) private static var writing: Int32 = -1
  // Safety: written and read by the thread that installs.
  nonisolated(unsafe) private static var reading: Int32 = -1

  /// Installs the handlers, also ignores SIGPIPE (a closed output is met where it is written), and
  /// returns the pipe's read end, which never blocks.
  static func install() throws(SystemError) -> Int32 {
    if reading >= 0 { return reading }
    let pipe = try Descriptors.pipe()
    Descriptors.makeNonBlocking(pipe.reading)
    Descriptors.makeNonBlocking(pipe.writing)
    writing = pipe.writing
    signal(SIGPIPE, SIG_IGN)
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    // Whoever started this process may have blocked them, and a mask is inherited.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in numbers { sigaddset(&unblocked, number) }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    for number in numbers {
      signal(number) { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.writing, &byte, 1)
        errno = saved
      }
    }
    reading = pipe.reading
    return reading
  }
}
