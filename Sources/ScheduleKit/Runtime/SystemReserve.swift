import CScheduleRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the system has something left for this process, and what a crash says where it has not.
///
/// Thread-safety: all members from any thread, unless said otherwise.
public enum SystemReserve {
  /// Whether so many bytes more can be had. Also in a signal handler.
  public static func hasMemory(_ bytes: UInt64) -> Bool { csr_has_memory(bytes) }

  /// Whether so many threads more can be had, all at once.
  public static func hasThreads(_ count: Int) -> Bool { csr_has_threads(UInt32(count)) }

  /// Whether a controlled schedule could not be run because there was no memory or thread left for it.
  public static var hasRefusedSchedule: Bool { csr_explore_was_refused() }

  /// From now on a crash of this process that finds no memory left writes 1 to `word` before it ends. Nothing else changes
  /// about how it ends. Does nothing where somebody else, such as a sanitizer, catches crashes. Call it once.
  public static func noteCrashWithoutMemory(in word: UnsafeMutablePointer<UInt64>) {
    csr_watch_memory(word)
  }

  /// From now on a crash of this process that finds no memory left writes `text` to standard error and exits with `code`
  /// instead. Otherwise as `noteCrashWithoutMemory`, of which it takes the place.
  public static func exitWithoutMemory(saying text: String, code: Int32) {
    // Kept for as long as the process lives: who has no memory left can make no text.
    guard let words = strdup(text) else { return }
    csr_exit_without_memory(words, UInt32(strlen(words)), code)
  }
}
