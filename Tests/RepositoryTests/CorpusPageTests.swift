import Foundation
import Testing

/// What the corpus holds of other libraries is said in a form in which their authors can be told.
@Suite("The pages of the corpus")
struct CorpusPageTests {
  /// The headings below the title, in this order.
  private static let headings = [
    "Versions", "What happens", "The interleaving", "Reproducer", "The contract",
    "What a fix has to keep",
  ]

  /// The scenarios of libraries that are not in this repository. What a run has saved here says with which seed it was
  /// found, and is nobody's claim yet: who keeps it takes that line out and writes its page.
  private static let scenarios = Repository.files(below: "corpus", suffix: ".rxf")
    .filter { !$0.path.hasPrefix("corpus/RxCore/") }
    .filter { !$0.lines.contains { $0.hasPrefix("found ") } }
  private static let pages = Repository.files(below: "corpus", suffix: ".md")

  @Test("each scenario of a foreign library has its page, and each page its scenario")
  func complete() {
    #expect(
      Self.scenarios.map { $0.path.dropLast(".rxf".count) }
        == Self.pages.map { $0.path.dropLast(".md".count) })
  }

  @Test("each page has a title and all its headings, in order, with something below each")
  func headings() {
    let wrong = Self.pages.flatMap { page -> [Place] in
      var faults: [Place] = []
      if page.lines.first?.hasPrefix("# ") != true {
        faults.append(Place(path: page.path, line: 1, note: "no title"))
      }
      let places = page.lines.indices.filter { page.lines[$0].hasPrefix("## ") }
      let found = places.map { String(page.lines[$0].dropFirst(3)) }
      if found != Self.headings {
        faults.append(Place(path: page.path, line: 1, note: "its headings are \(found)"))
      }
      let ends = places.dropFirst() + [page.lines.count]
      for (start, end) in zip(places, ends)
      where page.lines[(start + 1)..<end].allSatisfy({ $0.isEmpty }) {
        faults.append(Place(path: page.path, line: start + 1, note: "nothing is below it"))
      }
      return faults
    }
    #expect(wrong.isEmpty, "\(list(wrong))")
  }

  @Test("each page names places in the library's sources, the rules, and the command of its file")
  func contents() {
    let wrong = Self.pages.flatMap { page -> [Place] in
      let text = page.lines.joined(separator: "\n")
      let file = page.path.dropLast(".md".count) + ".rxf"
      let wanted = [
        ("no command with its file", text.contains(" \(file)`")),
        ("no rule", text.contains("Rules: ")),
        ("no place", text.contains(/\w\.swift:[0-9]+/)),
      ]
      return wanted.filter { !$0.1 }.map { Place(path: page.path, line: 1, note: $0.0) }
    }
    #expect(wrong.isEmpty, "\(list(wrong))")
  }
}
