import Foundation
import Planting

/// RxCore's own tests, built against the mutated copy.
struct CoreTests {
  private static let target = "RxCoreTests"
  private static let runSecondsMax = 180
  private let package: TestPackage
  private let folder: URL
  private let root: URL

  init(folder: URL, tree: URL, root: URL) {
    package = TestPackage(folder: folder, tree: tree)
    self.folder = folder
    self.root = root
  }

  func build() throws {
    try package.build(
      targets: [Self.target], libraries: ["RxCore", "RxCoreFoundation", "RxCoreTest"]
    ) { _, folder in
      try FileManager.default.copyItem(
        at: root.appending(path: "Tests/\(Self.target)"), to: folder)
    }
    try linkSources()
    guard try pass(with: 0) else {
      throw MutantError(mutant: "*", message: "RxCore's tests fail with no fault active")
    }
  }

  /// Some read RxCore's pages, where those stand beside them.
  private func linkSources() throws {
    let link = folder.appending(path: "Sources")
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: root.appending(path: "Sources"))
  }

  /// Whether they pass with that fault active; a run that does not end has not passed.
  func pass(with number: Int) throws -> Bool {
    try package.test(mutant: number, secondsMax: Self.runSecondsMax).status == 0
  }
}
