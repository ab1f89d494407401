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
    if mkdir(PathText.bytes(path), 0o777) == 0 { return }
    let number = errno
    if number == EEXIST, isFolder(path) { return }
    if number == EEXIST { throw .notAFolder(path: path) }
    throw CorpusStoreError(number, call: "mkdir", path: path)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(PathText.bytes(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(PathText.bytes(path), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The names in a folder, sorted by their bytes, without those that begin with a dot, or only those.
  static func names(
    in path: String, areHidden: Bool = false
  ) throws(CorpusStoreError) -> [String] {
    guard let stream = opendir(PathText.bytes(path)) else {
      throw CorpusStoreError(errno, call: "opendir", path: path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name is read in place: an entry's memory is only as long as its name.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
      let bytes = UnsafeBufferPointer(
        start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)))
      let name = PathText.path(bytes)
      if name.hasPrefix(".") == areHidden { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The file's bytes, at most `bytesMax` and one more, so that a caller sees that it is too long.
  static func contents(of path: String, bytesMax: Int) throws(CorpusStoreError) -> [UInt8] {
    let file = open(PathText.bytes(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
    let temporary = try TemporaryFile(in: folder)
    defer { temporary.remove() }
    try temporary.write(bytes, for: path)
    guard try publish(temporary.path, as: path) else { return false }
    try flush(folder)
    return true
  }

  /// Writes a file in the place of another, so that after a crash the one or the other is there whole.
  ///
  /// Where the path is a link, what it leads to is written, and the link stays.
  static func overwrite(_ link: String, bytes: [UInt8]) throws(CorpusStoreError) {
    let path = try target(of: link)
    let folder = folder(of: path)
    let temporary = try TemporaryFile(in: folder)
    defer { temporary.remove() }
    try temporary.write(bytes, for: path)
    guard rename(PathText.bytes(temporary.path), PathText.bytes(path)) == 0 else {
      throw CorpusStoreError(errno, call: "rename", path: path)
    }
    try flush(folder)
  }

  /// Makes sure that a file of that path can be written, and that no folder is there; leaves nothing behind.
  static func probeFile(_ link: String) throws(CorpusStoreError) {
    let path = try target(of: link)
    var status = stat()
    if stat(PathText.bytes(path), &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw .isAFolder(path: path) }
    } else if errno != ENOENT {
      throw CorpusStoreError(errno, call: "stat", path: path)
    }
    try probe(folder(of: path))
  }

  /// Links that lead to one another, at most.
  private static let linksMax = 40

  /// Where a path leads once its last part is no link any more; that need not exist.
  private static func target(of link: String) throws(CorpusStoreError) -> String {
    var path = link
    for _ in 0..<linksMax {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = bytes.withUnsafeMutableBytes { buffer in
        readlink(
          PathText.bytes(path), buffer.baseAddress!.assumingMemoryBound(to: CChar.self),
          buffer.count)
      }
      guard count >= 0 else { return path }
      let next = PathText.path(bytes[..<count])
      path = next.hasPrefix("/") ? next : "\(folder(of: path))/\(next)"
    }
    throw CorpusStoreError(ELOOP, call: "readlink", path: link)
  }

  /// What distinguishes one folder from all others, however one gets there.
  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64
  }

  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(PathText.bytes(path), &status) == 0 else { return nil }
    return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(status.st_ino))
  }

  /// The folder that a path's last part lies in.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// Removes a file; one that is gone already is no failure.
  static func remove(_ path: String) throws(CorpusStoreError) {
    if unlink(PathText.bytes(path)) != 0, errno != ENOENT {
      throw CorpusStoreError(errno, call: "unlink", path: path)
    }
  }

  /// Makes sure that a file can be made and filled in the folder; leaves nothing behind.
  static func probe(_ folder: String) throws(CorpusStoreError) {
    let file = try TemporaryFile(in: folder)
    defer { file.remove() }
    try file.fill([UInt8(ascii: "#")], for: folder)
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
    if link(PathText.bytes(temporary), PathText.bytes(path)) == 0 { return true }
    let number = errno
    if number == EEXIST { return false }
    guard number == EPERM || number == ENOTSUP || number == EMLINK else {
      throw CorpusStoreError(number, call: "link", path: path)
    }
    // A file system without hard links: a rename is whole as well, but does not see who was first.
    if access(PathText.bytes(path), F_OK) == 0 { return false }
    guard rename(PathText.bytes(temporary), PathText.bytes(path)) == 0 else {
      throw CorpusStoreError(errno, call: "rename", path: path)
    }
    return true
  }

  /// Makes a new name in the folder outlive a power failure.
  private static func flush(_ folder: String) throws(CorpusStoreError) {
    let directory = open(PathText.bytes(folder), O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { throw CorpusStoreError(errno, call: "open", path: folder) }
    defer { close(directory) }
    // Some file systems have no flush for folders and say EINVAL; there is nothing to lose then.
    if fsync(directory) != 0, errno != EINVAL {
      throw CorpusStoreError(errno, call: "fsync", path: folder)
    }
  }
}
