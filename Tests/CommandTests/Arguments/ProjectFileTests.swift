import Testing

@testable import RxFuzzCommand

@Suite("The file of a project")
struct ProjectFileTests {
  private static func parse(
    _ arguments: [String], _ text: String, at path: String = ".rxfuzz.json"
  ) throws -> Arguments {
    try Arguments.parse(arguments) { () throws(CommandFailure) in
      try ProjectFile(path: path, bytes: Array(text.utf8))
    }
  }

  private static func fuzzOptions(
    _ arguments: [String], _ text: String, at path: String = ".rxfuzz.json"
  ) throws -> Arguments.FuzzOptions {
    guard case .fuzz(let options) = try parse(arguments, text, at: path) else {
      throw CommandFailure.usage("not the main job")
    }
    return options
  }

  @Test("its values hold where the command line says nothing")
  func values() throws {
    let text =
      #"{"seed": "night", "iterations": 1e6, "jobs": 3, "quiet": true, "fail-fast": false}"#
    let options = try Self.fuzzOptions(["--jobs", "2"], text)
    #expect(options.jobs == 2)
    #expect(options.iterations == 1_000_000)
    #expect(options.seed?.text == "night")
    #expect(options.quiet && !options.failsFast)
  }

  @Test("what it says to one command is for that one, and outweighs what it says to all")
  func commands() throws {
    let text = #"{"jobs": 3, "quiet": true, "replay": {"jobs": 1, "quiet": false}}"#
    guard case .replay(let options) = try Self.parse(["replay", "a.rxf"], text) else {
      Issue.record("not understood as replay")
      return
    }
    #expect(options.jobs == 1 && !options.quiet)
    #expect(try Self.fuzzOptions([], text).jobs == 3)
  }

  @Test("a command receives nothing that it does not take")
  func notTaken() throws {
    guard case .shrink = try Self.parse(["shrink", "a.rxf"], #"{"jobs": 3}"#) else {
      Issue.record("not understood as shrink")
      return
    }
  }

  @Test("files and folders are named from where it lies")
  func paths() throws {
    let text = #"{"corpus": "kept", "known": "/known"}"#
    let options = try Self.fuzzOptions([], text, at: "../../.rxfuzz.json")
    #expect(options.corpus == "../../kept")
    #expect(options.known == "/known")
  }

  @Test("a campaign that goes on keeps its seed")
  func resumed() throws {
    #expect(try Self.fuzzOptions(["--resume"], #"{"seed": 7}"#).seed == nil)
  }

  @Test(
    "what it cannot mean is refused with one line that names the file and what is accepted",
    arguments: [
      (#"{"itterations": 5}"#, "did you mean iterations?"),
      (#"{"help": true}"#, "`help` is no option"), (#"{"jobs": true}"#, "a text or a number"),
      (#"{"quiet": 1}"#, "true or false"), (#"{"jobs": null}"#, "a text or a number"),
      (#"{"jobs": 0}"#, "jobs: `0` is not accepted"), (#"[1]"#, "one object is expected"),
      (#"{"jobs": 1"#, ":1:11: "), ("", ":1:1: "),
      (#"{"corpus list": {"jobs": 1}}"#, "corpus list: `jobs` is no option"),
    ])
  func refused(text: String, named: String) throws {
    let failure = try #require(throws: CommandFailure.self) { try Self.parse([], text) }
    #expect(failure.code == .usage)
    #expect(failure.message.hasPrefix(".rxfuzz.json:"))
    #expect(failure.message.contains(named), "\(failure.message)")
    #expect(!failure.message.contains { $0.isNewline })
  }

  @Test("`config` says what is in force, and why")
  func config() throws {
    guard
      case .config(let entries, let path) = try Self.parse(
        ["config", "--time", "2m"], #"{"jobs": 3}"#)
    else {
      Issue.record("not understood as config")
      return
    }
    #expect(path == ".rxfuzz.json")
    let jobs = entries.first { $0.option.name == "--jobs" }
    #expect(jobs?.value == "3" && jobs?.source == .project(".rxfuzz.json"))
    let time = entries.first { $0.option.name == "--time" }
    #expect(time?.value == "2m" && time?.source == .commandLine)
    let seed = entries.first { $0.option.name == "--seed" }
    #expect(seed?.source == nil && seed?.option.defaultWords == "drawn, and printed")
  }

  @Test("every default that `config` prints is a whole phrase", arguments: Option.all.map(\.name))
  func defaults(name: String) throws {
    let words = try #require(Option.named(name)).defaultWords
    #expect(!words.isEmpty)
    #expect(words.count { $0 == "(" } == words.count { $0 == ")" })
  }
}
