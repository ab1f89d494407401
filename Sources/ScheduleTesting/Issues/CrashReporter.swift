import ScheduleKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes a crash of a raced lane a finding where it is under control: the lane is left for good where it has crashed,
/// and the run ends. Of any other crash it says, before that ends the process, what was being run and how it is
/// repeated.
///
/// In the second case the thread that crashes only wakes another one, which does the talking, and then dies of its
/// signal as it would have anyway. A stack that has run out leaves no room even for that.
/// Thread-safety: `begin` and `end` by one thread at a time.
enum CrashReporter {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE]
  /// How long the crashed thread waits for what is said about it.
  fileprivate static let patienceMilliseconds: Int32 = 10_000

  private static let state = CrashReporterState()

  /// From now on a crash is reported in these words; a thread of this one's own asks for them while the
  /// crashed one waits.
  static func begin(_ words: @escaping @Sendable () -> String) {
    guard state.prepare() else { return }
    state.words = words
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = reportCrash
    #else
      action.__sigaction_u.__sa_sigaction = reportCrash
    #endif
    // The handler of a lane under control never ends, and must leave no signal blocked.
    action.sa_flags = SA_SIGINFO | SA_NODEFER
    for signal in signals {
      var before = sigaction()
      sigaction(signal, &action, &before)
      state.before[signal] = before
    }
  }

  /// No longer.
  static func end() {
    for (signal, action) in state.before {
      var action = action
      sigaction(signal, &action, nil)
    }
    state.before = [:]
    state.words = nil
  }
}

/// Descriptors that the handler uses: the ends of two pipes, -1 where there are none.
private let wakeDescriptor = Atomic<Int32>(-1)
private let answerDescriptor = Atomic<Int32>(-1)

/// What is reported, and by whom.
private final class CrashReporterState: @unchecked Sendable {
  // Safety: written by the thread that runs the test; read by the reporting thread only once a crash has stopped that one.
  var words: (@Sendable () -> String)?
  var before: [Int32: sigaction] = [:]
  private var isReady: Bool?

  /// Starts the reporting thread; false where the system has no room for it.
  func prepare() -> Bool {
    if let isReady { return isReady }
    var wake: [Int32] = [0, 0]
    var answer: [Int32] = [0, 0]
    guard pipe(&wake) == 0, pipe(&answer) == 0 else { return false }
    wakeDescriptor.store(wake[1], ordering: .relaxed)
    answerDescriptor.store(answer[0], ordering: .relaxed)
    let (reading, writing) = (wake[0], answer[1])
    isReady = PlainThread.start { [self] in
      var byte: UInt8 = 0
      guard read(reading, &byte, 1) == 1 else { return }
      let text = "\n" + (words?() ?? "") + "\n"
      _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      write(writing, &byte, 1)
    }
    return isReady ?? false
  }
}

/// Runs in the crashed thread: only calls that a signal handler may make.
private func reportCrash(
  _ signal: Int32, _ information: UnsafeMutablePointer<siginfo_t>?,
  _ context: UnsafeMutableRawPointer?
) {
  SchedulePoint.crashed(signal: signal, context: context)
  var byte: UInt8 = 1
  write(wakeDescriptor.load(ordering: .relaxed), &byte, 1)
  var answer = pollfd(
    fd: answerDescriptor.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0)
  poll(&answer, 1, CrashReporter.patienceMilliseconds)
  // What it crashed of happens again when this returns, and is not caught any more.
  var action = sigaction()
  #if canImport(Glibc)
    action.__sigaction_handler.sa_handler = SIG_DFL
  #else
    action.__sigaction_u.__sa_handler = SIG_DFL
  #endif
  sigaction(signal, &action, nil)
}
