#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why the corpus folder could not be read or written: one clear line.
///
/// A finding that could not be saved is still the caller's to print.
public enum CorpusStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the folder or the file lies on may not be written.
  case readOnly(path: String)
  /// The folder or the file may not be written by this user.
  case protected(path: String)
  /// The folder or the file may not be read.
  case forbidden(path: String)
  /// A folder stands where a file is needed.
  case isAFolder(path: String)
  /// The file would grow beyond what this process may write.
  case tooLong(path: String)
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
    case EACCES where Self.readingCalls.contains(call): self = .forbidden(path: path)
    case EFBIG: self = .tooLong(path: path)
    case EACCES, EPERM: self = .protected(path: path)
    case EROFS: self = .readOnly(path: path)
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case ENOENT: self = .vanished(path: path)
    case ENOTDIR: self = .notAFolder(path: path)
    default: self = .system(path: path, call: call, number: number)
    }
  }

  private static let readingCalls: Set<String> = ["open", "opendir", "read", "stat"]

  public var description: String {
    switch self {
    case .forbidden(let path): "cannot read `\(PathText.shown(path))`: there is no permission to"
    case .isAFolder(let path): "`\(PathText.shown(path))` is a folder, where a file is needed"
    case .tooLong(let path):
      "cannot write `\(PathText.shown(path))`: files may not grow so large (ulimit -f)"
    case .protected(let path): "cannot write `\(PathText.shown(path))`: there is no permission to"
    case .readOnly(let path): "cannot write `\(PathText.shown(path))`: it is read-only"
    case .diskFull(let path): "cannot write `\(PathText.shown(path))`: the disk is full"
    case .vanished(let path): "`\(PathText.shown(path))` does not exist"
    case .notAFolder(let path): "`\(PathText.shown(path))` is not a folder"
    case .crowded(let path):
      "cannot write `\(PathText.shown(path))`: too many files share that name"
    case .system(let path, let call, let number):
      "\(call) failed on `\(PathText.shown(path))`: \(String(cString: strerror(number)))"
    }
  }
}
