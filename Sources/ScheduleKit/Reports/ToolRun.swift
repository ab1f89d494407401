// `environ` is a global of the C library that nothing here writes.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// One run of a tool of the system for what it prints.
enum ToolRun {
  private static let outputBytesMax = 1 << 20

  /// What the tool writes to its standard output, or nil where it cannot be started, fails, or takes longer
  /// than `secondsMax` and is killed. Blocks for that long at most.
  static func output(of path: String, _ arguments: [String], secondsMax: Int) -> String? {
    guard let pipe = pipe() else { return nil }
    defer { close(pipe.reading) }
    guard let child = start(path, arguments, writingTo: pipe.writing) else {
      close(pipe.writing)
      return nil
    }
    close(pipe.writing)
    let output = read(
      pipe.reading, until: MonotonicClock.milliseconds() + UInt64(secondsMax) * 1_000)
    // After the end of its output it ends by itself; without that end it must be made to.
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? output : nil
  }

  private static func start(
    _ path: String, _ arguments: [String], writingTo output: Int32
  ) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    return posix_spawn(&child, path, &actions, nil, &pointers, environ) == 0 ? child : nil
  }

  /// All there is until the other end closes; nil where that takes too long or is too much.
  private static func read(_ descriptor: Int32, until deadline: UInt64) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count < outputBytesMax {
      let now = MonotonicClock.milliseconds()
      guard now < deadline else { return nil }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(min(deadline - now, 1_000))) > 0 else { continue }
      let count = some(of: descriptor, into: &buffer)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
    return nil
  }

  private static func some(of descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, &buffer, buffer.count)
    #else
      Darwin.read(descriptor, &buffer, buffer.count)
    #endif
  }

  /// The lowest number that an end of a pipe takes: none of those that a child is given on purpose.
  private static let lowestDescriptor: Int32 = 16

  /// A pipe that no other child inherits by accident.
  private static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let made = Glibc.pipe(&ends)
    #else
      let made = Darwin.pipe(&ends)
    #endif
    guard made == 0 else { return nil }
    return (lifted(ends[0]), lifted(ends[1]))
  }

  private static func lifted(_ descriptor: Int32) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, lowestDescriptor)
    guard moved >= 0 else { return descriptor }
    close(descriptor)
    return moved
  }
}
