#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// File descriptors of the parent: none of them is inherited by accident, none is one of the first few
/// numbers that a child is given on purpose.
enum Descriptors {
  /// The lowest number that the parent's own descriptors take.
  private static let lowest: Int32 = 16

  /// Makes sure that 0, 1 and 2 are open, so that nothing else lands there. Output that was closed stays an error: what
  /// stands in its place cannot be written.
  static func openStandard() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is taken, and that is `number`, because those below are open.
      _ = open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Moves a descriptor out of the way of a child's numbers and closes it on execution. It is gone where that fails.
  static func lift(_ descriptor: Int32) throws(SystemError) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
    // A bound below the lowest number is reported as a wrong argument.
    let code = errno == EINVAL ? EMFILE : errno
    if descriptor >= 0 { close(descriptor) }
    guard moved >= 0 else { throw SystemError("cannot open a file descriptor", code: code) }
    return moved
  }

  /// A pipe that no child inherits by accident.
  static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let made = Glibc.pipe(&ends)
    #else
      let made = Darwin.pipe(&ends)
    #endif
    guard made == 0 else { throw SystemError("cannot make a pipe") }
    let reading: Int32
    do { reading = try lift(ends[0]) } catch {
      close(ends[1])
      throw error
    }
    do { return (reading, try lift(ends[1])) } catch {
      close(reading)
      throw error
    }
  }

  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Writes all bytes; false when the other end is gone or the device is full.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress! + sent, $0.count - sent)
      }
      if count < 0 {
        guard errno == EINTR else { return false }
        continue
      }
      sent += count
    }
    return true
  }

  /// What one read brought.
  enum Reading {
    case bytes(ArraySlice<UInt8>)
    /// Nothing there at the moment.
    case nothing
    /// The other end is closed, or the descriptor is broken.
    case end
  }

  /// Reads once into `buffer`.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Reading {
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        #if canImport(Glibc)
          Glibc.read(descriptor, bytes.baseAddress!, bytes.count)
        #else
          Darwin.read(descriptor, bytes.baseAddress!, bytes.count)
        #endif
      }
      if count > 0 { return .bytes(buffer[..<count]) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .nothing : .end
    }
  }
}
