import Foundation
import Testing

@Suite("The layout")
struct LayoutTests {
  @Test("the top level holds exactly what the design names")
  func topLevel() throws {
    let expected = ["Makefile", "Package.swift", "README.md", "Sources", "Tests", "corpus"]
    #expect(try Repository.entries(of: "").sorted() == expected.sorted())
  }

  @Test("the root package depends on no package")
  func noPackageDependency() throws {
    let manifest = try Repository.file("Package.swift").code.joined(separator: "\n")
    #expect(!manifest.contains(".package("))
  }

  @Test("files stay below 500 lines")
  func fileLength() throws {
    let long = try Repository.swiftFiles().filter { $0.lines.count > 500 }
      .map { Place(path: $0.path, line: $0.lines.count, note: "more than 500 lines") }
    #expect(long.isEmpty, "\(list(long))")
  }

  @Test("functions stay at or below 60 lines")
  func functionLength() throws {
    let long = try Repository.swiftFiles().flatMap { file in
      FunctionReader.functions(in: file.code).filter { $0.lineCount > 60 }.map {
        Place(path: file.path, line: $0.line, note: "\($0.lineCount) lines")
      }
    }
    #expect(long.isEmpty, "\(list(long))")
  }

  @Test("no file puts work off or speaks of a machine it was written on")
  func noLeftovers() throws {
    // Spelt in two halves, so that this file does not find itself.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "/wo" + "rk/", "/ho" + "me/"]
    let files =
      try Repository.swiftFiles() + Repository.files(below: "Sources", suffix: ".c")
      + Repository.files(below: "Sources", suffix: ".h")
      + Repository.files(below: "Sources", suffix: ".md")
      + Repository.files(below: "corpus", suffix: ".rxf")
      + ["Makefile", "README.md", ".ci/run", ".github/workflows/ci.yml"].map(Repository.file)
    let found = files.flatMap { file in
      file.lines.enumerated().flatMap { index, line in
        words.filter { line.contains($0) }
          .map { Place(path: file.path, line: index + 1, note: $0) }
      }
    }
    #expect(found.isEmpty, "\(list(found))")
  }

  @Test("no test is disabled")
  func noDisabledTest() throws {
    let found = Repository.files(below: "Tests", suffix: ".swift").flatMap {
      $0.places(naming: #/\.disabled\(/#, note: "disabled")
    }
    #expect(found.isEmpty, "\(list(found))")
  }
}

/// Places, one a line.
func list(_ places: [Place]) -> String {
  "\n" + places.map(\.description).joined(separator: "\n")
}
