import Foundation
import Testing

/// What the pages promise each other.
@Suite("The pages")
struct ProseTests {
  private static let catalogues = [
    "Sources/RxFuzzKit/RxFuzzKit.docc", "Sources/RxCore/RxCore.docc",
  ]

  @Test("the README has at most 150 lines")
  func readmeLength() throws {
    let text = try Repository.file("README.md").text
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 150)
  }

  @Test("the README links to files that exist")
  func readmeLinks() throws {
    let text = try Repository.file("README.md").text
    let targets = text.matches(of: #/\]\(([^)#:]+)\)/#).map { String($0.1) }
    #expect(targets.count >= 4)
    for target in targets { #expect(throws: Never.self) { try Repository.file(target) } }
  }

  @Test("decisions are numbered without gaps, in file, title and catalogue", arguments: catalogues)
  func decisions(catalogue: String) throws {
    let pages = Repository.files(below: catalogue, suffix: ".md")
    let decisions = pages.compactMap { page -> (number: Int, page: SourceFile)? in
      guard let match = page.path.firstMatch(of: #/\/Decision-(\d+)-[^\/]+\.md$/#),
        let number = Int(match.1)
      else { return nil }
      return (number, page)
    }.sorted { $0.number < $1.number }
    #expect(!decisions.isEmpty)
    #expect(decisions.map(\.number) == Array(1...max(1, decisions.count)))
    for (number, page) in decisions {
      #expect(page.lines.first?.hasPrefix("# \(number) ") == true, "\(page.path)")
    }
    let module = catalogue.split(separator: "/")[1]
    let links = try Repository.file("\(catalogue)/\(module).md").text
      .matches(of: #/<doc:Decision-(\d+)-/#).compactMap { Int($0.1) }
    #expect(links == decisions.map(\.number))
  }

  @Test("each link to a page names one of the same catalogue", arguments: catalogues)
  func pageLinks(catalogue: String) {
    let pages = Repository.files(below: catalogue, suffix: ".md")
    let names = Set(
      pages.compactMap { $0.path.split(separator: "/").last?.dropLast(".md".count) })
    let dead = pages.flatMap { page in
      page.lines.enumerated().flatMap { index, line in
        line.matches(of: #/<doc:([^>#]+)/#).filter { !names.contains($0.1) }
          .map { Place(path: page.path, line: index + 1, note: "no page \($0.1)") }
      }
    }
    #expect(dead.isEmpty, "\(list(dead))")
  }

  @Test("each term of the glossary names a type that exists, as a link where it is public")
  func glossary() throws {
    let types = TypeTable()
    let page = try Repository.file("Sources/RxFuzzKit/RxFuzzKit.docc/Glossary.md")
    let rows = page.lines.enumerated().filter { $0.element.hasPrefix("| ") }
      .filter { !$0.element.hasPrefix("| term ") }
    #expect(rows.count > 40)
    let wrong = rows.compactMap { index, line -> Place? in
      let place = { Place(path: page.path, line: index + 1, note: $0) }
      guard let match = line.firstMatch(of: #/\| (`+)(\w+)(?:\/\w+)*`+ \|$/#) else {
        return place("no type at the end")
      }
      let name = String(match.2)
      if match.1.count == 2 {
        return types.linkable.contains(name) ? nil : place("RxFuzzKit has no public type \(name)")
      }
      return types.all.contains(name) ? nil : place("no type \(name)")
    }
    #expect(wrong.isEmpty, "\(list(wrong))")
  }
}

/// The names of the types that are declared in this repository.
struct TypeTable {
  /// In any file.
  private(set) var all: Set<String> = []
  /// Public ones of RxFuzzKit, to which its pages can link.
  private(set) var linkable: Set<String> = []

  init() {
    let files =
      Repository.files(below: "Sources", suffix: ".swift")
      + Repository.files(below: "Tests", suffix: ".swift")
    for file in files {
      for line in file.code {
        guard let (name, isPublic) = Self.declaration(in: line) else { continue }
        all.insert(name)
        if isPublic, file.path.hasPrefix("Sources/RxFuzzKit/") { linkable.insert(name) }
      }
    }
  }

  /// The type that a line of code declares.
  private static func declaration(in line: String) -> (name: String, isPublic: Bool)? {
    let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
    guard let keyword = words.firstIndex(where: { keywords.contains($0) }),
      keyword + 1 < words.count, words[keyword + 1].first?.isUppercase == true
    else { return nil }
    return (String(words[keyword + 1]), words[..<keyword].contains("public"))
  }

  private static let keywords: Set<Substring> = ["class", "struct", "enum", "protocol", "actor"]
}
