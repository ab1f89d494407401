// `environ` is a global of the C library that nothing here writes.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// One child: this executable run again, with pipes for work, messages and errors, and one file that
/// both sides have open.
///
/// Thread-safety: use from one thread.
final class ChildProcess {
  /// How a child ended.
  enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  let identifier: pid_t
  /// Read end of the child's messages; never blocks. -1 once closed.
  private(set) var messages: Int32
  /// Read end of the child's standard error; never blocks. -1 once closed.
  private(set) var errors: Int32
  /// Write end of the child's work. -1 once closed.
  private var work: Int32
  private(set) var ending: Ending?

  /// The number under which a child finds the file that it shares with its parent.
  static let sharedDescriptor: Int32 = 3

  /// What every child's environment says, whatever the parent's says: a crash report of Swift's own can
  /// outlive the time-out, and hashing that differs from process to process would change scenarios.
  static let environment = [
    (name: "SWIFT_BACKTRACE", value: "enable=no"),
    (name: "SWIFT_DETERMINISTIC_HASHING", value: "1"),
  ]

  /// Starts this executable with `arguments`.
  /// - Parameter shared: a file that the child gets under `sharedDescriptor`.
  init(arguments: [String], sharing shared: Int32) throws(SystemError) {
    let work = try Descriptors.pipe()
    let messages = try Descriptors.pipe()
    let errors = try Descriptors.pipe()
    defer {
      close(work.reading)
      close(messages.writing)
      close(errors.writing)
    }
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, work.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, messages.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
    posix_spawn_file_actions_adddup2(&actions, shared, Self.sharedDescriptor)
    // A group of its own: what a person types at the terminal reaches the parent only, which then ends
    // its children in good order.
    let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)

    let path = Self.executablePath()
    var child: pid_t = 0
    let code = Self.withCStrings([CommandLine.arguments.first ?? path] + arguments) { argv in
      Self.withCStrings(Self.childEnvironment()) { envp in
        posix_spawn(&child, path, &actions, &attributes, argv, envp)
      }
    }
    guard code == 0 else {
      close(work.writing)
      close(messages.reading)
      close(errors.reading)
      throw SystemError("cannot start a worker process", code: code)
    }
    identifier = child
    self.work = work.writing
    self.messages = messages.reading
    self.errors = errors.reading
    Descriptors.makeNonBlocking(messages.reading)
    Descriptors.makeNonBlocking(errors.reading)
  }

  deinit {
    if ending == nil {
      kill(SIGKILL)
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }
    closeWork()
    closeMessages()
    closeErrors()
  }

  /// Hands work over; false when the child is gone.
  func send(_ bytes: [UInt8]) -> Bool { work >= 0 && Descriptors.writeAll(bytes, to: work) }

  /// Whether work can still be handed over, as far as the parent knows.
  var takesWork: Bool { work >= 0 }

  /// Signals the child that no work will follow: it finishes its batch, reports, and ends.
  func closeWork() {
    if work >= 0 { close(work) }
    work = -1
  }

  func closeMessages() {
    if messages >= 0 { close(messages) }
    messages = -1
  }

  func closeErrors() {
    if errors >= 0 { close(errors) }
    errors = -1
  }

  /// Signals the child, unless it has ended and been reaped: its number may belong to another process.
  func kill(_ signal: Int32) {
    guard ending == nil else { return }
    #if canImport(Glibc)
      _ = Glibc.kill(identifier, signal)
    #else
      _ = Darwin.kill(identifier, signal)
    #endif
  }

  /// How it ended, if it has. Never blocks.
  func reap() -> Ending? {
    if let ending { return ending }
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
    let signal = status & 0x7f
    ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    return ending
  }

  /// What it holds in memory now, or nil where the system does not say.
  var residentKibibytes: UInt64? {
    #if os(Linux)
      let file = open("/proc/\(identifier)/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 128)
      guard case .bytes(let bytes) = Descriptors.read(file, into: &buffer) else { return nil }
      // Sizes in pages: all of it, then what is resident.
      let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
      guard words.count > 1, let pages = UInt64(words[1]) else { return nil }
      return pages * UInt64(getpagesize()) / 1024
    #else
      return nil
    #endif
  }

  private static func executablePath() -> String {
    #if os(Linux)
      return "/proc/self/exe"
    #else
      var length: UInt32 = 0
      _NSGetExecutablePath(nil, &length)
      var path = [CChar](repeating: 0, count: Int(length))
      _NSGetExecutablePath(&path, &length)
      return path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    #endif
  }

  private static func childEnvironment() -> [String] {
    var entries: [String] = []
    var cursor = environ
    while let entry = cursor.pointee {
      let text = String(cString: entry)
      if !environment.contains(where: { text.hasPrefix("\($0.name)=") }) { entries.append(text) }
      cursor += 1
    }
    return entries + environment.map { "\($0.name)=\($0.value)" }
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
