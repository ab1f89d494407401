import Foundation

/// Values as they come, a line of JSON each in a file, so that a run that is cut short can go on.
///
/// Thread-safety: any thread.
public final class LineLog<Line: Codable & Sendable>: Sendable {
  private let file: URL?
  private let lock = NSLock()

  /// Nil keeps nothing.
  public init(_ file: URL?) { self.file = file }

  /// What the file holds; a last line that was cut while it was written is left out.
  public func lines() throws -> [Line] {
    try lock.withLock {
      guard let file, FileManager.default.fileExists(atPath: file.path) else { return [] }
      let text = try String(contentsOf: file, encoding: .utf8)
      var lines: [Line] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      where !line.isEmpty {
        guard let value = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
          throw MutantError(mutant: "*", message: "\(file.path) holds no outcome: \(line)")
        }
        lines.append(value)
      }
      return lines
    }
  }

  /// Forgets them.
  public func clear() throws {
    guard let file else { return }
    try lock.withLock { try Data().write(to: file) }
  }

  /// Keeps it, in the file at once.
  public func append(_ line: Line) throws {
    guard let file else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(line) + Data("\n".utf8)
    try lock.withLock {
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forUpdating: file)
      defer { try? handle.close() }
      let end = try handle.seekToEnd()
      if end > 0 {
        try handle.seek(toOffset: end - 1)
        // What was cut while it was written goes.
        if try handle.read(upToCount: 1) != Data("\n".utf8) { try Self.dropLastLine(handle) }
      }
      try handle.seekToEnd()
      try handle.write(contentsOf: data)
    }
  }

  private static func dropLastLine(_ handle: FileHandle) throws {
    try handle.seek(toOffset: 0)
    let kept = try handle.readToEnd() ?? Data()
    let end = kept.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    try handle.truncate(atOffset: UInt64(end))
  }
}
