#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The standard error, written without buffering.
enum StandardError {
  /// Writes `text`; what cannot be written is dropped.
  static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let written = rest.withUnsafeBytes { Darwin.write(2, $0.baseAddress, $0.count) }
      #elseif canImport(Glibc)
        let written = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      #else
        let written = rest.withUnsafeBytes { Musl.write(2, $0.baseAddress, $0.count) }
      #endif
      if written <= 0 { return }
      rest = rest.dropFirst(written)
    }
  }
}
