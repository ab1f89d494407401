import Foundation

/// Emitted tests, each in a target of its own, because every emitted file brings the same private declarations.
///
/// Thread-safety: use from one thread.
public struct EmittedPackage {
  /// A run of one target that takes longer is stopped.
  private static let runSecondsMax = 300
  private let package: TestPackage

  /// - Parameters:
  ///   - folder: where the package is written; its build stays there.
  ///   - tree: the planted copy.
  public init(folder: URL, tree: URL) { package = TestPackage(folder: folder, tree: tree) }

  /// Writes one target for each text and builds them.
  public func build(_ texts: [String]) throws {
    try package.build(targets: texts.indices.map(Self.target), libraries: ["RxCore"]) {
      index, folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(texts[index].utf8).write(to: folder.appending(path: "Emitted.swift"))
    }
  }

  /// Runs the tests of one text with that mutant active; number 0 is the shipped core.
  public func test(_ index: Int, mutant number: Int) throws -> Command.Result {
    try package.test(
      target: Self.target(index), mutant: number, secondsMax: Self.runSecondsMax)
  }

  private static func target(_ index: Int) -> String { "Emitted\(index + 1)" }
}
