#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A call of the operating system that failed: what was tried, and the system's own words.
public struct SystemError: Error, Hashable, Sendable {
  /// One line.
  public let message: String

  /// - Parameter code: the error number; by default that of the calling thread's last failed call.
  init(_ what: String, code: Int32 = errno) {
    message = "\(what): \(String(cString: strerror(code)))"
  }
}
