import RxCoreAdapter
import Testing

@testable import RxFuzzKit

@Suite("Graded outcomes")
struct OutcomeGradeTests {
  private static let library = RxCoreLibrary(countsResources: false)
  private static let siblings = Scenario(
    library: "RxCore", chain: Chain("subject", [0]),
    queues: [
      [.next(feed: 0, payload: 1)], [.dispose(subscription: 1), .dispose(subscription: 2)],
    ])

  private func graded(
    _ verdict: Judge.Verdict, _ write: (inout TraceBuilder) -> Void
  ) throws -> GradedOutcome {
    var outcome = Outcome(of: Trace.of(Self.siblings, write))
    outcome.verdict = verdict
    return outcome.graded(try SequentialOutcomes(Self.siblings, library: Self.library))
  }

  @Test("what some order of whole actions delivers is acceptable")
  func acceptable() throws {
    let p = TraceBuilder.p
    #expect(try graded(.lawful) { _ in }.grade == .acceptable)
    #expect(try graded(.lawful) { $0.next(1, by: 1, to: 2, p) }.grade == .acceptable)
    let both = try graded(.lawful) {
      $0.next(1, by: 1, to: 1, p)
      $0.next(1, by: 1, to: 2, p)
    }
    #expect(both.grade == .acceptable && both.text == "1: next 1; 2: next 1")
  }

  @Test("what is lawful only because actions overlap is interesting")
  func interesting() throws {
    #expect(try graded(.lawful) { $0.next(1, by: 1, to: 1, TraceBuilder.p) }.grade == .interesting)
  }

  @Test("what broke a rule is forbidden, and what nobody could judge is not graded")
  func others() throws {
    let forbidden = try graded(.violated(.term1, "two ends")) { _ in }
    #expect(forbidden.grade == .forbidden && forbidden.reason == "TERM-1 two ends")
    let ungraded = try graded(.undecided(.statesExceeded)) { _ in }
    #expect(ungraded.grade == .ungraded && ungraded.reason == "more than 4000 states of the model")
  }

  @Test("a violation outweighs a lawful run, and that one outweighs doubt")
  func weights() {
    let violated = Judge.Verdict.violated(.term1, "two ends")
    #expect(Outcome.weightier(.lawful, violated) == violated)
    #expect(Outcome.weightier(.undecided(.modelOutgrown), .lawful) == .lawful)
    let tables = [
      GradedOutcome(text: "1: nothing", count: 2, grade: .ungraded, reason: "doubt"),
      GradedOutcome(text: "1: next 1", count: 3, grade: .acceptable, reason: ""),
      GradedOutcome(text: "1: nothing", count: 5, grade: .acceptable, reason: ""),
    ]
    let merged = GradedOutcome.merged(tables)
    #expect(merged.map(\.count) == [7, 3])
    #expect(merged.map(\.grade) == [.acceptable, .acceptable])
  }

  @Test("every outcome of a race that the model says is graded, and none is forbidden")
  func raced() throws {
    let engine = StressEngine(library: Self.library)
    engine.collectsOutcomes = true
    let result = try engine.race(Self.siblings, iterations: 2_000, seed: 1) { _ in }
    let sequential = try SequentialOutcomes(Self.siblings, library: Self.library)
    let graded = result.outcomes.map { $0.graded(sequential) }
    #expect(graded.reduce(0) { $0 + $1.count } == 2_000)
    #expect(graded.allSatisfy { $0.grade == .acceptable || $0.grade == .interesting })
    #expect(graded.count >= 3)
    #expect(!result.outcomeClasses.isDisjoint(with: .elements))
  }

  @Test("every outcome of a row whose closure throws is graded too")
  func thrown() throws {
    let scenario = Scenario(
      library: "RxCore", chain: Chain("flatMapThrows", [0], inputs: [Chain("feed", [0])]),
      queues: [[.next(feed: 0, payload: 1)], [.dispose(subscription: 1)]])
    let engine = StressEngine(library: Self.library)
    engine.collectsOutcomes = true
    let result = try engine.race(scenario, iterations: 64, seed: 1) { _ in }
    let sequential = try SequentialOutcomes(scenario, library: Self.library)
    let graded = result.outcomes.map { $0.graded(sequential) }
    #expect(!graded.isEmpty && graded.allSatisfy { $0.grade == .acceptable })
  }
}
