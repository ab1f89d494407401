import Foundation

/// What `llvm-cov export` says of a run.
public struct CoverageExport: Sendable {
  /// How many there are, and how many of them were run.
  public struct Tally: Decodable, Hashable, Sendable {
    public var count: Int
    public var covered: Int

    public init(count: Int, covered: Int) {
      self.count = count
      self.covered = covered
    }

    static func += (sum: inout Tally, more: Tally) {
      sum.count += more.count
      sum.covered += more.covered
    }
  }

  /// A source file.
  public struct File: Hashable, Sendable {
    /// Below the folder that is measured.
    public let path: String
    public let functions: Tally
    public let lines: Tally
  }

  /// A function, closure or accessor.
  public struct Function: Hashable, Sendable {
    /// Below the folder that is measured.
    public let path: String
    /// As the linker knows it.
    public let symbol: String
    public let isReached: Bool
  }

  public let files: [File]
  public let functions: [Function]

  /// Reads what `llvm-cov export` has written, as far as it is about files below `folder`.
  public init(_ data: Data, below folder: String) throws {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    let document = try JSONDecoder().decode(Document.self, from: data)
    files = document.data.flatMap(\.files).filter { $0.filename.hasPrefix(prefix) }
      .map {
        File(
          path: String($0.filename.dropFirst(prefix.count)), functions: $0.summary.functions,
          lines: $0.summary.lines)
      }
      .sorted { $0.path < $1.path }
    functions = document.data.flatMap(\.functions).compactMap { function in
      guard let file = function.filenames.first, file.hasPrefix(prefix) else { return nil }
      // The file's name stands before the symbol of what only that file sees.
      let symbol = function.name.split(separator: ":").last.map(String.init) ?? function.name
      return Function(
        path: String(file.dropFirst(prefix.count)), symbol: symbol, isReached: function.count > 0)
    }
  }

  private struct Document: Decodable {
    struct Part: Decodable {
      let files: [FileEntry]
      let functions: [FunctionEntry]
    }
    struct FileEntry: Decodable {
      struct Summary: Decodable {
        let functions: Tally
        let lines: Tally
      }
      let filename: String
      let summary: Summary
    }
    struct FunctionEntry: Decodable {
      let name: String
      let count: UInt64
      let filenames: [String]
    }
    let data: [Part]
  }
}
