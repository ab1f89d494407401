import Foundation
import RxFuzzKit
import Testing

/// What the tool does with its engines.
@Suite(
  "Engines in a run", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: ExploreEngine.isSupported))
struct EngineRunTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: testbed.folder.appending(path: path), encoding: .utf8)
  }

  @Test("both engines share a run, and the summary counts each")
  func both() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "42", "--iterations", "9000", "--engine", "both")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("engine both"))
    #expect(outcome.output.contains("raced      9,000 iterations"))
    #expect(outcome.output.contains(/explored   [1-9][0-9]* schedules/))
  }

  @Test(
    "what a helper explores beside is of the same run: no race and no schedule is lost or made twice",
    arguments: ["both", "explore"])
  func helper(engine: String) throws {
    defer { testbed.remove() }
    let words = ["--seed", "7", "--iterations", "6000", "--engine", engine, "--report"]
    let alone = try testbed.run(words + ["alone.json", "--jobs", "1"], after: "true")
    let helped = try testbed.run(words + ["helped.json"], after: "true")
    #expect(alone.code == 0 && helped.code == 0)
    // Of races, schedules and races of primitives; what comes below is how the run went on.
    let counted = /"(raced|explored)" *: *[0-9]+/
    let counts = try ["alone.json", "helped.json"].map { path in
      try text(path).matches(of: counted).prefix(3).map(\.output.0)
    }
    #expect(counts[0].count == 3 && counts[0] == counts[1])
  }

  @Test("explore alone runs as many schedules as iterations were asked for")
  func exploreAlone() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "42", "--iterations", "600", "--engine", "explore")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("explored   600 schedules"))
    #expect(!outcome.output.contains("raced"))
  }

  @Test("every schedule can be run twice, which shows nothing where all of them repeat")
  func twice() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "600", "--engine", "explore", "--strategy", "twice")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("explored   600 schedules"))
  }

  @Test(
    "what depends on more than its schedule is an error of the run where every schedule is run twice"
  )
  func wavers() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "600", "--engine", "explore", "--strategy", "twice",
      fault: "waver:1")
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("did not repeat: the runs differ at operation"))
  }

  @Test("a finding of free races is looked for under explore, and kept with its schedule")
  func retried() throws {
    defer { testbed.remove() }
    let found = try testbed.run(
      "--seed", "42", "--iterations", "2000", "--engine", "both", "--corpus", "kept",
      fault: "twice:90")
    #expect(found.code == 1)
    let file = try #require(testbed.files(below: "kept").first)
    #expect(try text("kept/\(file)").contains("schedule  explore:v1:"))
    #expect(found.output.contains("schedule  explore:v1:"))

    let exact = try testbed.run("replay", "kept/\(file)", "--engine", "both", fault: "twice:1")
    #expect(exact.code == 1)
    #expect(exact.output.contains("the schedule was repeated exactly, trace "))
    #expect(exact.output.contains("reproduced: TERM-1, by its schedule"))

    let mended = try testbed.run(
      "replay", "kept/\(file)", "--engine", "explore", "--iterations", "100")
    #expect(mended.code == 0)
    #expect(mended.output.contains("not reproduced: no failure in"))
  }

  @Test("a schedule that fits no more is said in one line, and the replay goes on")
  func diverges() throws {
    defer { testbed.remove() }
    let found = try testbed.run(
      "--seed", "42", "--iterations", "300", "--engine", "explore", "--corpus", "kept",
      "--shrink-seconds", "0", fault: "twice:1")
    #expect(found.code == 1)
    let file = try #require(testbed.files(below: "kept").first)
    let lines = try text("kept/\(file)").split(separator: "\n").map {
      $0.hasPrefix("schedule") ? "schedule  explore:v1:damaged" : String($0)
    }
    try testbed.write(lines.joined(separator: "\n") + "\n", to: "kept.rxf")
    let outcome = try testbed.run("replay", "kept.rxf", "--engine", "both", fault: "twice:1")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("the schedule of `kept.rxf` is not exact any more"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.contains("reproduced: TERM-1, within"))
  }

  @Test("a crash under explore is a finding, and the run goes on")
  func crash() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--engine", "explore", "--shrink-seconds", "0",
      fault: "crash:600")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("CRASH-1 the toy breaks"))
    #expect(!outcome.output.contains("skipped"))
    #expect(!outcome.output.contains("ended      early"))
  }

  @Test("a crash that only some schedules have is kept with its schedule, which crashes again")
  func crashSchedule() throws {
    defer { testbed.remove() }
    // Scenarios that only learn are raced some hundred times before, so that chance has no part in what comes first.
    for fault in ["tear:1", "tear:400"] {
      let found = try testbed.run(
        "--seed", "42", "--iterations", "3000", "--engine", "explore", "--fail-fast", "--corpus",
        fault, fault: fault)
      #expect(found.code == 1)
      #expect(found.output.contains("CRASH-1 the toy tears"))
      let file = try #require(testbed.files(below: fault).first)
      #expect(try text("\(fault)/\(file)").contains("schedule  explore:v1:"))
      let exact = try testbed.run(
        "replay", "\(fault)/\(file)", "--engine", "explore", fault: "tear:1")
      #expect(exact.code == 1)
      #expect(exact.output.contains("reproduced: CRASH-1"))
      let mended = try testbed.run(
        "replay", "\(fault)/\(file)", "--engine", "explore", "--iterations", "100")
      #expect(mended.code == 0)
    }
  }

  @Test(
    "what sleeps for ever is found at once under explore, whose time is virtual: a task, or who subscribes"
  )
  func hang() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "600", "--engine", "explore", "--fail-fast",
      "--shrink-seconds", "0", fault: "hang:300")
    #expect(outcome.code == 1)
    let words = [
      "LIVE-1 deadlock: every task that is left waits", "LIVE-2 livelock: no end",
    ]
    #expect(words.contains { outcome.output.contains($0) })
  }

  @Test("an engine that there is not is refused")
  func unknown() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--engine", "steam")
    #expect(outcome.code == 64)
    #expect(
      outcome.errors.contains(
        "--engine: `steam` is not accepted: give one of stress, explore, both"))
  }
}
