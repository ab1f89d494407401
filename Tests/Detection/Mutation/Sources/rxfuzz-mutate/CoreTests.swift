import Foundation
import Planting

/// RxCore's own tests, built against the mutated copy.
struct CoreTests {
  private static let target = "RxCoreTests"
  private static let runSecondsMax = 180
  private let package: TestPackage
  private let root: URL

  init(folder: URL, tree: URL, root: URL) {
    package = TestPackage(folder: folder, tree: tree)
    self.root = root
  }

  func build() throws {
    try package.build(
      targets: [Self.target], libraries: ["RxCore", "RxCoreFoundation", "RxCoreTest"]
    ) { _, folder in
      try FileManager.default.copyItem(
        at: root.appending(path: "Tests/\(Self.target)"), to: folder)
    }
    guard try pass(with: 0) else {
      throw MutantError(mutant: "*", message: "RxCore's tests fail with no fault active")
    }
  }

  /// Whether they pass with that fault active; a run that does not end has not passed.
  func pass(with number: Int) throws -> Bool {
    try package.test(mutant: number, secondsMax: Self.runSecondsMax).status == 0
  }
}
