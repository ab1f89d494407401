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
    for command in ["primitives", "selftest"] {
      let other = try testbed.run([command], after: "ulimit -v 100000")
      // With less than this the process may not even start.
      #expect(other.code != 1)
    }
  }
}
