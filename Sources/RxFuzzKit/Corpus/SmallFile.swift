#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a command reads besides scenarios. Thread-safety: stateless.
public enum SmallFile {
  /// The file's bytes, at most `bytesMax` and one more, so that a caller sees that it is too long.
  public static func contents(of path: String, bytesMax: Int) throws(CorpusStoreError) -> [UInt8] {
    if CorpusFolder.isFolder(path) { throw .isAFolder(path: path) }
    return try CorpusFolder.contents(of: path, bytesMax: bytesMax)
  }

  /// Whether anything is there.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(PathText.bytes(path), &status) == 0
  }

  /// Whether no folder lies above that one, or it cannot be known.
  public static func isRoot(_ folder: String) -> Bool {
    var here = stat()
    var above = stat()
    guard stat(PathText.bytes(folder), &here) == 0,
      stat(PathText.bytes(folder + "/.."), &above) == 0
    else { return true }
    return here.st_ino == above.st_ino && here.st_dev == above.st_dev
  }
}
