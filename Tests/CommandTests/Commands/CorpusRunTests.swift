import Foundation
import Testing

/// What the tool does with its corpus folder.
@Suite("The corpus in a run", .serialized, .timeLimit(.minutes(2)))
struct CorpusRunTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private static let scenario = """
    rxf 1
    library   Toy
    chain     feed a
    queue p   completed a
    queue q   error a

    """

  @Test("a saved finding is reproduced by replay while the bug is there, and not afterwards")
  func replay() throws {
    defer { testbed.remove() }
    let found = try testbed.run(
      "--seed", "42", "--iterations", "1000", "--fail-fast", "--corpus", "kept", fault: "twice:1")
    #expect(found.code == 1)
    let file = try #require(testbed.files(below: "kept").first)
    #expect(file.hasPrefix("Toy/TERM-1/"))

    let again = try testbed.run("replay", "kept/\(file)", fault: "twice:1")
    #expect(again.code == 1)
    #expect(again.output.contains("reproduced: TERM-1"))

    let mended = try testbed.run("replay", "kept/\(file)", "--iterations", "500")
    #expect(mended.code == 0)
    #expect(mended.output.contains("not reproduced: no failure in 500 races"))
  }

  @Test("the corpus folder here is raced at the start, without being named")
  func startsWithCorpus() throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "corpus/Toy/TERM-1/known.rxf")
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "300", "--fail-fast", fault: "twice:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("corpus: 1 scenario of Toy"))
    #expect(outcome.output.contains("replay corpus/Toy/TERM-1/known.rxf"))
    #expect(testbed.files(below: "corpus") == ["Toy/TERM-1/known.rxf"])
  }

  @Test("failures that are known do not fail a run, and those that do not show any more are named")
  func known() throws {
    defer { testbed.remove() }
    let words = ["--seed", "42", "--iterations", "1000", "--corpus", "kept"]
    #expect(try testbed.start(words, fault: "twice:1").outcome().code == 1)
    let file = try #require(testbed.files(below: "kept").first)
    let again = try testbed.start(words + ["--known", "kept"], fault: "twice:1").outcome()
    #expect(again.code == 0)
    #expect(again.output.contains("kept/\(file)"))
    let mended = try testbed.start(words + ["--known", "kept"]).outcome()
    #expect(mended.code == 0)
    #expect(mended.output.contains("known      kept/\(file) was not seen in "))
    // Without that option, the run fails: this library's corpus holds what must not come back.
    #expect(try testbed.start(words, fault: "twice:1").outcome().code == 1)
  }

  @Test(
    "what a library's own corpus records is known without being named, where its corpus holds defects"
  )
  func knownByDefault() throws {
    defer { testbed.remove() }
    let words = ["--seed", "42", "--iterations", "1000", "--corpus", "kept"]
    #expect(try testbed.start(words, fault: "twice:1").outcome().code == 1)
    let file = try #require(testbed.files(below: "kept").first)
    let again = try testbed.run(
      words, after: "export TESTBED_FAULT=twice:1 TESTBED_CORPUS_HOLDS_DEFECTS=1")
    #expect(again.code == 0)
    #expect(again.output.contains("kept/\(file)"))
    let named = try testbed.run(
      words + ["--known", "elsewhere"],
      after: "mkdir -p elsewhere; export TESTBED_FAULT=twice:1 TESTBED_CORPUS_HOLDS_DEFECTS=1")
    #expect(named.code == 1)
    #expect(named.output.contains("known      nothing: `elsewhere/Toy` holds no failure"))
  }

  @Test("a damaged file is named with its place, the rest is raced, and the run ends with 65")
  func damaged() throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "corpus/Toy/TERM-1/good.rxf")
    try testbed.write("rxf 1\nlibrary Toy\nchain nonsense\n", to: "corpus/Toy/TERM-1/bad.rxf")
    let outcome = try testbed.run("--seed", "42", "--iterations", "300")
    #expect(outcome.code == 65)
    #expect(outcome.errors.contains("corpus/Toy/TERM-1/bad.rxf:3:"))
    #expect(outcome.output.contains("corpus: 1 scenario of Toy"))
    #expect(outcome.output.contains("findings   none"))
  }

  @Test("a corpus that cannot be written is refused before anything runs")
  func unwritable() throws {
    defer { testbed.remove() }
    for folder in ["/dev/null/corpus", "no/such/parent"] {
      let outcome = try testbed.run("--corpus", folder)
      #expect(outcome.code == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains(folder))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("a corpus that fails in the middle costs one line, and the finding is still printed")
  func failsLater() throws {
    defer { testbed.remove() }
    try testbed.write("in the way", to: "kept/Toy")
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1000", "--corpus", "kept", fault: "twice:1")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("findings are no longer saved"))
    #expect(outcome.output.contains("finding 1: TERM-1"))
    #expect(outcome.output.contains("--seed 42 --iterations"))
  }

  @Test("a file that replay cannot read, or that is another library's, ends with 65")
  func unreadable() throws {
    defer { testbed.remove() }
    try testbed.write(
      Self.scenario.replacingOccurrences(of: "Toy", with: "Other"), to: "other.rxf")
    try testbed.write("nothing of the kind", to: "damaged.rxf")
    for file in ["other.rxf", "damaged.rxf", "missing.rxf"] {
      let outcome = try testbed.run("replay", file)
      #expect(outcome.code == 65)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains(file))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }
}
