import CScheduleRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the threads of a process do that gets nowhere.
public enum Inactivity: Hashable, Sendable {
  /// They wait, for one another or for what nobody will do.
  case waiting
  /// Some compute.
  case working
  /// Some could go on, and get no processor: the machine is busy with something else.
  case starved
}

/// How long each thread of this process has computed, and has been ready to compute, so far.
///
/// Read from the system's accounts; where it keeps none, every thread counts as waiting.
public struct ThreadActivity {
  /// Nanoseconds of one thread.
  private struct Account {
    var ran: UInt64
    var ready: UInt64
    /// Whether it waits for something that other threads do, and not for a processor or a disk.
    var sleeps: Bool
  }
  private var accounts: [Int32: Account] = [:]

  /// The span of one observation.
  public static let milliseconds: Int32 = 300
  /// Shares of that span, in percent, from which on a thread computes, or starves. On a busy machine a thread that
  /// computes gets a small share, but one that waits gets none.
  private static let workingPercent: UInt64 = 5
  private static let starvedPercent: UInt64 = 30

  /// Watches all threads for a moment, but for the calling one and those that are known to wait in a loop.
  public static func observe(except known: Set<Int32>) -> Inactivity {
    let before = ThreadActivity()
    poll(nil, 0, milliseconds)
    return inactivity(from: before, to: ThreadActivity(), except: known)
  }

  /// How often in a row nothing must have happened before it is taken for granted that nothing ever will.
  private static let looksUntilDead = 3

  /// Whether every thread sleeps, and none did anything, for about a second; false where the system does not tell.
  /// - Parameter known: the threads that are known to wait in a loop just now.
  public static func isDead(except known: () -> Set<Int32>) -> Bool {
    (0..<looksUntilDead).allSatisfy { _ in
      let known = known()
      guard observe(except: known) == .waiting else { return false }
      let accounts = ThreadActivity().accounts
      return !accounts.isEmpty && accounts.allSatisfy { known.contains($0.key) || $0.value.sleeps }
    }
  }

  private init() {
    guard let folder = opendir(Self.folder) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let thread = Int32(name), thread != csr_thread_number() else { continue }
      accounts[thread] = Self.account(of: thread)
    }
  }

  private static func inactivity(
    from before: ThreadActivity, to after: ThreadActivity, except known: Set<Int32>
  ) -> Inactivity {
    let span = UInt64(milliseconds) * 1_000_000
    var isStarved = false
    for (thread, now) in after.accounts where !known.contains(thread) {
      guard let then = before.accounts[thread] else { continue }
      if (now.ran &- then.ran) * 100 >= span * workingPercent { return .working }
      if (now.ready &- then.ready) * 100 >= span * starvedPercent { isStarved = true }
    }
    return isStarved ? .starved : .waiting
  }

  private static let folder = "/proc/self/task"

  private static func account(of thread: Int32) -> Account? {
    guard let times = read("\(folder)/\(thread)/schedstat"),
      let state = read("\(folder)/\(thread)/stat")
    else { return nil }
    let fields = times.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard fields.count >= 2, let ran = UInt64(String(decoding: fields[0], as: UTF8.self)),
      let ready = UInt64(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    // The name before it, in parentheses, may hold anything.
    let words = state.split(separator: UInt8(ascii: ")")).last ?? []
    return Account(ran: ran, ready: ready, sleeps: words.dropFirst().first == UInt8(ascii: "S"))
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 512)
    #if canImport(Glibc)
      let count = Glibc.read(descriptor, &buffer, buffer.count)
    #else
      let count = Darwin.read(descriptor, &buffer, buffer.count)
    #endif
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
