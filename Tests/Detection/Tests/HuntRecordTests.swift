import Foundation
import Testing

@Suite("What is kept of a hunt")
struct HuntRecordTests {
  private let file = FileManager.default.temporaryDirectory.appending(
    path: "rxfuzz-record-\(UUID().uuidString).txt")

  private func run(_ mutant: String, _ seed: String = "1") -> HuntRecord.Run {
    HuntRecord.Run(build: .sanitized, iterations: "1e5", mutant: mutant, seed: seed)
  }

  private static let outcomes: [(String, Hunt.Outcome)] = [
    ("a", .found(invariants: ["DISP-5", "LEAK-1"], races: 512, seconds: 0.25)),
    ("b", .found(invariants: ["RACE-1"], races: nil, seconds: 2)),
    ("c", .missed(seconds: 118.5)), ("d", .broken("it ended with 70: a line")),
  ]

  @Test("a hunt goes on where it was cut, and what the tool itself failed at is made again")
  func goesOn() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    var record = try HuntRecord(file: file)
    for (name, outcome) in Self.outcomes { try record.keep(outcome, of: run(name)) }
    let next = try HuntRecord(file: file)
    for (name, outcome) in Self.outcomes { #expect(next.last(of: run(name)) == outcome) }
    #expect(next.outcome(of: run("c")) == .missed(seconds: 118.5))
    #expect(next.outcome(of: run("d")) == nil)
    #expect(next.outcome(of: run("a", "2")) == nil)
    let other = HuntRecord.Run(build: .sanitized, iterations: "1e6", mutant: "a", seed: "1")
    #expect(next.outcome(of: other) == Self.outcomes[0].1)
    let longer = HuntRecord.Run(build: .sanitized, iterations: "1e6", mutant: "c", seed: "1")
    #expect(next.outcome(of: longer) == nil)
  }

  @Test("a line that was cut while it was written is no outcome, and nonsense is refused")
  func cut() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let first = HuntRecord.Run(build: .release, iterations: "1e6", mutant: "a", seed: "1")
    let second = HuntRecord.Run(build: .release, iterations: "1e6", mutant: "b", seed: "1")
    var record = try HuntRecord(file: file)
    try record.keep(.missed(seconds: 3), of: first)
    try record.keep(.missed(seconds: 5), of: second)
    try Data(try Data(contentsOf: file).dropLast(9)).write(to: file)
    record = try HuntRecord(file: file)
    #expect(record.outcome(of: first) == .missed(seconds: 3))
    #expect(record.outcome(of: second) == nil)
    try record.keep(.missed(seconds: 4), of: second)
    #expect(try HuntRecord(file: file).outcome(of: second) == .missed(seconds: 4))
    try Data("nonsense\n".utf8).write(to: file)
    #expect(throws: MutantError.self) { try HuntRecord(file: file) }
  }

  @Test("the page shows the middle seed and the worst one, and says where one was missed")
  func page() throws {
    let mutant = try Mutant(
      name: "forgotten",
      text: """
        kind     sample
        detected DISP-5
        because  Somebody forgot.
        file     Sample.swift
        find statement
        a()
        replace
        end
        """)
    func column(_ build: Mutant.Build, _ outcomes: [Hunt.Outcome]) -> HuntPage.Column {
      HuntPage.Column(build: build, rows: [HuntRow(mutant: mutant, outcomes: outcomes)])
    }
    func found(_ races: Int) -> Hunt.Outcome {
      .found(invariants: ["DISP-5"], races: races, seconds: Double(races) / 1_000)
    }
    let page = HuntPage(
      names: ["absent", "forgotten"],
      columns: [
        column(.release, [found(1_280), found(12_800), found(256)]),
        column(.sanitized, [found(256), .missed(seconds: 50), .missed(seconds: 40)]),
      ])
    let lines = page.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("TSan: races"))
    #expect(
      lines[2]
        == "| forgotten | DISP-5 | 1,280 / 12,800 | 1.3 / 12.8 | DISP-5 ×1 | - / not found with 2 of 3 | 40.0 / 50.0 |"
    )
  }
}
