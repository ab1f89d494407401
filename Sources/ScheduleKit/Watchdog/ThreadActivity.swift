import CScheduleRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long each thread of a process has computed, and has been ready to compute, up to one moment. A value.
///
/// Read from the system's accounts; where it keeps none, there is no thread in it.
public struct ThreadActivity: Sendable {
  /// One thread's account, in nanoseconds.
  public struct Account: Sendable {
    /// For how long it has had a processor.
    public var ran: UInt64
    /// As the system counts it: not yet with the time since the thread last became ready.
    public var ready: UInt64
    /// Whether it wants to go on and is not let: by other programs, by a disk, or because somebody has stopped it.
    public var wantsProcessor: Bool

    /// An account with those figures.
    public init(ran: UInt64, ready: UInt64, wantsProcessor: Bool) {
      self.ran = ran
      self.ready = ready
      self.wantsProcessor = wantsProcessor
    }
  }
  /// The moment, on a clock that never jumps.
  public var nanoseconds: UInt64
  /// Each thread's, by the system's number of it.
  public var accounts: [Int32: Account]

  /// Accounts that were read then.
  public init(nanoseconds: UInt64, accounts: [Int32: Account]) {
    self.nanoseconds = nanoseconds
    self.accounts = accounts
  }

  /// Reads those of a process, or of this one but for the calling thread; nil where that is not possible just now,
  /// for instance because no descriptor is left.
  public init?(process: pid_t? = nil) {
    self.init(nanoseconds: MonotonicClock.milliseconds() * 1_000_000, accounts: [:])
    let root = process.map { "/proc/\($0)/task" } ?? "/proc/self/task"
    guard let folder = opendir(root) else {
      if errno == ENOENT { return }
      return nil
    }
    defer { closedir(folder) }
    let own = process == nil ? csr_thread_number() : 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let thread = Int32(name), thread != own else { continue }
      switch Self.account("\(root)/\(name)") {
      case .read(let account): accounts[thread] = account
      case .gone: continue
      case .failed: return nil
      }
    }
  }

  private enum Reading {
    case read(Account)
    /// The thread has ended in between, or the system keeps no such account.
    case gone
    case failed
  }

  private static func account(_ folder: String) -> Reading {
    guard let times = read("\(folder)/schedstat"), let state = read("\(folder)/stat") else {
      return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? .failed : .gone
    }
    let fields = times.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard fields.count >= 2, let ran = UInt64(String(decoding: fields[0], as: UTF8.self)),
      let ready = UInt64(String(decoding: fields[1], as: UTF8.self))
    else { return .gone }
    // The name before it, in parentheses, may hold anything.
    let words = state.split(separator: UInt8(ascii: ")")).last ?? []
    let letter = words.dropFirst().first ?? UInt8(ascii: "S")
    return .read(Account(ran: ran, ready: ready, wantsProcessor: wanting.contains(letter)))
  }

  /// Ready or running, waiting for a disk, stopped, traced.
  private static let wanting = Array("RDTt".utf8)

  /// The first words of a file of the system's; nil where it cannot be read.
  static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
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
