import Foundation
import Testing

/// What a run does where the system gives it too little.
@Suite("An exhausted system", .serialized, .timeLimit(.minutes(4)))
struct ExhaustionTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private func check(_ outcome: Testbed.Outcome, _ option: String) {
    #expect(!outcome.output.contains("finding:"), "\(outcome.output)")
    #expect(testbed.files(below: "kept") == [])
    guard outcome.code != 0 else { return }
    #expect(outcome.code == 71)
    #expect(outcome.errors.contains("left for this run (ulimit -\(option) is "), "\(outcome)")
  }

  @Test(
    "too few descriptors are an error of the environment, reported in words",
    arguments: [8, 14, 16, 18, 20, 22, 26])
  func descriptors(count: Int) throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      ["--seed", "42", "--iterations", "1000", "--corpus", "kept", "--jobs", "2"],
      after: "ulimit -n \(count)")
    check(outcome, "n")
    if count <= 16 { #expect(outcome.code == 71) }
  }

  @Test(
    "too little memory is an error of the environment, reported in words",
    arguments: [200_000, 300_000, 500_000])
  func memory(kibibytes: Int) throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      ["--seed", "42", "--iterations", "3000", "--corpus", "kept"],
      after: "ulimit -v \(kibibytes)")
    check(outcome, "v")
  }

  @Test(
    "what races in its own process, or repeats a file, says that memory is too little, and nothing of the library",
    arguments: [100_000, 180_000, 200_000],
    [
      ["primitives", "--iterations", "100"], ["selftest"], ["prove", "a.rxf"],
      ["replay", "a.rxf", "--iterations", "200"], ["coverage", "--iterations", "200"],
    ])
  func memoryOfCommands(kibibytes: Int, arguments: [String]) throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "a.rxf")
    let outcome = try testbed.run(arguments, after: "ulimit -v \(kibibytes)")
    // With less than this the process may not even start.
    if kibibytes == 100_000, outcome.output.isEmpty, outcome.code != 1 { return }
    #expect(outcome.code == 0 || outcome.code == 71, "\(outcome)")
    #expect(!outcome.output.contains("LIVE-1"), "\(outcome)")
    #expect(!outcome.errors.contains("is not exact any more"), "\(outcome)")
    if outcome.code == 71 {
      #expect(outcome.errors.contains("no memory left for this run (ulimit -v is "), "\(outcome)")
    }
  }

  private static let scenario = """
    rxf 1
    library   Toy
    chain     feed a |> map +1
    queue p   next a 1
    queue q   dispose 1
    """
}
