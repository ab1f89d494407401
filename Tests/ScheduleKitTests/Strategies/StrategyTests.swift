import Testing

@testable import ScheduleKit

@Suite("Strategies that draw by chance")
struct StrategyTests {
  /// Three tasks of 3, 2 and 2 operations have 210 interleavings.
  private static let small = SimulatedProgram([
    [.store(0, 1), .store(0, 2), .store(0, 3)], [.store(0, 4), .store(0, 5)],
    [.store(0, 6), .store(0, 7)],
  ])

  /// How often each order of tasks came up.
  private func orders(
    of program: SimulatedProgram, runs: Int,
    _ make: (ScheduleProfile) -> any ScheduleStrategy
  ) -> [[UInt32]: Int] {
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(make(profile), profile: profile)
    var orders: [[UInt32]: Int] = [:]
    for _ in 0..<runs {
      guard program.run(control) != nil else { break }
      orders[(0..<control.log.count).map { control.log.performed(at: $0).task }, default: 0] += 1
    }
    return orders
  }

  @Test("every one of them finds a lost update", arguments: StrategyTable.all.map(\.name))
  func lostUpdate(name: String) throws {
    let program = SimulatedProgram([
      [.load(0), .storeIncremented(0)], [.load(0), .storeIncremented(0)],
    ])
    let row = try #require(StrategyTable.row(named: name))
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(row.make(7, profile), profile: profile)
    var lost = false
    for _ in 0..<200 {
      guard let outcome = program.run(control) else { break }
      lost = lost || outcome.memory[0] == 1
    }
    #expect(lost)
  }

  @Test("equal seeds give equal runs, others do not", arguments: StrategyTable.all.map(\.name))
  func determinism(name: String) throws {
    let row = try #require(StrategyTable.row(named: name))
    func hashes(seed: UInt64) -> [UInt64] {
      let profile = ScheduleProfile()
      let control = SimulatedProgram.control(row.make(seed, profile), profile: profile)
      return (0..<40).compactMap { _ in
        Self.small.run(control).map { _ in control.log.traceHash(SimulatedProgram.names) }
      }
    }
    #expect(hashes(seed: 1) == hashes(seed: 1))
    if StrategyTable.sampling.contains(where: { $0.name == name }) {
      #expect(hashes(seed: 1) != hashes(seed: 2))
    }
  }

  @Test("PCT with fixed low priorities reaches nearly all of 210 orders, and more with more depth")
  func pctReach() {
    let deep = orders(of: Self.small, runs: 20_000) { PCTStrategy(seed: 3, depth: 6, profile: $0) }
    #expect(deep.count >= 200)
    let shallow = orders(of: Self.small, runs: 20_000) {
      PCTStrategy(seed: 3, depth: 2, profile: $0)
    }
    #expect(shallow.count < deep.count)
  }

  @Test("PCT finds a bug of depth 2 at least as often as promised")
  func pctBound() {
    // The write must come between the two operations of the other task: depth 2, 2 tasks, 5 decisions.
    let program = SimulatedProgram([[.load(0), .storeIncremented(0)], [.store(0, 5)]])
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(
      PCTStrategy(seed: 11, depth: 2, profile: profile), profile: profile)
    var hits = 0
    for _ in 0..<2_000 where program.run(control)?.memory[0] == 1 { hits += 1 }
    #expect(hits >= 2_000 / (2 * 5))
  }

  @Test("a uniform random walk over interleavings draws each of 210 orders about equally often")
  func urwIsUniform() {
    let counts = orders(of: Self.small, runs: 42_000) { URWStrategy(seed: 5, profile: $0) }
    #expect(counts.count == 210)
    // 200 are expected of each; six standard deviations are 85.
    #expect(counts.values.allSatisfy { (115...285).contains($0) })
  }

  @Test("uniform choice of a task is not uniform over interleavings")
  func uniformIsNotUniform() {
    let counts = orders(of: Self.small, runs: 42_000) { _ in UniformStrategy(seed: 5) }
    #expect(!counts.values.allSatisfy { (115...285).contains($0) })
  }

  @Test(
    "partial order sampling leaves independent operations aside: both orders of the conflict are common"
  )
  func posBalances() {
    // Ten private operations before the conflicting one: a random walk hardly ever lets the long task go first.
    let long = (0..<10).map { SimulatedProgram.Instruction.store(10 + $0, 1) } + [.store(0, 1)]
    let program = SimulatedProgram([long, [.store(0, 2)]])
    let control = SimulatedProgram.control(POSStrategy(seed: 9))
    var longFirst = 0
    for _ in 0..<2_000 where program.run(control)?.memory[0] == 2 { longFirst += 1 }
    #expect((100...1_000).contains(longFirst))
  }

