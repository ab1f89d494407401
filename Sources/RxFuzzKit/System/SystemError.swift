#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A call of the operating system that failed: what was tried, and the system's own words.
public struct SystemError: Error, Hashable, Sendable {
  /// One line.
  public let message: String
  /// What the system has none left of, if that is why.
  let exhaustion: Exhaustion?

  /// - Parameter code: the error number; by default that of the calling thread's last failed call.
  init(_ what: String, code: Int32 = errno) {
    let bound = code == EFBIG ? " (ulimit -f)" : ""
    message = "\(what): \(String(cString: strerror(code)))\(bound)"
    exhaustion =
      switch code {
      case EMFILE, ENFILE: .descriptors
      case ENOMEM: .memory
      case EAGAIN: .threads
      default: nil
      }
  }
}
