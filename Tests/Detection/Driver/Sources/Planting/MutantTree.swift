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
    let core = "Sources/RxCore/"
    var kept: Set<String> = []
    for path in try sourcePaths() {
      var data = try Data(contentsOf: root.appending(path: path))
      if path.hasPrefix(core), path.hasSuffix(".swift") {
        let text = String(decoding: data, as: UTF8.self)
        let rewriter = SourceRewriter(file: String(path.dropFirst(core.count)), text: text)
        data = Data(try rewriter.planting(numbered).utf8)
      }
      try write(data, to: path)
      kept.insert(path)
    }
    for mutant in mutants {
      for edit in mutant.edits where !kept.contains(core + edit.file) {
        throw MutantError(mutant: mutant.name, message: "there is no file \(core)\(edit.file)")
      }
    }
    let selector = "Sources/RxCore/Mutant.swift"
    try write(Data(Self.selectorSource.utf8), to: selector)
    try removeAll(except: kept.union([selector]))
  }

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
      default: continue
      }
    }
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
