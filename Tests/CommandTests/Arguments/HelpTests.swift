import Foundation
import Testing

@testable import RxFuzzCommand

@Suite("The help pages")
struct HelpTests {
  /// Set `RXFUZZ_REWRITE_GOLDEN` to write the texts anew.
  @Test(
    "what is made of the tables is what was reviewed",
    arguments: ["help.txt", "manual.1", "completions.bash", "completions.zsh", "completions.fish"])
  func golden(name: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(name)")
    let text = Self.text(name) + "\n"
    if ProcessInfo.processInfo.environment["RXFUZZ_REWRITE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: url)
    }
    #expect(text == String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  private static func text(_ name: String) -> String {
    switch name {
    case "manual.1": return ManualText.text(command: "rxfuzz", library: "RxCore")
    case "help.txt":
      let pages = CommandRow.all.map { HelpText.text([$0], command: "rxfuzz") }
      return ([HelpText.overview(command: "rxfuzz", library: "RxCore")] + pages).joined(
        separator: "\n\n")
    default:
      let shell = CompletionShell(rawValue: String(name.split(separator: ".")[1]))
      return Completions.text(shell ?? .bash, command: "rxfuzz")
    }
  }

  @Test("every page fits a terminal of 80 columns and 24 lines")
  func size() throws {
    var pages = [HelpText.overview(command: "rxfuzz", library: "RxCore")]
    for row in CommandRow.all {
      guard case .help(let rows) = try Arguments.parse(row.words + ["--help"]) else {
        Issue.record("no help for \(row.name)")
        return
      }
      #expect(rows.map(\.name) == [row.name])
      pages.append(HelpText.text(rows, command: "rxfuzz"))
    }
    for page in pages {
      let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 24, "\(page)")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(page)")
    }
  }

  @Test("the pages of words that begin several commands are those of all of them")
  func several() throws {
    guard case .help(let rows) = try Arguments.parse(["corpus", "--help"]) else {
      Issue.record("no help")
      return
    }
    #expect(rows.map(\.name) == ["corpus list", "corpus minimize", "corpus merge"])
  }

  @Test("every option of a command is one of the table, and every option is of some command")
  func options() {
    for row in CommandRow.all { #expect(row.optionRows.count == row.options.count) }
    let taken = Set(CommandRow.all.flatMap(\.options)).union(Option.everywhere)
    #expect(Option.all.allSatisfy { taken.contains($0.name) })
  }
}
