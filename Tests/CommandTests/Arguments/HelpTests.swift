import Foundation
import Testing

@testable import RxFuzzCommand

@Suite("The help page")
struct HelpTests {
  /// Set `RXFUZZ_REWRITE_GOLDEN` to write the page anew.
  @Test("the help page is the one that was reviewed")
  func golden() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/help.txt")
    let text = HelpText.text(command: "rxfuzz", library: "RxCore") + "\n"
    if ProcessInfo.processInfo.environment["RXFUZZ_REWRITE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: url)
    }
    #expect(text == String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  @Test("every line of the help page fits a terminal")
  func width() {
    let text = HelpText.text(command: "rxfuzz", library: "RxCore")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
