import Foundation
import Mutation
import Planting

/// What is broken: RxCore in a copy of this package, or a library in a copy of its checkout, over which its adapter is built.
struct MutationSubject {
  /// The Swift files that are broken, as they are.
  let sources: URL
  /// Where their broken copies stand.
  let mutated: URL
  /// The package that is built.
  let package: URL
  /// The command that it makes.
  let product: String
  /// What its manifest reads.
  let environment: [String: String]
  /// Options of SwiftPM that it needs.
  let options: [String]
  /// With which the compiler alone can read what is broken.
  let compilerOptions: [String]
  /// Writes the copy: given what makes the text of a file out of its path and its text.
  let write: (_ rewrite: (_ file: String, _ text: String) throws -> String) throws -> Void

  static func core(root: URL, tree: URL) -> MutationSubject {
    let copy = MutantTree(root: root, folder: tree)
    return MutationSubject(
      sources: root.appending(path: "Sources/RxCore"),
      mutated: tree.appending(path: "Sources/RxCore"), package: tree, product: "rxfuzz",
      environment: [:], options: [],
      compilerOptions: [
        "-swift-version", "6", "-module-name", "RxCore", "-package-name", "rxfuzz",
      ],
      write: { rewrite in try copy.write(support: MutantSupport.core, rewrite) })
  }

  static func library(
    _ row: MutatedLibrary, checkout: URL, root: URL, tree: URL
  ) -> MutationSubject {
    let copy = CheckoutCopy(checkout: checkout, folder: tree, sources: row.sources)
    return MutationSubject(
      sources: checkout.appending(path: row.sources),
      mutated: tree.appending(path: row.sources),
      package: root.appending(path: "Sources/Adapters/\(row.adapter)"), product: row.product,
      environment: [row.variable: tree.path],
      // What a version has the manifest reads off the checkout, and SwiftPM remembers what it said.
      options: ["--manifest-cache", "none"],
      compilerOptions: [
        "-swift-version", "5", "-module-name", row.module, "-suppress-warnings",
      ] + row.headers.flatMap { ["-I", checkout.appending(path: $0).path] },
      write: { rewrite in try copy.write(support: MutantSupport.library, rewrite) })
  }

  /// Every Swift file that is broken, by its path below `sources`.
  func files() throws -> [(path: String, text: String)] {
    try Self.swiftFiles(in: sources).map { path in
      (path, try String(contentsOf: sources.appending(path: path), encoding: .utf8))
    }
  }

  /// Whether a file that the compiler names is one of the broken ones, where it stands itself or through a link.
  func holds(_ path: String) -> Bool {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      .hasPrefix(mutated.resolvingSymlinksInPath().path + "/")
  }

  /// Paths of all Swift files in a folder; each may be a link.
  static func swiftFiles(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
  }
}
