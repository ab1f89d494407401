#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that grow by whole pieces while somebody may read them.
///
/// Thread-safety: each call is one of the system's; pieces of one descriptor come in the order of the calls.
public enum LineFile {
  /// Opens a file for writing at its end, and makes it where it is missing.
  /// - `truncates`: whether what it holds is given up.
  public static func open(_ path: String, truncates: Bool = true) throws(CorpusStoreError) -> Int32
  {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (truncates ? O_TRUNC : 0)
    #if canImport(Glibc)
      let descriptor = Glibc.open(PathText.bytes(path), flags, 0o644)
    #else
      let descriptor = Darwin.open(PathText.bytes(path), flags, 0o644)
    #endif
    guard descriptor >= 0 else { throw CorpusStoreError(errno, call: "open", path: path) }
    return descriptor
  }

  /// Writes the whole text; false where it cannot be.
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    Descriptors.writeAll(Array(text.utf8), to: descriptor)
  }

  /// Bytes that are read of what has no size.
  private static let pipeBytesMax = 1 << 20

  /// All bytes of a file, or as many as are accepted.
  public static func contents(of path: String, bytesMax: Int) throws(CorpusStoreError) -> [UInt8] {
    var status = stat()
    guard stat(PathText.bytes(path), &status) == 0 else {
      throw CorpusStoreError(errno, call: "stat", path: path)
    }
    // The buffer is as large as it may have to be.
    return try CorpusFolder.contents(
      of: path, bytesMax: min(bytesMax, max(Int(status.st_size), pipeBytesMax)))
  }
}
