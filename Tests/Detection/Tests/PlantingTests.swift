import Foundation
import Testing

@Suite("Planting mutants")
struct PlantingTests {
  private static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  private func mutant(_ name: String, find: String, replacement: String) throws -> Mutant {
    try Mutant(
      name: name,
      text: """
        kind     sample
        detected DISP-5 LEAK-1
        because  Somebody forgot.
        file     Sample.swift
        find statement
        \(find)
        replace
        \(replacement)
        end
        """)
  }

  @Test("the text form holds everything a mutant is")
  func parse() throws {
    let mutant = try mutant("forgotten", find: "a()\nb()", replacement: "a()")
    #expect(mutant.name == "forgotten")
    #expect(mutant.detectedBy == ["DISP-5", "LEAK-1"])
    #expect(mutant.build == .release)
    #expect(
      mutant.edits == [
        .init(file: "Sample.swift", form: .statement, find: "a()\nb()", replacement: "a()")
      ])
  }

  @Test(
    "a damaged text names the mutant and what is wrong",
    arguments: [
      "kind a\nkind b", "colour red", "kind a\nfile b\nrings c\nbecause d",
      "find statement\na()\nreplace",
      "find thing\na\nreplace\nb\nend", "build sometimes\nfind statement\na\nreplace\nend",
    ])
  func damaged(text: String) {
    #expect(throws: MutantError.self) { try Mutant(name: "damaged", text: text) }
  }

  @Test("equal snippets are chained, inner ones stay inside the outer one's original")
  func rewrite() throws {
    let text = "begin\nfirst(value)\nend"
    let outer = try mutant("outer", find: "first(value)", replacement: "")
    let twin = try mutant("twin", find: "first(value)", replacement: "second()")
    var inner = try mutant("inner", find: "value", replacement: "0")
    inner.edits[0].form = .expression
    let planted = try SourceRewriter(file: "Sample.swift", text: text).planting([
      (1, outer), (2, inner), (3, twin),
    ])
    #expect(
      planted == """
        begin
        if Mutant.active == 1 {

        } else if Mutant.active == 3 {
        second()
        } else {
        first((Mutant.active == 2 ? (0) : (value)))
        }
        end
        """)
  }

  @Test("a snippet that stands nowhere, twice, or across another one is an error")
  func stale() throws {
    let text = "one two one"
    let rewriter = SourceRewriter(file: "Sample.swift", text: text)
    for find in ["three", "one"] {
      let stale = try mutant("stale", find: find, replacement: "")
      #expect(throws: MutantError.self) { try rewriter.planting([(1, stale)]) }
    }
    let left = try mutant("left", find: "one two", replacement: "")
    let right = try mutant("right", find: "two one", replacement: "")
    #expect(throws: MutantError.self) { try rewriter.planting([(1, left), (2, right)]) }
  }

  @Test("the number of races is read from the run's summary")
  func races() {
    let output = "header\nraced      13,824 iterations in 2.1 s, 6,583 a second\n"
    #expect(Hunt.races(in: output) == 13_824)
    #expect(Hunt.races(in: "nothing was raced") == nil)
  }

  @Test(
    "what a primitive did wrong on its own is read from the run's output, and a numbered finding is not"
  )
  func primitives() {
    let output = "finding 1: LEAK-1 x\nfinding: DISP-5 resource 1\nfindings   2\n"
    #expect(Hunt.primitives(in: output) == ["DISP-5"])
  }

  private func found(_ races: Int, _ invariants: [String] = ["DISP-5"]) -> Hunt.Outcome {
    .found(invariants: invariants, races: races, seconds: 1)
  }

  @Test("a table is good only if every seed found every mutant, and half of the runs did so early")
  func summary() throws {
    let mutant = try mutant("forgotten", find: "a()", replacement: "")
    func summary(_ outcomes: [Hunt.Outcome]) -> HuntSummary {
      HuntSummary([HuntRow(mutant: mutant, outcomes: outcomes)], seeds: ["1", "2", "3"])
    }
    let good = summary([found(32), found(90_000), found(64)])
    #expect(good.isGood)
    #expect(good.racesMedian == 64)
    #expect(good.text.hasPrefix("1 of 1 mutants found with each of 3 seeds"))
    #expect(!summary([found(32), .missed(seconds: 9), found(64)]).isGood)
    #expect(!summary([found(32), .broken("it ended with 70"), found(64)]).isGood)
    let late = Array(repeating: found(90_000), count: HuntSummary.runsOfMedianMin / 2 + 1)
    let early = Array(repeating: found(32), count: HuntSummary.runsOfMedianMin / 2)
    #expect(!summary(late + early).isGood)
    #expect(summary(late.dropFirst(2) + early + early.prefix(1)).isGood)
    #expect(summary([found(32), found(90_000), found(90_000)]).isGood, "too few to say")
    let missed = summary([found(32), .missed(seconds: 9), found(64)])
    #expect(missed.text.contains("not found with every seed: forgotten"))
  }

  @Test(
    "a row shows each seed, and says what was expected where another invariant detected it or none did"
  )
  func rows() throws {
    let mutant = try mutant("forgotten", find: "a()", replacement: "")
    let table = HuntTable(names: ["forgotten"], seeds: ["1", "2"])
    func row(_ outcomes: [Hunt.Outcome]) -> String {
      table.row(HuntRow(mutant: mutant, outcomes: outcomes))
    }
    let plain = row([found(32), found(64, ["DISP-5", "LEAK-1"])])
    #expect(plain.contains("DISP-5 LEAK-1 ×1"))
    #expect(!plain.contains("expected"))
    #expect(row([found(32), found(64, ["CRASH-1"])]).contains("expected DISP-5 or LEAK-1"))
    #expect(!row([found(32), found(64, ["RACE-1", "SER-2"])]).contains("expected"))
    #expect(row([found(32), .missed(seconds: 1)]).contains("MISSED"))
    #expect(row([found(32), .broken("it ended with 70")]).contains("\n  it ended with 70"))
  }

  @Test("every planted bug fits the shipped core, which holds no trace of them")
  func mutantsFit() throws {
    let mutants = try MutantStore.load(from: Self.root.appending(path: "Tests/Detection/Mutants"))
    #expect(mutants.contains { $0.isCanary })
    #expect(mutants.count >= 60)
    let numbered = mutants.enumerated().map { (number: $0.offset + 1, mutant: $0.element) }
    for file in Set(mutants.flatMap(\.edits).map(\.file)).sorted() {
      let text = try String(
        contentsOf: Self.root.appending(path: "Sources/RxCore/\(file)"), encoding: .utf8)
      #expect(!text.contains(SourceRewriter.selector))
      let rewriter = SourceRewriter(file: file, text: text)
      // One by one first, so that every misfit is named.
      for one in numbered {
        do { _ = try rewriter.planting([one]) } catch { Issue.record("\(error)") }
      }
      _ = try rewriter.planting(numbered)
    }
  }
}
