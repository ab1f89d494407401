import Foundation

/// A package of its own that holds tests and depends on a mutated copy's libraries alone, as a user's would.
///
/// It is built without the instrumentation of explore, as a user has the library. Thread-safety: use from one thread.
public struct TestPackage {
  /// A build that takes longer is stopped.
  private static let buildSecondsMax = 1800
  private let folder: URL
  private let tree: URL

  /// - Parameters:
  ///   - folder: where the package is written; its build stays there.
  ///   - tree: the mutated copy.
  public init(folder: URL, tree: URL) {
    self.folder = folder
    self.tree = tree
  }

  /// Builds these targets, whose files `write` puts into the folders that it is given.
  public func build(
    targets: [String], libraries: [String], write: (_ target: Int, _ folder: URL) throws -> Void
  ) throws {
    let tests = folder.appending(path: "Tests")
    try? FileManager.default.removeItem(at: tests)
    try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
    for (index, target) in targets.enumerated() { try write(index, tests.appending(path: target)) }
    try Data(Self.manifest(targets: targets, libraries: libraries, tree: tree.path).utf8)
      .write(to: folder.appending(path: "Package.swift"))
    let result = try swift(["build", "--build-tests"]).run(secondsMax: Self.buildSecondsMax)
    guard result.status == 0 else {
      throw MutantError(mutant: "*", message: "the tests do not build:\n\(result.tail)")
    }
  }

  /// Runs tests with that mutant active; number 0 is the shipped core.
  /// - Parameter target: runs all targets if nil.
  public func test(
    target: String? = nil, mutant number: Int, secondsMax: Int
  ) throws -> Command.Result {
    try swift(
      ["test", "--skip-build"] + (target.map { ["--filter", "\($0)\\."] } ?? []),
      [MutantTree.variable: "\(number)"]
    ).run(secondsMax: secondsMax)
  }

  static func manifest(targets: [String], libraries: [String], tree: String) -> String {
    func quoted(_ names: [String]) -> String {
      names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    return """
      // swift-tools-version:6.2
      import PackageDescription

      let package = Package(
        name: "mutant-tests",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "mutated", path: "\(tree)")],
        targets: [\(quoted(targets))].map {
          .testTarget(
            name: $0,
            dependencies: [\(quoted(libraries))].map { .product(name: $0, package: "mutated") })
        },
        swiftLanguageModes: [.v6]
      )
      """
  }

  private func swift(_ words: [String], _ environment: [String: String] = [:]) -> Command {
    Command(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift", words[0], "--package-path", folder.path] + words.dropFirst(),
      environment: environment.merging(["RXFUZZ_PLAIN": "1"]) { $1 })
  }
}
