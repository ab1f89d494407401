#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which threads of this process wait for a lock, for as long as it takes, and who holds it. A value.
///
/// Read from what the system says of the call that a thread sleeps in, and from the lock itself, where that tells its holder:
/// mutexes of POSIX, on which those of Foundation stand, and those that the system hands on by itself, such as Swift's.
/// Elsewhere nobody seems to wait.
public struct LockWaits: Hashable, Sendable {
  /// By the system's number of the thread that waits: that of the one that holds its lock.
  let holders: [Int32: Int32]

  init(holders: [Int32: Int32]) { self.holders = holders }

  /// How it stands at this moment: of each thread that has slept all the while since then. The calling one is left out.
  /// - Parameter before: what the threads of this process had done by a moment that is just past.
  public init(since before: ThreadActivity? = ThreadActivity()) {
    guard let before else {
      self.init(holders: [:])
      return
    }
    var found: [Int32: Int32] = [:]
    for thread in before.accounts.keys {
      found[thread] = SleepingCall(thread: thread).flatMap(\.holder)
    }
    let after = found.isEmpty ? nil : ThreadActivity()
    self.init(
      holders: found.filter { before.accounts[$0.key]?.ran == after?.accounts[$0.key]?.ran })
  }

  /// The threads that wait for each other in a circle, and those that wait for these.
  ///
  /// All of them were asleep at one moment, so that none can ever go on.
  public var deadlocked: Set<Int32> {
    Set(holders.keys.filter { isDeadlocked($0) })
  }

  private func isDeadlocked(_ thread: Int32) -> Bool {
    var (at, seen) = (thread, Set<Int32>())
    while seen.insert(at).inserted {
      guard let holder = holders[at] else { return false }
      at = holder
    }
    return true
  }
}

/// The call of the system that a thread of this process sleeps in, if it sleeps in one for a lock and has set no bound.
struct SleepingCall {
  private enum Wait {
    case untilChanged
    case untilHandedOn
  }

  private let address: UInt64
  private let wait: Wait

  /// What a mutex holds while others wait for it.
  private static let contended: UInt64 = 2
  /// Where a mutex names its holder, in bytes from its beginning.
  private static let holderOffset: UInt64 = 8
  /// The part of a word that names the holder, where the system hands the lock on.
  private static let holderMask: UInt32 = 0x3fff_ffff
  #if arch(x86_64)
    private static let futexNumber = "202"
  #else
    private static let futexNumber = "98"
  #endif

  init?(thread: Int32) {
    guard let words = ThreadActivity.text("/proc/self/task/\(thread)/syscall") else { return nil }
    self.init(words)
  }

  /// What the system says: the call's number, then its arguments.
  init?(_ words: String) {
    let fields = words.split(separator: " ")
    guard fields.count > 4, fields[0] == Self.futexNumber else { return nil }
    let arguments = fields[1...4].map { UInt64($0.dropFirst(2), radix: 16) ?? 0 }
    // Without the bits that say how the word is shared and which clock is read.
    switch arguments[1] & 0x7f {
    case 0 where arguments[2] == Self.contended: wait = .untilChanged
    case 6, 13: wait = .untilHandedOn
    default: return nil
    }
    guard arguments[3] == 0 else { return nil }
    address = arguments[0]
  }

  /// The thread that the lock names; nil where it names none.
  var holder: Int32? {
    let place = wait == .untilChanged ? address + Self.holderOffset : address
    guard let word = Self.word(at: place) else { return nil }
    let number = wait == .untilChanged ? word : word & Self.holderMask
    return number == 0 ? nil : Int32(truncatingIfNeeded: number)
  }

  /// What is in memory there: read by the system, since it may be gone.
  private static func word(at address: UInt64) -> UInt32? {
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { return nil }
    defer { close(memory) }
    var word: UInt32 = 0
    guard pread(memory, &word, MemoryLayout<UInt32>.size, off_t(address)) == 4 else { return nil }
    return word
  }
}
