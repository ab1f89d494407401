import Foundation
import Planting

/// A copy of a library's checkout in which one folder is broken. Files are written only where their text changes, and what
/// the checkout has as links are files here.
struct CheckoutCopy {
  let checkout: URL
  let folder: URL
  /// The folder that is broken.
  let sources: String

  func write(
    support: String, _ rewrite: (_ file: String, _ text: String) throws -> String
  ) throws {
    var kept: Set<String> = [sources + "/" + Self.supportFile]
    for path in try paths() {
      let source = checkout.appending(path: path).resolvingSymlinksInPath()
      var data = try Data(contentsOf: source)
      if path.hasPrefix(sources + "/"), path.hasSuffix(".swift") {
        let file = String(path.dropFirst(sources.count + 1))
        data = Data(try rewrite(file, String(decoding: data, as: UTF8.self)).utf8)
      }
      try write(data, to: path)
      kept.insert(path)
    }
    try write(Data(support.utf8), to: sources + "/" + Self.supportFile)
    for path in try Self.regularFiles(below: folder, "") where !kept.contains(path) {
      try FileManager.default.removeItem(at: folder.appending(path: path))
    }
  }

  private static let supportFile = "Mutant.swift"
  /// What a build reads of a checkout; its own tests and examples are left out.
  private static let top = ["Package.swift", "Sources"]

  private func paths() throws -> [String] {
    try Self.top.flatMap { name in
      FileManager.default.fileExists(atPath: checkout.appending(path: name).path)
        ? try Self.regularFiles(below: checkout, name) : []
    }
  }

  /// Paths of all files there, those behind links too.
  private static func regularFiles(below root: URL, _ path: String) throws -> [String] {
    let manager = FileManager.default
    let place = root.appending(path: path).resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: place.path, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return [path] }
    return try manager.contentsOfDirectory(atPath: place.path).sorted()
      .filter { !$0.hasPrefix(".") }
      .flatMap { try regularFiles(below: root, path.isEmpty ? $0 : "\(path)/\($0)") }
  }

  private func write(_ data: Data, to path: String) throws {
    let target = folder.appending(path: path)
    if let present = try? Data(contentsOf: target), present == data { return }
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: target)
  }
}
