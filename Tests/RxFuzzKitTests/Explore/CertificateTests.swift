import Foundation
import RxCoreAdapter
import RxFuzzKit
import Testing

@Suite("The certificate's scenarios")
struct CertificateTests {
  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Certificate")
  }

  @Test("the folder holds every row's races, and nothing else")
  func folderIsCurrent() throws {
    let manager = FileManager.default
    let wanted = Dictionary(
      uniqueKeysWithValues: CertificateScenarios.all.map {
        ("\($0.name).rxf", ScenarioCodec.print($0.scenario))
      })
    if ProcessInfo.processInfo.environment["RXFUZZ_REWRITE_GOLDEN"] != nil {
      try? manager.removeItem(at: Self.folder)
      for (name, text) in wanted {
        let url = Self.folder.appending(path: name)
        try manager.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
    }
    let names = try manager.subpathsOfDirectory(atPath: Self.folder.path).filter {
      $0.hasSuffix(".rxf")
    }
    #expect(Set(names) == Set(wanted.keys))
    for name in names {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      #expect(text == wanted[name], "\(name)")
    }
  }

  @Test("every row is there, and every scenario is lawful")
  func isComplete() {
    let scenarios = CertificateScenarios.all
    #expect(scenarios.count >= 200)
    #expect(Set(scenarios.map(\.scenario.chain.row)) == Set(Catalogue.rows.map(\.name)))
    for (name, scenario) in scenarios {
      #expect(ScenarioValidation.validate(scenario) == nil, "\(name)")
    }
  }
}
