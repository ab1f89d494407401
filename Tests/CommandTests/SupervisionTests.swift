import Foundation
import Testing

/// Runs of the whole tool against a toy library that misbehaves on demand.
@Suite("The parent survives any child", .serialized, .timeLimit(.minutes(2)))
struct SupervisionTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  @Test("a clean run says what it did and ends with 0")
  func clean() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "abc", "--iterations", "1e3", "--jobs", "2")
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    for text in [
      "library Toy", "(`abc`)", "iterations 1,000", "jobs 2", "raced      1,000", "overlap",
    ] {
      #expect(outcome.output.contains(text))
    }
    #expect(outcome.output.contains("findings   none"))
    #expect(outcome.output.contains("the toy promises very little"))
  }

  @Test("a crash is a finding with its message and site, is saved, and the run goes on")
  func crash() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--corpus", "found", "--shrink-seconds", "0",
      fault: "crash:600")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("CRASH-1 the toy breaks"))
    #expect(outcome.output.contains("PlannedFault.swift"))
    #expect(outcome.output.contains("replay found/Toy/CRASH-1/"))
    #expect(outcome.output.contains("skipped"))
    #expect(!outcome.output.contains("ended      early"))
    #expect(testbed.files(below: "found").count == 1)
  }

  @Test("a library that ends the process quietly is found out")
  func exit() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1000", "--shrink-seconds", "0", fault: "exit:300")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("CRASH-1 the process ended itself with status 0"))
  }

  @Test("a hang is a finding with the backtrace of every thread")
  func hang() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1e6", "--fail-fast", "--shrink-seconds", "0",
      fault: "hang:300")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("LIVE-1"))
    #expect(outcome.output.contains("thread "))
    #expect(!outcome.output.contains("did not answer"))
    #expect(outcome.output.contains("PlannedFault.happen() -> () PlannedFault.swift:"))
    #expect(outcome.output.contains("ended      at the first finding"))
  }

  @Test("a race that computes for ever is a livelock, and not a deadlock")
  func livelock() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1e6", "--fail-fast", "--shrink-seconds", "0",
      fault: "spin:300")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("LIVE-2"))
    #expect(outcome.output.contains("thread "))
  }

  @Test("a child that somebody kills costs nothing: its work is dealt again")
  func killed() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "42", "--iterations", "2000", fault: "kill:1000")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("killed by SIGKILL from outside"))
    #expect(outcome.output.contains("raced      2,000 iterations"))
  }

  @Test("children that die before they race anything are an internal error, after a few")
  func stillborn() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "42", "--iterations", "2000", fault: "start:1")
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("error: 5 worker processes in a row ended without racing"))
    #expect(outcome.errors.contains("the toy does not even start"))
  }

  @Test("nonsense on the message pipe is skipped, and nothing after it is lost")
  func garbage() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "42", "--iterations", "2000", fault: "garbage:300")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("bytes that are no message"))
    #expect(outcome.output.contains("raced      2,000 iterations"))
  }

  @Test("a flood on standard error neither blocks the child nor fills the parent")
  func flood() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "42", "--iterations", "2000", fault: "flood:300")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("raced      2,000 iterations"))
  }

  @Test("SIGINT and SIGTERM end a run with its summary", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    defer { testbed.remove() }
    let running = try testbed.start(["--seed", "42", "--iterations", "1e12"], fault: "slow:1")
    #expect(running.hears("corpus none"))
    running.signal(signal)
    let outcome = try running.outcome()
    #expect(outcome.output.contains("ended      early: interrupted"))
    #expect(outcome.output.contains("findings   none"))
  }

  @Test("a run whose output nobody reads any more ends")
  func outputClosed() throws {
    defer { testbed.remove() }
    let running = try testbed.start(["--seed", "42", "--iterations", "1e12"], fault: "twice:1")
    #expect(running.hears("finding 1"))
    try running.stopListening()
    #expect(try running.outcome().code == 1)
  }
}
