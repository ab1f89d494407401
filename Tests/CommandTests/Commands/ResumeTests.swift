import Foundation
import Testing

/// Campaigns that go on in another run, whatever ended the one before.
@Suite("Resuming a campaign", .serialized, .timeLimit(.minutes(2)))
struct ResumeTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private func state() throws -> String {
    try String(
      contentsOf: testbed.folder.appending(path: "kept/.rxfuzz-Toy.state"), encoding: .utf8)
  }

  @Test("a finished run leaves its state, and more iterations go on from there")
  func goesOn() throws {
    defer { testbed.remove() }
    let first = try testbed.run("--seed", "42", "--iterations", "1024", "--corpus", "kept")
    #expect(first.code == 0)
    #expect(
      try state() == """
        rxfuzz-state 1
        library  Toy
        seed     42
        next     1024
        explored 0
        primitives 2

        """)
    let second = try testbed.run("--iterations", "3072", "--corpus", "kept", "--resume")
    #expect(second.code == 0)
    #expect(second.output.contains("seed 42"))
    #expect(second.output.contains("resumes at iteration 1,024"))
    #expect(second.output.contains("raced      2,048 iterations"))
    #expect(try state().contains("next     3072"))
  }

  @Test("a stretch too short for anything to be explored is no error")
  func shortStretch() throws {
    defer { testbed.remove() }
    for iterations in ["512", "1024", "1100"] {
      let resumes = iterations == "512" ? ["--seed", "42"] : ["--resume"]
      let outcome = try testbed.start(
        ["--iterations", iterations, "--engine", "both", "--corpus", "kept"] + resumes
      ).outcome()
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("error"))
    }
  }

  @Test("what cannot be resumed is refused with one line that says why")
  func refused() throws {
    defer { testbed.remove() }
    let nothing = try testbed.run("--corpus", "kept", "--resume")
    #expect(nothing.code == 64 && nothing.errors.contains("no campaign to go on with"))
    _ = try testbed.run("--seed", "42", "--iterations", "512", "--corpus", "kept")
    let done = try testbed.run("--iterations", "512", "--corpus", "kept", "--resume")
    #expect(done.code == 64 && done.errors.contains("raced already"))
    let other = try testbed.run("--seed", "43", "--corpus", "kept", "--resume")
    #expect(other.code == 64 && other.errors.contains("seed 42"))
    try testbed.write("rxfuzz-state 1\nnonsense\n", to: "kept/.rxfuzz-Toy.state")
    let damaged = try testbed.run("--corpus", "kept", "--resume")
    #expect(damaged.code == 65 && damaged.errors.contains(".rxfuzz-Toy.state:2:"))
    #expect(damaged.errors.split(separator: "\n").count == 1)
    let nowhere = try testbed.run("--resume")
    #expect(nowhere.code == 64 && nowhere.errors.contains("--corpus"))
  }

  @Test("kill -9 of the parent loses no finding that was printed, and the next run goes on")
  func parentKilled() throws {
    defer { testbed.remove() }
    let running = try testbed.start(
      ["--seed", "42", "--iterations", "1e9", "--corpus", "kept"], fault: "twice:1")
    #expect(running.hears("shrunk from"))
    running.signal(SIGKILL)
    let killed = try running.outcome()
    #expect(killed.output.contains("finding 1: TERM-1"))
    let kept = testbed.files(below: "kept")
    #expect(kept.contains("Toy/TERM-1/feed.rxf"))
    #expect(try state().contains("seed     42"))
    let resumed = try testbed.run(
      "--time", "2s", "--corpus", "kept", "--resume", "--quiet", fault: "twice:1")
    #expect(resumed.code == 1)
    let known = resumed.output.split(separator: "\n").filter { $0.contains(", known: ") }
    let again = known.filter { $0.hasSuffix("replay kept/Toy/TERM-1/feed.rxf") }
    #expect(again.count == 1, "\(resumed.output)")
    #expect(Set(kept).isSubset(of: testbed.files(below: "kept")))
  }

  @Test("kill -9 before anything is shrunk leaves the finding as it was found")
  func killedWhileShrinking() throws {
    defer { testbed.remove() }
    let running = try testbed.start(
      ["--seed", "42", "--iterations", "1e9", "--corpus", "kept", "--shrink-seconds", "600"],
      fault: "hang:1")
    #expect(running.hears("finding 1"))
    running.signal(SIGKILL)
    _ = try running.outcome()
    #expect(testbed.files(below: "kept").count == 1)
    let listed = try testbed.run("corpus", "list", "--corpus", "kept")
    #expect(listed.code == 0 && listed.output.split(separator: "\n").count == 1)
  }

  @Test("a corpus that vanishes in the middle costs one line for each thing that is lost")
  func vanished() throws {
    defer { testbed.remove() }
    let running = try testbed.start(
      ["--seed", "42", "--iterations", "1e9", "--corpus", "kept", "--shrink-seconds", "0"],
      fault: "twice:5000")
    #expect(running.hears("corpus kept"))
    try FileManager.default.removeItem(at: testbed.folder.appending(path: "kept"))
    #expect(running.hears("finding 1: TERM-1"))
    #expect(running.hears("the scenario was not saved"))
    running.signal(SIGINT)
    let outcome = try running.outcome()
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("findings are no longer saved: `kept` does not exist"))
    #expect(outcome.errors.split(separator: "\n").count <= 2)
  }

  @Test("a worker that takes too much memory is followed by another one, and nothing is lost")
  func memory() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "50000", "--memory-limit-megabytes", "64", fault: "hoard:300")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("restarted  "))
    #expect(outcome.output.contains("raced      50,000 iterations"))
  }
}
