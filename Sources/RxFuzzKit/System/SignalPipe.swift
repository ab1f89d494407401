import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether somebody has asked this process to end. Any thread, at any time.
public enum Interruption {
  /// SIGINT, SIGTERM, SIGHUP or SIGQUIT has come since a run began.
  public static var isRequested: Bool { SignalPipe.raised.load(ordering: .relaxed) }
}

/// Turns SIGINT, SIGTERM, SIGHUP and SIGQUIT into bytes on a pipe, so that the parent's one loop meets them like any
/// other news. One for each process; installed once.
enum SignalPipe {
  // Safety: written once, before the handlers that read it are installed.
  nonisolated(unsafe) private static var writing: Int32 = -1
  // Relaxed wherever it is used: a flag on its own.
  fileprivate static let raised = Atomic<Bool>(false)
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
    // Made before a handler needs it.
    raised.store(false, ordering: .relaxed)
    let numbers = [SIGQUIT, SIGHUP, SIGTERM, SIGINT]
    // Whoever started this process may have blocked them, and a mask is inherited.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in numbers { sigaddset(&unblocked, number) }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    for number in numbers { install(number) }
    reading = pipe.reading
    return reading
  }

  /// Without SA_RESTART: who writes to an output that nobody reads is to wake up.
  private static func install(_ number: Int32) {
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { number in
      let saved = errno
      SignalPipe.raised.store(true, ordering: .relaxed)
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.writing, &byte, 1)
      errno = saved
    }
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    sigaction(number, &action, nil)
  }
}
