import Testing

@testable import ScheduleKit

@Suite("Strategies that try every schedule")
struct SearchTests {
  private func search(
    _ program: SimulatedProgram, _ strategy: any ScheduleSearch, runsMax: Int = 200_000
  ) -> Set<SimulatedProgram.Outcome> {
    let outcomes = program.outcomes(strategy, runs: runsMax)
    return outcomes
  }

  @Test(
    "without a bound, depth-first search runs every interleaving exactly once",
    arguments: [(1, 1, 2), (2, 2, 6), (3, 2, 10), (4, 4, 70)])
  func countsInterleavings(first: Int, second: Int, expected: Int) {
    let program = SimulatedProgram([
      Array(repeating: .store(0, 1), count: first), Array(repeating: .store(0, 2), count: second),
    ])
    let dfs = BoundedSearchStrategy(preemptionsMax: 100)
    _ = search(program, dfs)
    #expect(dfs.state == .complete)
    #expect(dfs.explored == expected)
    let single = BoundedSearchStrategy(preemptionsMax: 100, preemptionsFirst: 100)
    _ = search(program, single)
    #expect(single.state == .complete)
    #expect(single.explored == expected)
    #expect(single.redundant == 0)
  }

  @Test(
    "a bound of c preemptions runs exactly the schedules with at most c, and says that others exist"
  )
  func countsPreemptions() {
    // Two tasks of 3 operations: 2 schedules without preemption; with one, either may be
    // interrupted behind its first or second operation, and goes on when the other one has ended.
    let program = SimulatedProgram([
      Array(repeating: .store(0, 1), count: 3), Array(repeating: .store(0, 2), count: 3),
    ])
    for (bound, expected) in [(0, 2), (1, 6)] {
      let dfs = BoundedSearchStrategy(preemptionsMax: bound)
      _ = search(program, dfs)
      #expect(dfs.state == .bounded(preemptions: bound))
      #expect(dfs.explored == expected)
    }
  }

  @Test("independent tasks have one class of schedules, one conflict has two")
  func dporClasses() {
    let independent = SimulatedProgram([
      Array(repeating: .store(0, 1), count: 5), Array(repeating: .store(1, 1), count: 5),
      Array(repeating: .store(2, 1), count: 5),
    ])
    let first = DPORStrategy()
    _ = search(independent, first)
    #expect(first.state == .complete)
    #expect(first.explored == 1)

    let conflict = SimulatedProgram([
      [.store(1, 1), .store(0, 1), .store(2, 1)], [.store(3, 1), .store(0, 2), .store(4, 1)],
    ])
    let second = DPORStrategy()
    #expect(search(conflict, second).count == 2)
    #expect(second.state == .complete)
    #expect(second.explored == 2)
  }

  @Test("a reversal of two operations may need what another task does before them")
  func dporReadersOfTwo() {
    // Each reader keeps both values that it has read.
    let program = SimulatedProgram([
      [.store(0, 1)], [.store(1, 1)],
      [.load(0), .storeIncremented(2), .load(1), .storeIncremented(3)],
      [.load(1), .storeIncremented(4), .load(0), .storeIncremented(5)],
    ])
    let reduced = DPORStrategy()
    let outcomes = search(program, reduced)
    #expect(reduced.state == .complete)
    // All but the one in which the readers see the stores in opposite orders.
    #expect(outcomes.count == 15)
  }

  @Test("critical sections of one lock have as many classes as orders")
  func dporLocks() {
    let section: [SimulatedProgram.Instruction] = [
      .lock(0), .load(0), .storeIncremented(0), .unlock(0),
    ]
    let dpor = DPORStrategy()
    let outcomes = search(SimulatedProgram([section, section, section]), dpor)
    #expect(dpor.state == .complete)
    #expect(outcomes.allSatisfy { $0.memory[0] == 3 && !$0.isStuck })
    #expect(dpor.explored == 6)
  }

  @Test("locks taken in opposite orders get stuck in some class")
  func dporDeadlock() {
    let program = SimulatedProgram([
      [.lock(0), .lock(1), .unlock(1), .unlock(0)], [.lock(1), .lock(0), .unlock(0), .unlock(1)],
    ])
    #expect(search(program, DPORStrategy()).contains { $0.isStuck })
  }

  @Test(
    "reduction shows every outcome that exhaustive search shows, or one that is stuck",
    arguments: 0..<4)
  func dporIsSound(part: Int) {
    var generator = SeededGenerator(seed: 2026, stream: UInt64(part))
    var saved = 0
    for _ in 0..<25 {
      let program = SimulatedProgram.random(&generator)
      let dfs = BoundedSearchStrategy(preemptionsMax: 100, preemptionsFirst: 100)
      let all = search(program, dfs)
      #expect(dfs.state == .complete, "\(program)")
      let dpor = DPORStrategy()
      let reduced = search(program, dpor)
      #expect(dpor.state == .complete, "\(program)")
      if reduced.contains(where: \.isStuck) {
        #expect(reduced.isSubset(of: all), "\(program)")
      } else {
        #expect(reduced == all, "\(program)")
      }
      #expect(dpor.explored <= dfs.explored, "\(program)")
      saved += dfs.explored - dpor.explored
    }
    #expect(saved > 0)
  }

  @Test("a spawned task comes after what its maker did before, and races with what follows")
  func dporSpawn() {
    let program = SimulatedProgram([
      [.store(0, 1), .spawn(1), .store(1, 1)], [.load(0), .load(1)],
    ])
    let dpor = DPORStrategy()
    let outcomes = search(program, dpor)
    #expect(dpor.explored == 2)
    #expect(Set(outcomes.map { $0.loaded[1] }) == [0, 1])
  }

  @Test("a program that changes between runs ends the search without a proof")
  func nondeterminismFails() {
    for strategy in [BoundedSearchStrategy(), DPORStrategy()] as [any ScheduleSearch] {
      let control = SimulatedProgram.control(strategy)
      let stable = SimulatedProgram([[.store(0, 1), .store(0, 2)], [.store(0, 3)]])
      let other = SimulatedProgram([[.store(0, 1)], []])
      _ = stable.run(control)
      _ = other.run(control)
      guard case .failed = strategy.state else {
        Issue.record("\(strategy.state)")
        continue
      }
    }
  }
}
