import Foundation

/// A copy of the package in which every mutant is planted, in a scratch folder.
///
/// Files are written only where their text changes, so that a second build compiles only what moved.
/// Thread-safety: use from one thread.
public struct MutantTree {
  /// The environment variable that holds the active mutant's number.
  public static let variable = "RXFUZZ_MUTANT"

  private let root: URL
  /// Where the copy lies.
  public let folder: URL

  public init(root: URL, folder: URL) {
    self.root = root
    self.folder = folder
  }

  /// Brings the copy up to date with the package and with these mutants, numbered from 1.
  public func plant(_ mutants: [Mutant]) throws {
    let numbered = mutants.enumerated().map { (number: $0.offset + 1, mutant: $0.element) }
    let files = try write { file, text in
      try SourceRewriter(file: file, text: text).planting(numbered)
    }
    for mutant in mutants {
      for edit in mutant.edits where !files.contains(edit.file) {
        throw MutantError(
          mutant: mutant.name, message: "there is no file \(Self.core)\(edit.file)")
      }
    }
  }

  /// Brings the copy up to date with the package, each Swift file of RxCore rewritten.
  /// - Parameters:
  ///   - support: Swift source that the rewritten code needs besides the choice of one mutant.
  ///   - rewrite: of a path below Sources/RxCore and its text makes the text of the copy.
  /// - Returns: the paths below Sources/RxCore.
  @discardableResult
  public func write(
    support: String = "", _ rewrite: (_ file: String, _ text: String) throws -> String
  ) throws -> Set<String> {
    var kept: Set<String> = []
    var files: Set<String> = []
    for path in try sourcePaths() {
      var data = try Data(contentsOf: root.appending(path: path))
      if path.hasPrefix(Self.core), path.hasSuffix(".swift") {
        let file = String(path.dropFirst(Self.core.count))
        data = Data(try rewrite(file, String(decoding: data, as: UTF8.self)).utf8)
        files.insert(file)
      } else if path == "Package.swift", !support.isEmpty {
        data = Data(try Self.tolerant(String(decoding: data, as: UTF8.self)).utf8)
      }
      try write(data, to: path)
      kept.insert(path)
    }
    let selector = "\(Self.core)Mutant.swift"
    try write(Data((Self.selectorSource + "\n" + support).utf8), to: selector)
    try removeAll(except: kept.union([selector]))
    return files
  }

  /// The manifest, which lets the compiler warn of RxCore: nobody reviewed it. The other targets are built as they
  /// always are, so that what was built of them serves here, too.
  private static func tolerant(_ manifest: String) throws -> String {
    let strict = #"where target.name != "CScheduleRuntime" {"#
    let tolerant = #"where !["CScheduleRuntime", "RxCore"].contains(target.name) {"#
    guard let place = manifest.range(of: strict) else {
      throw MutantError(mutant: "*", message: "Package.swift does not say \(strict)")
    }
    return manifest.replacingCharacters(in: place, with: tolerant)
  }

  private static let core = "Sources/RxCore/"

  /// Public, so that code which other modules inline may name it too.
  private static let selectorSource = """
    #if canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #else
      import Darwin
    #endif

    public enum Mutant {
      public static let active: Int = getenv("\(variable)").flatMap { Int(String(cString: $0)) } ?? 0
    }
    """

  /// What the root package is built from: its manifest, Sources and Tests, without nested packages.
  private func sourcePaths() throws -> [String] {
    var paths = ["Package.swift"]
    for folder in ["Sources", "Tests"] { try collect(folder, into: &paths) }
    return paths
  }

  private func collect(_ folder: String, into paths: inout [String]) throws {
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    guard !names.contains("Package.swift") else { return }
    for name in names where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      let attributes = try manager.attributesOfItem(atPath: root.appending(path: path).path)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory: try collect(path, into: &paths)
      case .typeRegular: paths.append(path)
      // What several targets share; the copy has it where it is used.
      case .typeSymbolicLink where isFolder(path): try collect(path, into: &paths)
      default: continue
      }
    }
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(
      atPath: root.appending(path: path).path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private func write(_ data: Data, to path: String) throws {
    let target = folder.appending(path: path)
    if let present = try? Data(contentsOf: target), present == data { return }
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: target)
  }

  /// Removes what an earlier copy left behind and the package no longer has.
  private func removeAll(except kept: Set<String>) throws {
    for name in ["Sources", "Tests"] {
      let top = folder.appending(path: name)
      guard let walk = FileManager.default.enumerator(atPath: top.path) else { continue }
      for case let path as String in walk {
        let url = top.appending(path: path)
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
          continue
        }
        if !kept.contains("\(name)/\(path)") { try FileManager.default.removeItem(at: url) }
      }
    }
  }
}
