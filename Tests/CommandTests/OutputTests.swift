import Foundation
import Testing

/// What becomes of a run's output where it cannot be written, and of what is written besides.
@Suite("Output that meets trouble", .serialized, .timeLimit(.minutes(2)))
struct OutputTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  @Test(
    "output that cannot be written is an error for every command",
    arguments: [
      "--help", "--version", "list invariants", "--seed 42 --iterations 300",
      "coverage --seed 42 --iterations 300", "corpus list --corpus kept",
    ])
  func full(arguments: String) throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "kept/Toy/TERM-1/feed.rxf")
    let words = arguments.split(separator: " ").map(String.init)
    let outcome = try testbed.run(words, after: "exec >/dev/full")
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("the output cannot be written"))
  }

  @Test("minimize removes nothing where nobody can read of it")
  func unreadable() throws {
    defer { testbed.remove() }
    for name in ["a", "b"] { try testbed.write(Self.scenario, to: "kept/Toy/TERM-1/\(name).rxf") }
    let words = ["corpus", "minimize", "--corpus", "kept", "--iterations", "300"]
    for quiet in [[], ["--quiet"]] {
      let outcome = try testbed.run(words + quiet, after: "exec >/dev/full")
      #expect(outcome.code == 70 && outcome.errors.contains("the output cannot be written"))
      #expect(testbed.files(below: "kept") == ["Toy/TERM-1/a.rxf", "Toy/TERM-1/b.rxf"])
    }
  }

  #if os(Linux)
    @Test(
      "a signal ends a run whose output nobody reads",
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func blocked(signal: Int32) throws {
      defer { testbed.remove() }
      let full = try FullPipe()
      let running = try testbed.start(
        ["--seed", "42", "--iterations", "1e12"], fault: "twice:1", output: full.writing)
      // Before it writes anything it has said what it does with signals.
      #expect(running.catches(SIGINT))
      running.signal(signal)
      let outcome = try running.outcome()
      #expect(outcome.code != SIGKILL, "it had to be killed")
      #expect(!outcome.errors.contains("Thread 0"), "no backtrace of the tool itself")
    }
  #endif

  @Test(
    "what is closed from the start cannot be written either",
    arguments: ["--version", "--seed 42 --iterations 300"])
  func closed(arguments: String) throws {
    defer { testbed.remove() }
    let words = arguments.split(separator: " ").map(String.init)
    let outcome = try testbed.run(words, after: "exec >&-")
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("the output cannot be written"))
  }

  #if os(Linux)
    @Test("events that are lost make no pass")
    func events() throws {
      defer { testbed.remove() }
      let outcome = try testbed.run(
        "--seed", "42", "--iterations", "300", "--events", "/dev/full")
      #expect(outcome.code == 70)
      #expect(outcome.errors.contains("events are lost from here on"))
    }
  #endif

  @Test("a file that may not grow is a clear error, and no signal")
  func bounded() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      ["--seed", "42", "--iterations", "300", "--corpus", "kept"],
      after: "ulimit -f 0; exec 2>&1")
    #expect(outcome.code == 64)
    #expect(outcome.output.contains("files may not grow so large (ulimit -f)"))
  }

  @Test("a report is refused before the run where no file can be written")
  func report() throws {
    defer { testbed.remove() }
    try FileManager.default.createDirectory(
      at: testbed.folder.appending(path: "folder.json"), withIntermediateDirectories: true)
    let long = String(repeating: "n", count: 300) + ".json"
    for path in ["folder.json", long] {
      let outcome = try testbed.run("--iterations", "1000", "--report", path)
      #expect(outcome.code == 64)
      #expect(outcome.output == "" && outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("a report through a link keeps the link")
  func link() throws {
    defer { testbed.remove() }
    try testbed.write("old", to: "there/real.json")
    let link = testbed.folder.appending(path: "link.json").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "there/real.json")
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "300", "--report", "link.json")
    #expect(outcome.code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "there/real.json")
    let text = try String(
      contentsOf: testbed.folder.appending(path: "there/real.json"), encoding: .utf8)
    #expect(text.hasPrefix("{"))
  }

  private static let scenario =
    "rxf 1\nlibrary   Toy\nchain     feed a\nqueue p   completed a\nqueue q   dispose 1\n"
}

#if os(Linux)
  /// A pipe that takes nothing more, and that nobody reads.
  private final class FullPipe {
    private let pipe = Pipe()
    var writing: FileHandle { pipe.fileHandleForWriting }

    init() throws {
      let descriptor = writing.fileDescriptor
      let flags = fcntl(descriptor, F_GETFL)
      _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
      let bytes = [UInt8](repeating: 32, count: 4_096)
      while write(descriptor, bytes, bytes.count) > 0 {}
      _ = fcntl(descriptor, F_SETFL, flags)
    }
  }
#endif
