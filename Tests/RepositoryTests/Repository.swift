import Foundation

/// The working copy that holds these tests, read as text.
enum Repository {
  /// The folder that holds Package.swift.
  static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder
  }()

  /// Names directly below a folder, sorted, without dotfiles.
  static func entries(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The files below a folder, dot folders excepted; sorted, so that failures read the same everywhere.
  static func files(below folder: String, suffix: String = "") -> [SourceFile] {
    all.filter { $0.path.hasPrefix(folder + "/") && $0.path.hasSuffix(suffix) }
  }

  /// One file by its path from the root.
  static func file(_ path: String) throws -> SourceFile {
    let data = try Data(contentsOf: root.appending(path: path))
    return SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
  }

  /// Every Swift file that people write here.
  static func swiftFiles() throws -> [SourceFile] {
    try files(below: "Sources", suffix: ".swift") + files(below: "Tests", suffix: ".swift")
      + [file("Package.swift")]
  }

  /// What lies below Sources, Tests and corpus, read once for all tests.
  private static let all: [SourceFile] = {
    do {
      return try ["Sources", "Tests", "corpus"].flatMap(paths(below:)).sorted().map(file)
    } catch {
      preconditionFailure("the repository cannot be read: \(error)")
    }
  }()

  private static func paths(below folder: String) throws -> [String] {
    let top = root.appending(path: folder)
    guard
      let walk = FileManager.default.enumerator(
        at: top, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    else { return [] }
    let prefixLength = root.standardizedFileURL.path.count + 1
    var paths: [String] = []
    for case let url as URL in walk {
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      paths.append(String(url.standardizedFileURL.path.dropFirst(prefixLength)))
    }
    return paths
  }
}

/// A place in a file, printed as compilers print it.
struct Place: CustomStringConvertible {
  let path: String
  let line: Int
  let note: String
  var description: String { "\(path):\(line): \(note)" }
}

/// A text file of the repository.
struct SourceFile {
  /// From the repository's root.
  let path: String
  let text: String
  let lines: [Substring]
  /// The lines without comments and the contents of strings; empty where the file is not Swift.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    code =
      path.hasSuffix(".swift")
      ? CodeReader.codeOnly(text).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init) : []
  }

  /// The lines of its code in which any of those words stands, each as a place with that note.
  func places(naming words: Regex<Substring>, note: String) -> [Place] {
    code.enumerated().filter { $0.element.contains(words) }
      .map { Place(path: path, line: $0.offset + 1, note: note) }
  }

  /// The modules that the file imports, each with its line.
  var imports: [(module: String, line: Int)] {
    code.enumerated().compactMap { index, line in
      // A cheap look first: expressions are slow where they are not optimised.
      guard line.contains("import") else { return nil }
      let match = line.firstMatch(
        of:
          #/^\s*(?:@\S+\s+)*(?:public\s+|package\s+|internal\s+|private\s+)?import\s+(?:struct\s+|class\s+|enum\s+|func\s+|protocol\s+|var\s+|typealias\s+)?(\w+)/#
      )
      return match.map { (String($0.1), index + 1) }
    }
  }
}
