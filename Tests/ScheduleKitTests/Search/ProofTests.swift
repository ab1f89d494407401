import Testing

@testable import ScheduleKit

/// Runs a simulated program whose outcome breaks a rule.
private final class SimulatedRunner: ScheduleRunner {
  let names = SimulatedProgram.names
  private let program: SimulatedProgram
  private let isLawful: (SimulatedProgram.Outcome) -> Bool

  init(
    _ program: SimulatedProgram, isLawful: @escaping (SimulatedProgram.Outcome) -> Bool
  ) {
    self.program = program
    self.isLawful = isLawful
  }

  func place(_ site: UInt) -> String { "line \(site % 1_000)" }

  /// What every run is said to have shown besides.
  var edit: (inout ScheduleRun) -> Void = { _ in }
  var unjudged: String?
  /// The first runs are those of another program, as where a process still makes what it makes once.
  var coldRuns = 0
  var cold = SimulatedProgram([])
  var isFickle = false
  private var runs = 0
  /// How often there still is something to adopt.
  var adoptions = 0

  func adoptPoints() -> Bool {
    guard adoptions > 0 else { return false }
    adoptions -= 1
    return true
  }

  func run(_ control: ScheduleControl) -> ScheduleRun? {
    runs += 1
    let isCold = runs <= coldRuns || isFickle && runs.isMultiple(of: 2)
    let program = isCold ? cold : program
    guard let outcome = program.run(control, fails: { !self.isLawful($0) }) else { return nil }
    if outcome.isStuck {
      return ScheduleRun(
        violation: ScheduleViolation(rule: "stuck", message: "tasks wait"), isStuck: true)
    }
    if isLawful(outcome) {
      var run = ScheduleRun()
      edit(&run)
      return run
    }
    return ScheduleRun(violation: ScheduleViolation(rule: "sum", message: "an update was lost"))
  }
}

@Suite("Proofs and hunts")
struct ProofTests {
  private static let section: [SimulatedProgram.Instruction] = [
    .lock(0), .load(0), .storeIncremented(0), .unlock(0),
  ]
  private static var locked: SimulatedRunner {
    SimulatedRunner(SimulatedProgram([section, section])) { $0.memory[0] == 2 }
  }
  private static var racy: SimulatedRunner {
    SimulatedRunner(
      SimulatedProgram([[.load(0), .storeIncremented(0)], [.load(0), .storeIncremented(0)]])
    ) { $0.memory[0] == 2 }
  }

