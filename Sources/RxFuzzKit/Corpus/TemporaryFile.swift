#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is being written under a hidden name, before it gets its own.
///
/// Who writes one holds its lock, so that what a killed process has left can be distinguished from what is being written.
/// Thread-safety: one owner.
struct TemporaryFile {
  let path: String
  private let file: Int32
  private static let prefix = ".rxf-"
  /// How often another process may take a new file for a left one before its lock is held.
  private static let attemptsMax = 10

  /// Makes an empty one.
  init(in folder: String) throws(CorpusStoreError) {
    for _ in 0..<Self.attemptsMax {
      var template = PathText.bytes("\(folder)/\(Self.prefix)XXXXXX")
      let file = mkstemp(&template)
      guard file >= 0 else {
        // Some folders of the system take no new files, and say that the new file does not exist.
        if errno == ENOENT, CorpusFolder.isFolder(folder) { throw .protected(path: folder) }
        throw CorpusStoreError(errno, call: "mkstemp", path: folder)
      }
      // A file system without locks has no leftovers removed.
      let isTaken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      var status = stat()
      if !isTaken, fstat(file, &status) == 0, status.st_nlink > 0 {
        path = PathText.path(template.dropLast().map { UInt8(bitPattern: $0) })
        self.file = file
        return
      }
      close(file)
    }
    throw CorpusStoreError(EBUSY, call: "flock", path: folder)
  }

  /// Fills it, and makes it outlive a power failure. `path` is for messages.
  func write(_ bytes: [UInt8], for path: String) throws(CorpusStoreError) {
    try fill(bytes, for: path)
    // A temporary file is private to its owner; a corpus file is read by everyone.
    guard fchmod(file, 0o644) == 0 else {
      throw CorpusStoreError(errno, call: "fchmod", path: path)
    }
    guard fsync(file) == 0 else { throw CorpusStoreError(errno, call: "fsync", path: path) }
  }

  func fill(_ bytes: [UInt8], for path: String) throws(CorpusStoreError) {
    try CorpusFolder.writeAll(bytes, to: file, path: path)
  }

  /// Removes the hidden name, if it still has it, and lets go of the file.
  func remove() {
    unlink(PathText.bytes(path))
    close(file)
  }

  /// Removes the files in a folder whose writers are gone.
  static func removeLeftovers(in folder: String) {
    let names = (try? CorpusFolder.names(in: folder, areHidden: true)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = PathText.bytes("\(folder)/\(name)")
      let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(file)
    }
  }
}
