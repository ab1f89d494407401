import Foundation
import Testing

@testable import RxFuzzCommand

/// What the tool says of what a run has met.
@Suite("Coverage, outcomes and primitives", .serialized, .timeLimit(.minutes(2)))
struct CoverageRunTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private static let scenario = """
    rxf 1
    library Toy
    chain   feed a |> map +1
    queue p next a 1, completed a
    queue q dispose 1

    """

  @Test("coverage says what was met, template by template, and is the same for the same seed")
  func coverage() throws {
    defer { testbed.remove() }
    func table() throws -> [Substring] {
      let outcome = try testbed.run("coverage", "--seed", "1", "--iterations", "4096", "--quiet")
      #expect(outcome.code == 0)
      #expect(outcome.output.contains("raced      4,096 iterations"))
      return outcome.output.split(separator: "\n").filter {
        $0.contains("‖") || $0.hasPrefix("coverage")
      }
    }
    let first = try table()
    #expect(first.contains { $0.hasPrefix("completed ‖ dispose") })
    #expect(first.contains { $0.hasPrefix("coverage   116 scenarios") })
    // What was met is drawn; what came of it depends on the races.
    func met(_ lines: [Substring]) -> [Substring] {
      lines.filter { $0.contains("/") }.map { $0.prefix(while: { $0 != "/" }) }
    }
    #expect(try met(table()) == met(first))
  }

  @Test("replay --outcomes counts and grades every outcome")
  func outcomes() throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "race.rxf")
    let outcome = try testbed.run(
      "replay", "race.rxf", "--outcomes", "--iterations", "3000", "--quiet")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("grade"))
    #expect(outcome.output.contains("acceptable"))
    #expect(outcome.output.contains("1: next 2, completed") || outcome.output.contains("1: "))
    #expect(!outcome.output.contains("forbidden"))
  }

  @Test("a forbidden outcome is reported, with what it breaks")
  func forbidden() throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "race.rxf")
    let outcome = try testbed.run(
      "replay", "race.rxf", "--outcomes", "--iterations", "1000", "--quiet", fault: "twice:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("forbidden"))
    #expect(outcome.output.contains("TERM-1"))
  }

  @Test("a library that binds no primitive is reported so, and nothing passes for clean")
  func primitives() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("primitives", "--seed", "1", "--quiet", fault: "bare:1")
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("binds no primitive"))
  }

  @Test(
    "what does not belong to a command is refused",
    arguments: [
      (["coverage", "x"], "`x`"), (["coverage", "--corpus", "c"], "--corpus"),
      (["primitives", "--fail-fast"], "--fail-fast"), (["--outcomes"], "--outcomes"),
      (["shrink", "a", "--outcomes"], "--outcomes"),
    ])
  func refused(arguments: [String], named: String) throws {
    let failure = try #require(throws: CommandFailure.self) { try Arguments.parse(arguments) }
    #expect(failure.code == .usage && failure.message.contains(named))
  }
}
