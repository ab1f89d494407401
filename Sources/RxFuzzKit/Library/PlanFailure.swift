/// Why a scenario cannot run on a library.
public enum PlanFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library binds no such row.
  case unboundRow(String, library: String)
  /// The scenario goes by virtual time, and the library has none.
  case noVirtualTime(library: String)
  /// More of something than one iteration has room for.
  case tooMany(String, count: Int, max: Int)

  /// One line.
  public var description: String {
    switch self {
    case .unboundRow(let row, let library): "\(library) has no operator '\(row)'"
    case .noVirtualTime(let library): "\(library) has no virtual time"
    case .tooMany(let what, let count, let max): "\(count) \(what), at most \(max) fit"
    }
  }
}
