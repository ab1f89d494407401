import Testing

@Suite("The table of operators")
struct OperatorTableTests {
  private struct Row {
    /// The heading below which it stands.
    let section: String
    let symbol: String
    let name: String
    let state: String
    let file: String
  }

  private static let folder = "Sources/RxCore/"

  private func rows() throws -> [Row] {
    let table = try Repository.file("Sources/RxCore/RxCore.docc/Operators.md").lines
    var section = ""
    return table.compactMap { line in
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard
        let match = line.firstMatch(
          of: #/^\| `(\w+)(\([^`]*\))` \| (.+?) \| (?:.+? \| )?(\S*) ?\|$/#)
      else { return nil }
      return Row(
        section: section, symbol: "\(match.1)\(match.2)", name: String(match.1),
        state: String(match.3),
        file: String(match.4))
    }
  }

  @Test("names a file for each operator that exists, and the operator is there")
  func files() throws {
    let rows = try rows()
    #expect(rows.count > 100)
    for row in rows where !row.file.isEmpty {
      let text = try Repository.file(Self.folder + row.file).text
      let declaration = try Regex("func `?\(row.name)`?[<(]")
      #expect(text.contains(declaration), "\(row.symbol) is not in \(row.file)")
    }
  }

  @Test("gives a reason for each operator that does not exist")
  func absent() throws {
    for row in try rows() where row.file.isEmpty {
      #expect(row.state.hasPrefix("absent: "), "\(row.symbol)")
    }
  }

  @Test("knows every operator's file")
  func complete() throws {
    let named = Set(try rows().map { Self.folder + $0.file })
    let missing = Repository.files(below: Self.folder + "Operators", suffix: ".swift")
      .filter { file in file.code.contains { $0.contains("public ") } }
      .map(\.path).filter { !named.contains($0) }
    #expect(missing.isEmpty, "\(missing)")
  }

  /// Sections of types other than `Observable`, which all other sections are about.
  private static let types = [
    "Infallible", "Single", "Maybe", "Completable", "Every trait", "Observers",
  ]

  @Test("lists every operator that RxSwift 6 has, of each of its types")
  func missing() throws {
    let listed = Set(
      try rows().map { row in
        "\(Self.types.contains(row.section) ? row.section : "Observable"): \(row.symbol)"
      })
    let golden = try Repository.file("Tests/RepositoryTests/Golden/rxswift-6.txt").lines
      .filter { !$0.isEmpty }.map(String.init)
    #expect(golden.count > 200)
    let missing = golden.filter { !listed.contains($0) }
    #expect(missing.isEmpty, "\(missing)")
  }
}
