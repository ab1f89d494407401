import Foundation

/// A package of its own that holds emitted tests and depends on the planted copy's RxCore alone, as a user's would.
///
/// Each test file is a target, because every emitted file brings the same private declarations.
/// Thread-safety: use from one thread.
public struct EmittedPackage {
  /// A build, or a run of one target, that takes longer is stopped.
  private static let buildSecondsMax = 1800
  private static let runSecondsMax = 300
  private let folder: URL
  private let tree: URL

  /// - Parameters:
  ///   - folder: where the package is written; its build stays there.
  ///   - tree: the planted copy.
  public init(folder: URL, tree: URL) {
    self.folder = folder
    self.tree = tree
  }

  /// Writes one target for each text and builds them.
  public func build(_ texts: [String]) throws {
    let tests = folder.appending(path: "Tests")
    try? FileManager.default.removeItem(at: tests)
    for (index, text) in texts.enumerated() {
      let target = tests.appending(path: Self.target(index))
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: target.appending(path: "Emitted.swift"))
    }
    try Data(Self.manifest(targets: texts.count, tree: tree.path).utf8)
      .write(to: folder.appending(path: "Package.swift"))
    let result = try swift(["build", "--build-tests"]).run(secondsMax: Self.buildSecondsMax)
    guard result.status == 0 else {
      throw MutantError(mutant: "*", message: "the emitted tests do not build:\n\(result.tail)")
    }
  }

  /// Runs the tests of one text with that mutant active; number 0 is the shipped core.
  public func test(_ index: Int, mutant number: Int) throws -> Command.Result {
    try swift(
      ["test", "--skip-build", "--filter", "\(Self.target(index))\\."],
      [MutantTree.variable: "\(number)"]
    ).run(secondsMax: Self.runSecondsMax)
  }

  private static func target(_ index: Int) -> String { "Emitted\(index + 1)" }

  static func manifest(targets: Int, tree: String) -> String {
    let names = (0..<targets).map { "\"\(target($0))\"" }.joined(separator: ", ")
    return """
      // swift-tools-version:6.2
      import PackageDescription

      let package = Package(
        name: "emitted",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "planted", path: "\(tree)")],
        targets: [\(names)].map {
          .testTarget(name: $0, dependencies: [.product(name: "RxCore", package: "planted")])
        },
        swiftLanguageModes: [.v6]
      )
      """
  }

  // Without the instrumentation of explore, as a user has the library.
  private func swift(_ words: [String], _ environment: [String: String] = [:]) -> Command {
    Command(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift", words[0], "--package-path", folder.path] + words.dropFirst(),
      environment: environment.merging(["RXFUZZ_PLAIN": "1"]) { $1 })
  }
}
