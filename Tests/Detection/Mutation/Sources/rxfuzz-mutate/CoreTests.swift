import Foundation
import Planting

/// RxCore's own tests, built against the mutated copy in a package of their own.
struct CoreTests {
  private static let buildSecondsMax = 1800
  private static let runSecondsMax = 180
  let folder: URL
  let tree: URL
  let root: URL

  func build() throws {
    let tests = folder.appending(path: "Tests")
    try? FileManager.default.removeItem(at: tests)
    try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: root.appending(path: "Tests/RxCoreTests"), to: tests.appending(path: "RxCoreTests"))
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    let result = try swift(["build", "--build-tests"]).run(secondsMax: Self.buildSecondsMax)
    guard result.status == 0 else {
      throw MutantError(mutant: "*", message: "RxCore's tests do not build:\n\(result.tail)")
    }
    guard try pass(with: 0) else {
      throw MutantError(mutant: "*", message: "RxCore's tests fail with no fault active")
    }
  }

  /// Whether they pass with that fault active; a run that does not end has not passed.
  func pass(with number: Int) throws -> Bool {
    try swift(["test", "--skip-build"], [MutantTree.variable: "\(number)"])
      .run(secondsMax: Self.runSecondsMax).status == 0
  }

  private func swift(_ words: [String], _ environment: [String: String] = [:]) -> Command {
    Command(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift", words[0], "--package-path", folder.path] + words.dropFirst(),
      environment: environment.merging(["RXFUZZ_PLAIN": "1"]) { $1 })
  }

  private var manifest: String {
    """
    // swift-tools-version:6.2
    import PackageDescription

    let package = Package(
      name: "core-tests",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "mutated", path: "\(tree.path)")],
      targets: [
        .testTarget(
          name: "RxCoreTests",
          dependencies: ["RxCore", "RxCoreFoundation", "RxCoreTest"].map {
            .product(name: $0, package: "mutated")
          })
      ],
      swiftLanguageModes: [.v6]
    )
    """
  }
}
