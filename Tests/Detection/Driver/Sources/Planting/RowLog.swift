import Foundation

/// The rows of a table as they come, a line each in a file, so that a run that is cut short can go on.
///
/// Thread-safety: any thread may append.
public final class RowLog: Sendable {
  private let file: URL
  private let lock = NSLock()

  public init(_ file: URL) { self.file = file }

  /// What earlier runs have written, the last row of each mutant; lines that were not written whole are left out.
  public func rows() -> [ExploreRow] {
    lock.withLock {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
      var rows: [ExploreRow] = []
      for line in text.split(separator: "\n") {
        guard let row = try? JSONDecoder().decode(ExploreRow.self, from: Data(line.utf8)) else {
          continue
        }
        rows.removeAll { $0.mutant == row.mutant }
        rows.append(row)
      }
      return rows
    }
  }

  /// Forgets them.
  public func clear() throws {
    try lock.withLock { try Data().write(to: file) }
  }

  public func append(_ row: ExploreRow) throws {
    let line = try JSONEncoder().encode(row) + Data("\n".utf8)
    try lock.withLock {
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      try handle.write(contentsOf: line)
      try handle.close()
    }
  }
}
