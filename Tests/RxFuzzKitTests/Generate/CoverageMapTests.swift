import Testing

@testable import RxFuzzKit

@Suite("The map of what was met")
struct CoverageMapTests {
  private static func drawn(_ chain: Chain) -> GeneratedScenario {
    GeneratedScenario(
      scenario: Scenario(
        library: "Paper", chain: chain,
        queues: [[.completed(feed: 0)], [.dispose(subscription: 1)]]),
      templates: ["completed ‖ dispose"], choices: [])
  }

  @Test("only what raced events pass through counts")
  func paths() {
    let chain = Chain(
      "take", [1],
      inputs: [
        Chain(
          "merge",
          inputs: [
            Chain("map", [1], inputs: [Chain("feed", [0])]),
            Chain("skip", [1], inputs: [Chain("feed", [1])]),
          ])
      ])
    let paths = RacedPaths(Self.drawn(chain).scenario, template: "completed ‖ dispose")
    #expect(paths.rows == ["take", "merge", "map", "feed"])
    #expect(paths.links.contains(RacedPaths.Link(row: "take", input: "merge")))
    #expect(!paths.links.contains(RacedPaths.Link(row: "merge", input: "skip")))
    let whole = RacedPaths(Self.drawn(chain).scenario, template: "dispose ‖ dispose")
    #expect(whole.rows.contains("skip"))
  }

  @Test("outcomes add up, and the report names what was not met")
  func report() {
    var map = CoverageMap()
    let drawn = Self.drawn(Chain("map", [1], inputs: [Chain("feed", [0])]))
    map.add(drawn, outcomes: [.nothing])
    map.add(drawn, outcomes: [.completed])
    #expect(map.rows(of: "completed ‖ dispose") == ["map", "feed"])
    #expect(map.links(of: "completed ‖ dispose") == 1)
    #expect(map.outcomes(of: "completed ‖ dispose") == 2)
    #expect(map.classes(of: "completed ‖ dispose") == [.nothing, .completed])
    let library = PaperLibrary(rows: ["feed", "map", "take"])
    let text = CoverageReport.text(map, goal: CoverageGoal(library: library))
    #expect(text.contains("completed ‖ dispose"))
    #expect(text.contains("2/3"))
    #expect(text.contains("not met    completed ‖ dispose: take"))
    #expect(text.contains("2 scenarios"))
    #expect(!text.contains("undecided"))
  }

  @Test("what was not judged is counted by cause, operator and race")
  func undecided() {
    var map = CoverageMap()
    var counts = UndecidedCounts()
    counts[.statesExceeded] = 3
    map.add(
      Self.drawn(Chain("map", [1], inputs: [Chain("feed", [0])])), outcomes: [.nothing],
      undecided: counts)
    map.add(Self.drawn(Chain("feed", [0])), outcomes: [.nothing], undecided: counts)
    let text = CoverageReport.text(map, goal: CoverageGoal(library: PaperLibrary()))
    let line =
      "undecided  state limit reached: 6 iterations; most with feed 6, map 3; in completed ‖ dispose 6"
    #expect(text.contains(line), "\(text)")
  }
}
