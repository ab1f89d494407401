#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The few file-system calls that the corpus needs, with typed errors. Thread-safety: stateless.
enum CorpusFolder {
  /// Largest number of interrupted calls that are repeated.
  private static let interruptionsMax = 100

  /// Makes the folder unless it exists. Its parent must exist.
  static func make(_ path: String) throws(CorpusStoreError) {
    if mkdir(path, 0o777) == 0 { return }
    let number = errno
    if number == EEXIST, isFolder(path) { return }
    if number == EEXIST { throw .notAFolder(path: path) }
    throw CorpusStoreError(number, call: "mkdir", path: path)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, sorted by their bytes, without those that begin with a dot.
  static func names(in path: String) throws(CorpusStoreError) -> [String] {
    guard let stream = opendir(path) else {
      throw CorpusStoreError(errno, call: "opendir", path: path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name is read in place: an entry's memory is only as long as its name.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = String(
        cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The file's bytes, at most `bytesMax` and one more, so that a caller sees that it is too long.
  static func contents(of path: String, bytesMax: Int) throws(CorpusStoreError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw CorpusStoreError(errno, call: "open", path: path) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: bytesMax + 1)
    var filled = 0
    var interruptions = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress! + filled, buffer.count - filled)
      }
      if count == 0 { break }
      if count > 0 {
        filled += count
      } else if errno == EINTR, interruptions < interruptionsMax {
        interruptions += 1
      } else {
        throw CorpusStoreError(errno, call: "read", path: path)
      }
    }
    return Array(bytes[..<filled])
  }

  /// Writes a file that was not there before, so that after a crash it is there whole or not at all.
  ///
  /// The bytes go to a temporary file, which is flushed and then linked under its name; that fails
  /// where another process was first. Then the folder is flushed.
  /// Returns false where a file of that name exists.
  static func create(
    _ name: String, in folder: String, bytes: [UInt8]
  ) throws(CorpusStoreError) -> Bool {
    let path = "\(folder)/\(name)"
    let temporary = try writeTemporary(bytes, in: folder, path: path)
    defer { unlink(temporary) }
    guard try publish(temporary, as: path) else { return false }
    try flush(folder)
    return true
  }

  /// Writes a file in the place of another, so that after a crash the one or the other is there whole.
  static func overwrite(_ path: String, bytes: [UInt8]) throws(CorpusStoreError) {
    let folder = folder(of: path)
    let temporary = try writeTemporary(bytes, in: folder, path: path)
    guard rename(temporary, path) == 0 else {
      let number = errno
      unlink(temporary)
      throw CorpusStoreError(number, call: "rename", path: path)
    }
    try flush(folder)
  }

  /// The folder that a path's last part lies in.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// Removes a file; one that is gone already is no failure.
  static func remove(_ path: String) throws(CorpusStoreError) {
    if unlink(path) != 0, errno != ENOENT {
      throw CorpusStoreError(errno, call: "unlink", path: path)
    }
  }

  /// Writes and flushes a temporary file and returns its path. Leaves nothing behind when it throws.
  private static func writeTemporary(
    _ bytes: [UInt8], in folder: String, path: String
  ) throws(CorpusStoreError) -> String {
    var template = Array("\(folder)/.rxf-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw CorpusStoreError(errno, call: "mkstemp", path: folder) }
    let temporary = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(CorpusStoreError) {
      try writeAll(bytes, to: file, path: path)
      // A temporary file is private to its owner; a corpus file is read by everyone.
      guard fchmod(file, 0o644) == 0 else {
        throw CorpusStoreError(errno, call: "fchmod", path: path)
      }
      guard fsync(file) == 0 else { throw CorpusStoreError(errno, call: "fsync", path: path) }
    } catch {
      close(file)
      unlink(temporary)
      throw error
    }
    guard close(file) == 0 else {
      let number = errno
      unlink(temporary)
      throw CorpusStoreError(number, call: "close", path: path)
    }
    return temporary
  }

  /// Makes sure that a file can be made and filled in the folder; leaves nothing behind.
  static func probe(_ folder: String) throws(CorpusStoreError) {
    var template = Array("\(folder)/.rxf-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw CorpusStoreError(errno, call: "mkstemp", path: folder) }
    defer {
      close(file)
      unlink(template)
    }
    try writeAll([UInt8(ascii: "#")], to: file, path: folder)
  }

  /// Writes all bytes to an open file. `path` is for messages.
  static func writeAll(
    _ bytes: [UInt8], to file: Int32, path: String
  ) throws(CorpusStoreError) {
    var written = 0
    var interruptions = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(file, buffer.baseAddress! + written, buffer.count - written)
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EINTR, interruptions < interruptionsMax {
        interruptions += 1
      } else {
        throw CorpusStoreError(count < 0 ? errno : ENOSPC, call: "write", path: path)
      }
    }
  }

  /// Gives the flushed file its name; false where the name is taken.
  private static func publish(
    _ temporary: String, as path: String
  ) throws(CorpusStoreError) -> Bool {
    if link(temporary, path) == 0 { return true }
    let number = errno
    if number == EEXIST { return false }
    guard number == EPERM || number == ENOTSUP || number == EMLINK else {
      throw CorpusStoreError(number, call: "link", path: path)
    }
    // A file system without hard links: a rename is whole as well, but does not see who was first.
    if access(path, F_OK) == 0 { return false }
    guard rename(temporary, path) == 0 else {
      throw CorpusStoreError(errno, call: "rename", path: path)
    }
    return true
  }

  /// Makes a new name in the folder outlive a power failure.
  private static func flush(_ folder: String) throws(CorpusStoreError) {
    let directory = open(folder, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { throw CorpusStoreError(errno, call: "open", path: folder) }
    defer { close(directory) }
    // Some file systems have no flush for folders and say EINVAL; there is nothing to lose then.
    if fsync(directory) != 0, errno != EINVAL {
      throw CorpusStoreError(errno, call: "fsync", path: folder)
    }
  }
}
