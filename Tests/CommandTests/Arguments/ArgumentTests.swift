import Testing

@testable import RxFuzzCommand

@Suite("The command line")
struct ArgumentTests {
  @Test(
    "each bad argument is refused with one line that names it",
    arguments: [
      (["--iterations", "-1"], "-1"), (["--iterations", "0"], "`0`"),
      (["--iterations", "1e400"], "1e400"), (["--iterations", "abc"], "abc"),
      (["--iterations", "1.5"], "1.5"), (["--iterations", ""], "--iterations"),
      (["--iterations="], "--iterations"), (["--iterations"], "--iterations"),
      (["--iterations", "--quiet"], "--iterations"), (["--seed", ""], "--seed"),
      (["--seed", "0xfffffffffffffffff"], "0xfff"), (["--seed"], "--seed"),
      (["--time", "soon"], "soon"), (["--time", "0"], "`0`"), (["--time", "-5s"], "-5s"),
      (["--jobs", "0"], "`0`"), (["--jobs", "257"], "257"), (["--jobs", "+2"], "+2"),
      (["--jobs", "two"], "two"), (["--corpus", ""], "--corpus"), (["--corpus"], "--corpus"),
      (["--events", "--nonsense"], "`--nonsense`"), (["--corpse", "x"], "--corpse"), (["-x"], "-x"),
      (["--"], "--"),
      (["--quiet=yes"], "yes"), (["--seed", "1", "--seed", "2"], "--seed"),
      (["fuzz"], "fuzz"), (["replay"], "replay"), (["replay", "a", "b"], "`b`"),
      (["replay", "a", "--corpus", "c"], "--corpus"),
      (["replay", "a", "--fail-fast"], "--fail-fast"),
      (["shrink"], "shrink"), (["shrink", "a", "b"], "`b`"),
      (["shrink", "a", "--seed", "1"], "--seed"), (["--shrink-seconds", "-1"], "-1"),
      (["--shrink-seconds", "1.5"], "1.5"), (["replay", "a", "--shrink-seconds", "1"], "replay"),
      (["--engine", "steam"], "steam"), (["--strategy", "luck"], "luck"),
      (["--engine"], "--engine"),
      (["list"], "invariants"), (["list", "colours"], "colours"),
      (["list", "operators", "twice"], "twice"), (["list", "operators", "--quiet"], "--quiet"),
      (["selftest", "a"], "`a`"), (["selftest", "--quiet"], "--quiet"),
      (["two\nlines"], "two\\nlines"),
    ])
  func refused(arguments: [String], named: String) throws {
    let failure = try #require(throws: CommandFailure.self) { try Arguments.parse(arguments) }
    #expect(failure.code == .usage)
    #expect(failure.message.contains(named))
    #expect(!failure.message.contains { $0.isNewline })
  }

  @Test("values are taken after a blank and after an equals sign")
  func values() throws {
    for arguments in [
      ["--seed", "0x2a", "--iterations", "1e6", "--time", "2m", "--jobs", "3"],
      ["--seed=0x2a", "--iterations=1_000_000", "--time=120", "--jobs=3"],
    ] {
      guard case .fuzz(let options) = try Arguments.parse(arguments) else {
        Issue.record("not understood as the main job")
        return
      }
      #expect(options.seed?.value == 42)
      #expect(options.iterations == 1_000_000)
      #expect(options.timeSeconds == 120)
      #expect(options.jobs == 3)
    }
  }

  @Test("without arguments the main job runs with its defaults")
  func defaults() throws {
    guard case .fuzz(let options) = try Arguments.parse([]) else {
      Issue.record("not understood as the main job")
      return
    }
    #expect(options == Arguments.FuzzOptions())
  }

  @Test("help is given wherever it is asked for", arguments: [["-h"], ["replay", "--help"]])
  func help(arguments: [String]) throws {
    guard case .help = try Arguments.parse(arguments) else {
      Issue.record("no help")
      return
    }
  }

  @Test("options of replay stand before and after its file")
  func replay() throws {
    guard
      case .replay(let options) = try Arguments.parse(
        ["--quiet", "replay", "some file.rxf", "--iterations", "500"])
    else {
      Issue.record("not understood as a replay")
      return
    }
    #expect(options.file == "some file.rxf")
    #expect(options.iterations == 500)
    #expect(options.quiet)
  }
}
