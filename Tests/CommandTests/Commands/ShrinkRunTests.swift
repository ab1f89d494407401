import Foundation
import Testing

/// What the tool does to make findings small.
@Suite("Shrinking in a run", .serialized, .timeLimit(.minutes(2)))
struct ShrinkRunTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private static let large = """
    rxf 1
    # Kept by hand.
    library   Toy
    chain     feed b |> map +7 |> map +2
    before    next b 5
    queue p   next b 6, completed b
    queue q   subscribe 2, next b 7
    react 2   at completed: dispose 2
    hold      100
    verdict   VERDICT
    """

  private func write(verdict: String) throws {
    let text = Self.large.replacingOccurrences(of: "VERDICT", with: verdict)
      .replacingOccurrences(of: ", next b 7", with: "")
    try testbed.write(text + "\n", to: "kept.rxf")
  }

  private func kept() throws -> String {
    try String(contentsOf: testbed.folder.appending(path: "kept.rxf"), encoding: .utf8)
  }

  @Test(
    "a finding of the main job is saved as it was found, shrunk, and kept in its small form only")
  func mainJob() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "256", "--corpus", "kept", fault: "twice:1")
    #expect(outcome.code == 1)
    let reported = outcome.output.components(separatedBy: "shrinking ...")
    #expect(reported.count == 2)
    #expect(reported.last?.contains("finding 1: TERM-1") == true)
    #expect(reported.last?.contains("shrunk from") == true)
    #expect(outcome.output.contains("raced      256 iterations"))
    let files = testbed.files(below: "kept")
    #expect(files == ["Toy/TERM-1/feed.rxf"])
    let text = try String(
      contentsOf: testbed.folder.appending(path: "kept/Toy/TERM-1/feed.rxf"), encoding: .utf8)
    #expect(text.contains("chain     feed a\n"))
    #expect(!text.contains("queue q"))
  }

  @Test(
    "a worker that somebody kills while it shrinks a finding is reported, and shrinking goes on")
  func killedInTrial() throws {
    defer { testbed.remove() }
    try write(verdict: "TERM-1 subscription 2 got 2 terminal events: completed and completed")
    let outcome = try testbed.run("shrink", "kept.rxf", fault: "kill:50")
    #expect(outcome.errors.contains("killed by SIGKILL from outside while it shrank a finding"))
    #expect(!outcome.errors.contains("error"))
    // The work of a worker that was killed says nothing about the library: the file stays as it is.
    #expect(outcome.code == 0)
    #expect(try kept().contains("# Kept by hand."))
  }

  @Test("a saved scenario is shrunk in place, and shrinking it again changes nothing")
  func inPlace() throws {
    defer { testbed.remove() }
    try write(verdict: "TERM-1 subscription 2 got 2 terminal events: completed and completed")
    let outcome = try testbed.run("shrink", "kept.rxf", fault: "twice:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("shrunk from"))
    let small = """
      rxf 1
      # Kept by hand.
      library   Toy
      chain     feed a
      queue p   completed a
      verdict   TERM-1 subscription 1 got 2 terminal events: completed and completed

      """
    #expect(try kept() == small)
    let again = try testbed.run("shrink", "kept.rxf", fault: "twice:1")
    #expect(again.output.contains("minimal as it was found"))
    #expect(try kept() == small)
  }

  private static let script = """
    rxf 1
    # Kept by hand.
    library   Toy
    primitive scheduler
    queue p   schedule 1, schedule 2, cancel 1
    queue q   schedule 3, cancel 3
    queue r   schedule 4
    verdict   VERDICT

    """

  private static let stray = "SCHED-1 a scheduler ran an action outside of its queue"

  private static func smallScript(_ verdict: String) -> String {
    """
    rxf 1
    # Kept by hand.
    library   Toy
    primitive scheduler
    queue p   schedule 1
    verdict   \(verdict)

    """
  }

  private func writeScript(verdict: String) throws {
    try testbed.write(
      Self.script.replacingOccurrences(of: "VERDICT", with: verdict), to: "kept.rxf")
  }

  @Test("a primitive's script is shrunk in place, too, and shrinking it again changes nothing")
  func primitive() throws {
    defer { testbed.remove() }
    try writeScript(verdict: Self.stray)
    let outcome = try testbed.run("shrink", "kept.rxf", fault: "stray:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("shrunk from 6 to 1 operations in "))
    #expect(outcome.output.contains("primitive scheduler: p schedule 1\n"))
    #expect(try kept() == Self.smallScript(Self.stray))
    let again = try testbed.run("shrink", "kept.rxf", fault: "stray:1")
    #expect(again.output.contains("minimal as it was found"))
    #expect(try kept() == Self.smallScript(Self.stray))
    let mended = try testbed.run("shrink", "kept.rxf")
    #expect(mended.code == 0 && mended.output.contains("not shrunk"))
    #expect(try kept() == Self.smallScript(Self.stray))
  }

  @Test("a primitive that traps is shrunk, one child for each trial")
  func primitiveCrash() throws {
    defer { testbed.remove() }
    let crash = "CRASH-1 the scheduler breaks"
    try writeScript(verdict: crash)
    let outcome = try testbed.run(
      "shrink", "kept.rxf", "--shrink-seconds", "60", fault: "schedule:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains(crash))
    #expect(try kept().contains("queue p   schedule 1\nverdict   \(crash)"))
  }

  @Test(
    "what a primitive does wrong in the main job is saved as it was found, then in its small form")
  func primitiveOfMainJob() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--corpus", "kept", fault: "stray:1")
    #expect(outcome.code == 1)
    let reported = outcome.output.components(separatedBy: "shrinking ...")
    #expect(reported.count == 2)
    #expect(reported.last?.contains("finding: \(Self.stray)\nshrunk from ") == true)
    #expect(outcome.output.contains("raced      3,000 iterations"))
    #expect(testbed.files(below: "kept") == ["Toy/SCHED-1/primitive-scheduler.rxf"])
    let path = testbed.folder.appending(path: "kept/Toy/SCHED-1/primitive-scheduler.rxf")
    let text = try String(contentsOf: path, encoding: .utf8)
    #expect(text.contains("queue p   schedule 1\nverdict   "))
    #expect(text.contains("found     seed 42, "))
    let unshrunk = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--corpus", "kept", "--shrink-seconds", "0",
      fault: "stray:1")
    #expect(!unshrunk.output.contains("shrinking ..."))
  }

  @Test("a crash is shrunk, one child for each trial, and no other crash is taken for it")
  func crash() throws {
    defer { testbed.remove() }
    try write(verdict: "CRASH-1 the toy breaks (rxfuzz_testbed/PlannedFault.swift:1)")
    let outcome = try testbed.run("shrink", "kept.rxf", "--shrink-seconds", "60", fault: "crash:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("CRASH-1 the toy breaks"))
    #expect(try kept().contains("chain     feed a\nqueue p   subscribe 1\nverdict   CRASH-1"))
  }

  @Test("what does not fail again is left alone")
  func notReproduced() throws {
    defer { testbed.remove() }
    try write(verdict: "TERM-1 subscription 2 got 2 terminal events: completed and completed")
    let before = try kept()
    let outcome = try testbed.run("shrink", "kept.rxf")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("not shrunk"))
    #expect(try kept() == before)
  }

  @Test("a hang is shrunk as far as its time allows, and the run ends")
  func hang() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1e6", "--fail-fast", "--corpus", "kept",
      "--shrink-seconds", "4", fault: "hang:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("ended      at the first finding"))
    #expect(testbed.files(below: "kept").count == 1)
  }

  @Test("SIGINT in the middle of shrinking keeps the finding and ends the run")
  func interrupted() throws {
    defer { testbed.remove() }
    let running = try testbed.start(
      ["--seed", "42", "--iterations", "1e6", "--corpus", "kept", "--shrink-seconds", "600"],
      fault: "hang:1")
    #expect(running.hears("shrinking ..."))
    running.signal(SIGINT)
    let outcome = try running.outcome()
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("ended      early: interrupted"))
    #expect(testbed.files(below: "kept").count == 1)
  }
}
