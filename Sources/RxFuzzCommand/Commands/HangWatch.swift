import RxFuzzKit
import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends a command that runs the library in its own process and gets nowhere.
///
/// Where the system has no memory, thread or descriptor left, that is why. Thread-safety: `goOn` from any thread, the rest
/// from one.
struct HangWatch: Sendable {
  /// What it means that nothing goes on.
  struct Meaning: Sendable {
    var code: ExitCode
    /// What standard output says, if anything.
    var output: String?
    var error: String
  }

  private let detector: HangDetector

  /// - Parameters:
  ///   - seconds: how long `goOn` may not be called, not counting the time in which the process gets no processor.
  ///   - meaning: receives what was going on.
  init(
    seconds: Int, command: CommandName, meaning: @escaping @Sendable (String) -> Meaning
  ) {
    detector = HangDetector(seconds: seconds) { words in
      // Another thread than the one that hangs; that one prints nothing any more.
      let console = Console()
      if let missing = Exhaustion.now() {
        console.complain("\(command.shown): \(missing.words)")
        _exit(ExitCode.exhausted.rawValue)
      }
      ThreadBacktraces.write()
      let meaning = meaning(words)
      if let output = meaning.output { console.print(output) }
      console.complain("\(command.shown): \(meaning.error)")
      _exit(meaning.code.rawValue)
    }
  }

  /// Begins, where the system has what a run needs.
  func start() throws(CommandFailure) {
    if let missing = Exhaustion.beforeRun() { throw .exhausted(missing) }
    guard detector.start() else { throw .exhausted(.threads) }
  }

  /// Something has been done, and what those words say comes next.
  func goOn(_ words: String) { detector.goOn(words) }

  /// Watches no longer.
  func stop() { detector.stop() }
}