  @Test("a correct program is proved, by reduction and by all schedules")
  func proves() {
    let reduced = ScheduleProof.prove(Self.locked)
    #expect(reduced.isProof)
    #expect(
      reduced.words == "all schedules explored by 2 schedules that stand for them, 0 violations")
    let all = ScheduleProof.prove(Self.locked, by: .preemptions(20))
    #expect(all.isProof)
    #expect(all.state == .complete)
    #expect(all.words.hasPrefix("all ") && all.words.hasSuffix(" explored, 0 violations"))
  }

  @Test("a bound that leaves schedules out is said")
  func saysBound() {
    let stores: [SimulatedProgram.Instruction] = [.store(0, 1), .store(0, 2)]
    let runner = SimulatedRunner(SimulatedProgram([stores, stores])) { _ in true }
    let report = ScheduleProof.prove(runner, by: .preemptions(0))
    #expect(report.isProof)
    #expect(report.words.hasSuffix("0 violations; others have more"))
  }

  @Test("a proof that ran out of schedules is none")
  func saysLeft() {
    let report = ScheduleProof.prove(Self.locked, by: .preemptions(9), schedulesMax: 1)
    #expect(!report.isProof)
    #expect(report.words.hasPrefix("not proved"))
    let nothing = ScheduleProof.prove(Self.locked, schedulesMax: 0)
    #expect(!nothing.isProof)
    #expect(nothing.words == "not proved: no schedule was explored")
  }

  @Test("accesses that nobody watched, or runs that nobody could judge, make a proof none")
  func saysUnseen() {
    let unwatched = Self.locked
    unwatched.edit = { $0.pointCoverage.accessesUnwatched = 3 }
    let report = ScheduleProof.prove(unwatched)
    #expect(!report.isProof)
    #expect(report.words == "not proved: there was no room to watch 3 accesses of a schedule")
    let undecided = Self.locked
    undecided.edit = { $0.undecided = "a bound was reached" }
    #expect(!ScheduleProof.prove(undecided).isProof)
  }

  @Test("a search begins anew where it has shown operations that matter")
  func adopts() {
    let runner = Self.locked
    runner.adoptions = 2
    #expect(ScheduleProof.prove(runner).isProof)
    #expect(runner.adoptions == 0)
    runner.adoptions = 100
    let report = ScheduleProof.prove(runner)
    #expect(!report.isProof)
    #expect(report.words == "not proved: every search showed more operations that matter")
  }

  @Test("a search begins anew where runs were not alike at first, and fails where they never are")
  func warmsUp() {
    let runner = Self.locked
    runner.cold = SimulatedProgram([[.lock(1), .unlock(1)] + Self.section, Self.section])
    runner.coldRuns = 2
    #expect(ScheduleProof.prove(runner, by: .preemptions(2)).isProof)
    let fickle = Self.locked
    fickle.cold = runner.cold
    fickle.isFickle = true
    let report = ScheduleProof.prove(fickle, by: .preemptions(2))
    #expect(!report.isProof)
    #expect(report.words.contains("choices"))
  }

  @Test("a proof without some rules says so")
  func saysWhatIsNotJudged() {
    let runner = Self.locked
    runner.unjudged = "values not judged: the model does not say what x does"
    let report = ScheduleProof.prove(runner)
    #expect(report.isProof)
    #expect(
      report.words.hasSuffix(
        "; values not judged: the model does not say what x does"))
  }

  @Test(
    "a violation is shown with the fewest switches, and its text repeats it", arguments: [0, 1])
  func showsViolation(method: Int) throws {
    let report = ScheduleProof.prove(Self.racy, by: method == 0 ? .reduction : .preemptions(3))
    let failure = try #require(report.failure)
    #expect(!report.isProof)
    #expect(failure.isRepeatable)
    #expect(failure.switchesLeft == 1)
    #expect(failure.steps.count == 1)
    let replay = try ScheduleReplay(failure.schedule).run(Self.racy)
    #expect(replay.run.violation?.rule == "sum")
    #expect(replay.divergence == nil)
  }

  @Test("a deadlock is a violation")
  func showsDeadlock() throws {
    let runner = SimulatedRunner(
      SimulatedProgram([
        [.lock(0), .lock(1), .unlock(1), .unlock(0)], [.lock(1), .lock(0), .unlock(0), .unlock(1)],
      ])
    ) { _ in true }
    let failure = try #require(ScheduleProof.prove(runner).failure)
    #expect(failure.violation.rule == "stuck")
    #expect(failure.switchesLeft == 1)
  }

  @Test("a hunt finds the lost update with any strategy", arguments: StrategyTable.all.map(\.name))
  func hunts(name: String) throws {
    let row = try #require(StrategyTable.row(named: name))
    let report = ScheduleHunt(Self.racy, strategy: row, seed: 12).hunt(schedulesMax: 100)
    let failure = try #require(report.failure)
    #expect(failure.isRepeatable)
    #expect(failure.schedulesBefore <= 100)
    #expect(
      failure.steps.first?.contains("queue") == true
        || failure.steps.first?.contains("task") == true)
  }

  @Test("a hunt in correct code finds nothing, and says how much it ran")
  func huntsInVain() {
    let report = ScheduleHunt(Self.locked, seed: 12).hunt(schedulesMax: 200)
    #expect(report.failure == nil)
    #expect(report.schedules == 200)
    #expect(report.distinct > 1)
    #expect(report.undecided == 0)
  }
}