  @Test("a selective walk balances the interesting operations, however many others there are")
  func surwBalances() {
    let long = (0..<30).map { SimulatedProgram.Instruction.store(10 + $0, 1) } + [.store(0, 1)]
    let program = SimulatedProgram([long, [.store(0, 2)]])
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(
      SURWStrategy(seed: 9, profile: profile), profile: profile)
    var longFirst = 0
    for _ in 0..<2_000 where program.run(control)?.memory[0] == 2 { longFirst += 1 }
    #expect((300...1_700).contains(longFirst))
  }

  @Test("a portfolio gives more runs to what shows new orders, and some to everybody")
  func portfolioShifts() {
    final class Counting: ScheduleStrategy {
      let inner: any ScheduleStrategy
      var runs = 0
      init(_ inner: any ScheduleStrategy) { self.inner = inner }
      func begin(schedule: Int) -> Bool {
        runs += 1
        return inner.begin(schedule: schedule)
      }
      func choose(_ decision: ScheduleDecision) -> Int { inner.choose(decision) }
      func end(_ feedback: ScheduleFeedback) { inner.end(feedback) }
    }
    let dull = Counting(ReplayStrategy([], seed: 1, names: SimulatedProgram.names))
    let lively = Counting(UniformStrategy(seed: 1))
    let control = SimulatedProgram.control(PortfolioStrategy([dull, lively], seed: 4))
    for _ in 0..<200 { _ = Self.small.run(control) }
    #expect(lively.runs > dull.runs)
    #expect(dull.runs > 20)
  }

  @Test("where all yield the same, a portfolio keeps to the shares of its members")
  func portfolioShares() {
    final class Counting: ScheduleStrategy {
      var runs = 0
      func begin(schedule: Int) -> Bool {
        runs += 1
        return true
      }
      func choose(_ decision: ScheduleDecision) -> Int { 0 }
      func end(_ feedback: ScheduleFeedback) {}
    }
    let (small, large) = (Counting(), Counting())
    let portfolio = PortfolioStrategy([small, large], shares: [1, 3], seed: 4)
    for schedule in 0..<400 {
      _ = portfolio.begin(schedule: schedule)
      portfolio.end(ScheduleFeedback(steps: 1, decisions: 1, traceHash: 0, isNew: true))
    }
    #expect(small.runs + large.runs == 400)
    #expect((60...140).contains(small.runs))
  }

  @Test("a profile knows hand-offs only once a run had one")
  func handOffs() {
    func hasHandOffs(_ script: [SimulatedProgram.Instruction]) -> Bool {
      let profile = ScheduleProfile()
      _ = SimulatedProgram([script]).run(
        SimulatedProgram.control(UniformStrategy(seed: 1), profile: profile))
      return profile.hasHandOffs
    }
    #expect(!hasHandOffs([.load(0), .store(0, 1)]))
    #expect(hasHandOffs([.load(0), .lock(0), .unlock(0)]))
  }

  @Test("running every schedule twice shows a scenario that does not repeat itself")
  func repeatFindsNondeterminism() {
    let repeating = RepeatStrategy(UniformStrategy(seed: 2))
    let control = SimulatedProgram.control(repeating)
    for _ in 0..<100 { _ = Self.small.run(control) }
    #expect(repeating.faults.isEmpty)
    let wavering = RepeatStrategy(UniformStrategy(seed: 2))
    let second = SimulatedProgram.control(wavering)
    for run in 0..<4 {
      var program = Self.small
      if run == 3 { program.tasks[1][1] = .load(1) }
      _ = program.run(second)
    }
    #expect(wavering.faults.map(\.schedule) == [1])
  }

  @Test(
    "where it is forgiven, a first run may differ from a second and a third one that are equal, and no others may"
  )
  func repeatForgives() {
    /// Runs that are another program where their number is one of these.
    func faults(oddRuns: Set<Int>) -> [Int] {
      let strategy = RepeatStrategy(UniformStrategy(seed: 2), forgivesFirst: true)
      let control = SimulatedProgram.control(strategy)
      for run in 0..<9 {
        var program = Self.small
        if oddRuns.contains(run) { program.tasks[1][1] = .load(1) }
        _ = program.run(control)
      }
      return strategy.faults.map(\.schedule)
    }
    #expect(faults(oddRuns: []) == [])
    #expect(faults(oddRuns: [2]) == [])
    #expect(faults(oddRuns: [2, 4]) == [1])
  }
}
