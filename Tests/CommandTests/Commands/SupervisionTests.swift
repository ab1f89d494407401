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

  /// A few free races; nothing is made smaller.
  private func raceBriefly(fault: String) throws -> Testbed.Outcome {
    try testbed.run(
      "--seed", "42", "--iterations", "3000", "--jobs", "1", "--engine", "stress",
      "--shrink-seconds", "0", fault: fault)
  }

  /// A run up to the first finding, which is not shrunk.
  private func firstFinding(_ fault: String, hangSeconds: Int = 1) throws -> Testbed.Outcome {
    try testbed.run(
      "--seed", "42", "--iterations", "1e6", "--fail-fast", "--shrink-seconds", "0",
      fault: fault, hangSeconds: hangSeconds)
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

  @Test(
    "what shows damaged memory while traces are judged was done by what was raced",
    arguments: [
      ("heap:30", "malloc(): unaligned tcache chunk detected"), ("astray:30", "killed by SIGSEGV"),
    ])
  func damagedMemory(fault: String, words: String) throws {
    defer { testbed.remove() }
    let outcome = try raceBriefly(fault: fault)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("CRASH-1 \(words)"))
    #expect(!outcome.errors.contains("internal error"))
  }

  @Test("a rule that runs out of stack is the tool's own fault")
  func outOfStack() throws {
    defer { testbed.remove() }
    let outcome = try raceBriefly(fault: "deep:30")
    #expect(outcome.code == 70)
    #expect(!outcome.output.contains("CRASH-1"))
    #expect(outcome.errors.contains("internal error: "))
  }

  @Test(
    "a trap while traces are judged is the tool's own fault: one line, exit code 70, and the run goes on"
  )
  func judge() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--corpus", "found", "--jobs", "1", "--engine",
      "stress", fault: "judge:200")
    #expect(outcome.code == 70)
    #expect(!outcome.output.contains("CRASH-1"))
    #expect(outcome.output.contains("findings   none"))
    #expect(testbed.files(below: "found").isEmpty)
    let lines = outcome.errors.split(whereSeparator: \.isNewline)
    let fault = try #require(lines.first { $0.contains("internal error: the rule breaks") })
    #expect(fault.contains("of seed 42 was judged: library Toy; chain "))
    #expect(fault.contains("; queue p "))
    #expect(outcome.output.contains("skipped"))
    #expect(!outcome.output.contains("ended      early"))
  }

  @Test(
    "primitives are raced on their own in an ordinary run, and a wrong one is a finding with its script and command"
  )
  func primitives() throws {
    defer { testbed.remove() }
    let clean = try testbed.run("--seed", "42", "--iterations", "3000")
    #expect(clean.code == 0)
    #expect(clean.output.contains("primitives 6 scripts of disposables and schedulers"))
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--report", "run.json", fault: "stray:1")
    #expect(outcome.code == 1)
    let message = "SCHED-1 a scheduler ran an action outside of its queue"
    #expect(outcome.output.contains("finding: \(message)"))
    #expect(outcome.output.contains("primitive scheduler: p schedule 1"))
    let reports = outcome.output.components(separatedBy: "finding: ").count - 1
    #expect(reports == 2, "once as it was found, once shrunk")
    let report = try String(
      contentsOf: testbed.folder.appending(path: "run.json"), encoding: .utf8)
    #expect(report.contains("\"part\""))
    let command = try #require(outcome.output.firstMatch(of: #/primitives (--seed 42 .*)/#)?.1)
    let again = try testbed.start(
      ["primitives"] + command.split(separator: " ").map(String.init), fault: "stray:1"
    ).outcome()
    #expect(again.code == 1)
    #expect(again.output.contains(message))
  }

  @Test(
    "what a primitive did wrong is saved, replayed from its file, and costs one line from then on")
  func keptPrimitives() throws {
    defer { testbed.remove() }
    let path = "kept/Toy/SCHED-1/primitive-scheduler.rxf"
    let first = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--corpus", "kept", fault: "stray:1")
    #expect(first.code == 1)
    #expect(first.output.contains(" replay \(path)\n"))
    #expect(testbed.files(below: "kept") == ["Toy/SCHED-1/primitive-scheduler.rxf"])
    let again = try testbed.run("replay", path, fault: "stray:1")
    #expect(again.code == 1)
    #expect(again.output.contains("reproduced: SCHED-1, within "))
    let clean = try testbed.run("replay", path, "--iterations", "2000")
    #expect(clean.code == 0)
    #expect(clean.output.contains("not reproduced: no failure in 2,000 races"))
    let list = try testbed.run("corpus", "list", "--corpus", "kept")
    #expect(list.output.hasPrefix("\(path)  SCHED-1 a scheduler ran an action outside"))
    let emitted = try testbed.run("emit", path)
    #expect(emitted.code == 65 && emitted.errors.contains("script of the primitive scheduler"))
    try testbed.write(
      "# A page\n\n```swift\nimport Toy\n\nToy.play()\n```\n",
      to: "kept/Toy/SCHED-1/primitive-scheduler.md")
    let lines = try testbed.run("emit", path)
    #expect(
      lines.code == 0 && lines.output.hasPrefix("// SCHED-1 a scheduler ran an action outside"))
    #expect(lines.output.hasSuffix("import Foundation\n\nimport Toy\n\nToy.play()\n"))
    for words in [["--seed", "43", "--iterations", "3000"], ["--resume", "--iterations", "6000"]] {
      let known = try testbed.start(words + ["--corpus", "kept"], fault: "stray:1").outcome()
      #expect(known.code == 1)
      #expect(known.output.contains("1 script of its primitives, raced"))
      let lines = known.output.split(separator: "\n").filter { $0.hasPrefix("finding: SCHED-1") }
      #expect(lines.count == 1)
      #expect(lines.first?.contains(", known: ") == true)
      #expect(lines.first?.hasSuffix(" replay \(path)") == true)
      #expect(!known.output.contains("primitive scheduler"))
      #expect(testbed.files(below: "kept").count == 1)
    }
  }

  @Test("a trap while a primitive is judged is the tool's own fault: one line, and exit code 70")
  func primitiveJudge() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "12000", "--engine", "stress", "--corpus", "found",
      fault: "promise:1")
    #expect(outcome.code == 70)
    #expect(!outcome.output.contains("CRASH-1"))
    #expect(outcome.output.contains("findings   none"))
    #expect(testbed.files(below: "found").isEmpty)
    let lines = outcome.errors.split(whereSeparator: \.isNewline)
    let fault = try #require(lines.first { $0.contains("internal error: the promise breaks") })
    #expect(fault.contains("while a primitive was judged: boolean: p "))
  }

  @Test(
    "a primitive that traps is a finding, the first one ends the run that fails fast, and none is lost else"
  )
  func primitiveCrash() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "3000", fault: "schedule:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("finding: CRASH-1 the scheduler breaks"))
    #expect(outcome.output.contains("raced      3,000 iterations"))
    let fast = try testbed.run(
      "--seed", "42", "--iterations", "1e6", "--fail-fast", fault: "schedule:1")
    #expect(fast.code == 1)
    #expect(fast.output.contains("ended      at the first finding"))
  }

  @Test("where nobody who races a primitive does anything any more, nobody waits for the time-out")
  func primitiveDeadlock() throws {
    defer { testbed.remove() }
    let outcome = try firstFinding("halt:1", hangSeconds: 100_000)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("finding: LIVE-1"))
    #expect(outcome.output.contains("primitive scheduler: "))
    #expect(outcome.output.contains("PlannedFault.happen (PlannedFault.swift:"))
  }

  @Test("a primitive that computes for ever is a livelock, with the backtrace of every thread")
  func primitiveLivelock() throws {
    defer { testbed.remove() }
    let outcome = try firstFinding("whirl:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("finding: LIVE-2"))
    #expect(outcome.output.contains("primitive scheduler: "))
    #expect(outcome.output.contains("PlannedFault.happen (PlannedFault.swift:"))
  }

  @Test("of many checks the one that never ends is named, and the others have their turn")
  func endlessChecks() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "20000", "--corpus", "found", "--shrink-seconds", "0",
      fault: "linger:1", hangSeconds: 1)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("primitive check: endless 1\n"))
    #expect(outcome.output.contains("primitive check: stuck 1\n"))
    #expect(!outcome.output.contains("primitive check: idle"))
    #expect(testbed.files(below: "found").count == 2)
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
    let outcome = try firstFinding("hang:300")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("LIVE-1"))
    #expect(outcome.output.contains("thread "))
    #expect(!outcome.output.contains("did not answer"))
    #expect(outcome.output.contains("PlannedFault.happen (PlannedFault.swift:"))
    #expect(outcome.output.contains("ended      at the first finding"))
  }

  @Test("where nobody does anything any more, nobody waits for the time-out")
  func deadlock() throws {
    defer { testbed.remove() }
    let outcome = try firstFinding("hang:300", hangSeconds: 100_000)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("LIVE-1"))
    #expect(outcome.output.contains("PlannedFault.happen (PlannedFault.swift:"))
  }

  @Test("a race that computes for ever is a livelock, and not a deadlock")
  func livelock() throws {
    defer { testbed.remove() }
    let outcome = try firstFinding("spin:300")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("LIVE-2"))
    #expect(outcome.output.contains("thread "))
  }

  @Test("a child that somebody kills costs nothing: its work is assigned again")
  func killed() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("--seed", "42", "--iterations", "2000", fault: "kill:1000")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("killed by SIGKILL from outside"))
    #expect(outcome.output.contains("raced      2,000 iterations"))
  }

  #if os(Linux)
    @Test("children that somebody kills again and again, at work or not, end no run")
    func killedAgainAndAgain() throws {
      defer { testbed.remove() }
      let run = try testbed.start(["--seed", "42", "--time", "8s"])
      var kills = 0
      while run.isRunning, kills < 24 {
        usleep(200_000)
        // The helper is the last one, and waits most of the time.
        guard let child = run.children.last else { continue }
        kill(child, SIGKILL)
        kills += 1
      }
      let outcome = try run.outcome()
      #expect(outcome.code == 0, "\(outcome)")
      #expect(kills > 8)
      #expect(!outcome.errors.contains("ended without racing"))
    }
  #endif

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
