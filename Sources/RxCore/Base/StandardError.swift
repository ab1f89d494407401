#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The standard error, written without buffering.
enum StandardError {
  /// Writes `text` in one call; what the system does not take is dropped.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      #if canImport(Darwin)
        _ = Darwin.write(2, bytes.baseAddress, bytes.count)
      #elseif canImport(Glibc)
        _ = Glibc.write(2, bytes.baseAddress, bytes.count)
      #else
        _ = Musl.write(2, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
