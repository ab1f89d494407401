import Foundation
import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("Pages of the documentation that are made of tables")
struct PageTests {
  /// Set `RXFUZZ_REWRITE_GOLDEN` to write the pages anew.
  @Test("each is as its table says", arguments: GeneratedPage.all)
  func page(_ page: GeneratedPage) throws {
    let url = GeneratedPage.root.appending(
      path: "Sources/RxFuzzKit/RxFuzzKit.docc/\(page.name).md")
    if ProcessInfo.processInfo.environment["RXFUZZ_REWRITE_GOLDEN"] != nil {
      try Data(page.text.utf8).write(to: url)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == page.text)
  }
}

@Suite("What bindings have to do")
struct RowDutyTests {
  @Test("is said of every row that stands for no others, and of nothing else")
  func complete() {
    let owing = Catalogue.everywhere.filter { $0.standsFor == nil }.map(\.name)
    #expect(Set(owing) == Set(OperatorRow.duties.keys))
  }
}

/// A page and what it should say.
struct GeneratedPage: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String
  var testDescription: String { name }

  static let all = [invariants, operators, bindings, strategies]

  private static func page(_ name: String, _ title: String, _ parts: [String]) -> GeneratedPage {
    GeneratedPage(name: name, text: "# \(title)\n\n" + parts.joined(separator: "\n\n") + "\n")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }

  // MARK: Invariants

  private static let invariants = page(
    "Invariants", "Invariants",
    [
      "The rules of reactive streams that every trace is judged by, each with a run that breaks it and one that keeps it.",
      """
      ## Overview

      A library promises rules; what it does not promise is not judged. `rxfuzz list invariants` prints this list for one
      library. In the pictures time goes down, one column for each queue; `▸` opens what contains something else, `◂` closes
      it, and `→ 1: next 1` is a call of the observer of subscription 1. These runs are those that the tests of the rules use.
      """,
    ] + Judge.invariants.map { section($0.name, $0.statement) })

  private static func section(_ name: InvariantName, _ statement: String) -> String {
    var parts = ["## \(name.rawValue)", statement]
    if Judge.modelled.contains(name) { parts.append("Judged by the model of the operators.") }
    switch InvariantExample.all.first(where: { $0.name == name })?.evidence {
    case .traces(let violating, let lawful)?:
      parts += ["Violated:", picture(violating, name), "Kept:", picture(lawful, name)]
    case .processes(let violating, let lawful)?:
      parts += [
        "Violated by a process that ends so:", end(violating), "Not by this end:", end(lawful),
      ]
    case nil: break
    }
    return parts.joined(separator: "\n\n")
  }

  private static func picture(_ trace: Trace, _ name: InvariantName) -> String {
    var lines: [String] = []
    let scenario = ScenarioCodec.print(trace.scenario).split(separator: "\n")
    lines += scenario.filter { !$0.hasPrefix("rxf ") && !$0.hasPrefix("library ") }.map(String.init)
    if !trace.records.isEmpty {
      let drawn = LaneDiagram.draw(
        Finding(
          invariant: name, message: "", scenario: trace.scenario, records: trace.records))
      lines += [""] + drawn.split(separator: "\n").map { trimmed(String($0)) }
    }
    if case .violated(_, let message) = Judge(promises: [name]).verdict(on: trace) {
      lines += ["", message]
    }
    return "```\n\(lines.joined(separator: "\n"))\n```"
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func end(_ end: ProcessEnd) -> String {
    let words = end.errorText.split(separator: "\n").prefix(4).map { trimmed(String($0)) }
    let signal = end.signal.map { [Signals.words($0)] } ?? []
    let lines = words + signal
    return "```\n\((lines.isEmpty ? ["(it says nothing)"] : lines).joined(separator: "\n"))\n```"
  }

  // MARK: Operators

  private static let operators = page(
    "Operators-of-graphs", "Operators of graphs",
    [
      "The rows of the catalogue: what generated graphs are made of.",
      """
      ## Overview

      An input is a graph that an operator reads; a source has none. The weight is how often a row is drawn beside the others.
      `rxfuzz list operators` says which of them a library lacks.
      """,
      table(
        ["Operator", "Inputs", "Parameters", "Weight", "What is special"],
        Catalogue.rows.map { row in
          let inputs =
            row.inputs.lowerBound == row.inputs.upperBound
            ? "\(row.inputs.lowerBound)" : "\(row.inputs.lowerBound) to \(row.inputs.upperBound)"
          return [
            "`\(row.name)`", inputs, row.parameters.map(\.accepted).joined(separator: "; "),
            "\(row.weight)",
            traits(row.traits),
          ]
        }),
    ])

  // MARK: Bindings

  private static let bindings = page(
    "Bindings-of-rows", "Bindings of rows",
    [
      "What an adapter's binding of each row has to emit, and which of its closures touch the canary.",
      """
      ## Overview

      Elements are tokens. `Token.make(payload:emission:)` with emission 0 is an element that a graph makes itself; predicates
      look at `Token.payload`. A row that a library does in another way than this table says is bound all the same, with a
      meaning of its own: see <doc:Write-an-adapter>.
      """,
      table(
        ["Row", "Parameters", "What it emits", "Closures that touch the canary"],
        Catalogue.everywhere.filter { $0.standsFor == nil }.map { row in
          [
            "`\(row.name)`", row.parameters.map(\.accepted).joined(separator: "; "),
            row.duty ?? "", row.touching,
          ]
        }),
      """
      ## Rows that stand for others

      Each form emits what the graph behind it does: bind it to the operator of that name, with the closures of the rows that
      it stands for.
      """,
      table(
        ["Row", "Form", "The same as"],
        Catalogue.everywhere.filter { $0.standsFor != nil }.flatMap(sameAs)),
    ])

  private static func sameAs(_ row: OperatorRow) -> [[String]] {
    (0..<max(1, row.forms.count)).map { form in
      var parameters = row.parameters.map(\.drawn.upperBound)
      if !row.forms.isEmpty { parameters[0] = form }
      let chain = Chain(
        row.name, parameters, inputs: (0..<row.inputs.lowerBound).map { Chain("feed", [$0]) })
      let text = ScenarioCodec.print(Scenario(library: "", chain: chain.plain, queues: []))
      let line = text.split(separator: "\n").first { $0.hasPrefix("chain") }?.dropFirst(5)
      return [
        "`\(row.name)`", row.forms.isEmpty ? "" : "`\(row.forms[form])`",
        "`\((line ?? "").drop { $0 == " " })`",
      ]
    }
  }

  private static func traits(_ traits: OperatorRow.Traits) -> String {
    let words: [(OperatorRow.Traits, String)] = [
      (.feed, "driven by the script"), (.hot, "hot, may be driven from several queues"),
      (.combines, "inputs meet"), (.asynchronous, "delivers on another queue"),
      (.timed, "driven by a timer"), (.shares, "shares one connection"),
      (.resubscribes, "may subscribe again"),
      (.chooses, "its first input chooses among the others"),
      (.connects, "its second input connects"), (.throws, "its closure throws"),
      (.endless, "passes no terminal event on"),
    ]
    return words.filter { traits.contains($0.0) }.map(\.1).joined(separator: ", ")
  }

  // MARK: Strategies

  private static let strategies = page(
    "Strategies", "Strategies",
    [
      "How explore chooses schedules (`--strategy NAME`).",
      """
      ## Overview

      The default, `portfolio`, gives each strategy that draws by chance its share of the schedules, and more to those that
      yield more. A strategy that searches tries every schedule, and ends.
      """,
      "## By chance",
      table(
        ["Strategy", "What it does", "Share of a portfolio"],
        StrategyTable.sampling.map { ["`\($0.name)`", $0.summary, "\($0.share)"] }),
      "## By search",
      table(
        ["Strategy", "What it does"],
        StrategyTable.searching.map { ["`\($0.name)`", $0.summary] }),
      "## All of them",
      table(
        ["Strategy", "What it does"],
        StrategyTable.all.filter { row in
          !(StrategyTable.sampling + StrategyTable.searching).contains { $0.name == row.name }
        }.map { ["`\($0.name)`", $0.summary] }),
      "## One by one",
    ]
      + StrategyTable.all.map { "### \($0.name)\n\n\(documentation(of: $0))" })

  /// What the file of a strategy says of it.
  private static func documentation(of row: StrategyRow) -> String {
    let type = String(describing: type(of: row.make(0, ScheduleProfile())))
    let url = root.appending(path: "Sources/ScheduleKit/Strategies/\(type).swift")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return "" }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("///") }.prefix { $0.hasPrefix("///") }
      .map { String($0.dropFirst(3).drop { $0 == " " }) }.joined(separator: "\n")
  }

  static let root: URL = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root
  }()
}
