#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why the corpus folder could not be read or written: one clear line.
///
/// A finding that could not be saved is still the caller's to print.
public enum CorpusStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder or the file may not be written.
  case readOnly(path: String)
  /// No space, or no quota, is left.
  case diskFull(path: String)
  /// The folder does not exist, or no longer.
  case vanished(path: String)
  /// Something that is no folder stands where a folder is needed.
  case notAFolder(path: String)
  /// Too many files carry the same slug.
  case crowded(path: String)
  /// Any other failure: the call that failed and the system's number for it.
  case system(path: String, call: String, number: Int32)

  init(_ number: Int32, call: String, path: String) {
    switch number {
    case EACCES, EPERM, EROFS: self = .readOnly(path: path)
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case ENOENT: self = .vanished(path: path)
    case ENOTDIR: self = .notAFolder(path: path)
    default: self = .system(path: path, call: call, number: number)
    }
  }

  public var description: String {
    switch self {
    case .readOnly(let path): "cannot write `\(path)`: it is read-only"
    case .diskFull(let path): "cannot write `\(path)`: the disk is full"
    case .vanished(let path): "`\(path)` does not exist"
    case .notAFolder(let path): "`\(path)` is not a folder"
    case .crowded(let path): "cannot write `\(path)`: too many files share that name"
    case .system(let path, let call, let number):
      "\(call) failed on `\(path)`: \(String(cString: strerror(number)))"
    }
  }
}
