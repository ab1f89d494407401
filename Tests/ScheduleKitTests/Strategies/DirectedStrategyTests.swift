import Testing

@testable import ScheduleKit

@Suite("Orders brought about on purpose")
struct DirectedStrategyTests {
  /// How many runs of so many see the first of two variables written and the second not, by a reader with much of its
  /// own to do before.
  private func hits(runs: Int, _ make: (ScheduleProfile) -> any ScheduleStrategy) -> Int {
    let writer: [SimulatedProgram.Instruction] = [.store(0, 1), .store(1, 1)]
    // What the reader has seen of the first variable is kept in the third, of the second in the fourth.
    let reader: [SimulatedProgram.Instruction] = [
      .load(0), .storeIncremented(2), .load(1), .storeIncremented(3),
    ]
    let own = (0..<30).map { SimulatedProgram.Instruction.store(10 + $0, 1) }
    let program = SimulatedProgram([writer, own + reader])
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(make(profile), profile: profile)
    var hits = 0
    for _ in 0..<runs {
      guard let memory = program.run(control)?.memory else { break }
      if memory[2] == 2, memory[3] == 1 { hits += 1 }
    }
    return hits
  }

  @Test("an order that a walk hardly ever meets is brought about often")
  func rareOrder() {
    let directed = hits(runs: 1_000) { RaceDirectedStrategy(seed: 5, profile: $0) }
    let walk = hits(runs: 1_000) { _ in RandomWalkStrategy(seed: 5) }
    #expect(directed > 3 * walk, "directed \(directed), walk \(walk)")
    #expect(directed > 60)
  }

  @Test("where nothing conflicts there is nothing to bring about, and runs go on")
  func withoutConflict() {
    let program = SimulatedProgram([[.store(0, 1)], [.store(1, 1)]])
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(
      RaceDirectedStrategy(seed: 1, profile: profile), profile: profile)
    for _ in 0..<20 { #expect(program.run(control)?.isStuck == false) }
    #expect(profile.conflicts.orders.isEmpty)
  }

  @Test("in half of the runs priorities of operations choose among those that need not wait")
  func priorities() {
    // The profile knows of no conflict, so nobody waits for an order.
    let strategy = RaceDirectedStrategy(seed: 3, profile: ScheduleProfile())
    let operations = (1...2).map {
      ScheduleOperation(task: $0, kind: .write, object: 1, site: UInt($0), writes: true)
    }
    let restless = (0..<200).count { schedule in
      #expect(strategy.begin(schedule: schedule))
      var running: Int?
      var switches = 0
      for step in 0..<60 {
        let chosen = strategy.choose(
          ScheduleDecision(pending: operations, running: running, step: UInt64(step)))
        if let running, running != chosen { switches += 1 }
        running = chosen
      }
      // Both draw anew after each operation, so that every second one switches; the walk at most every fourth.
      return switches >= 23
    }
    #expect((60...140).contains(restless), "\(restless) of 200")
  }

  @Test("what is held for an order that cannot be goes on in the end")
  func impossibleOrder() {
    // The second task can perform nothing before the first one has let go.
    let program = SimulatedProgram([[.store(0, 1), .signal(0)], [.wait(0), .store(0, 2)]])
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(
      RaceDirectedStrategy(seed: 1, profile: profile), profile: profile)
    for _ in 0..<50 { #expect(program.run(control)?.isStuck == false) }
  }

  @Test("who comes by the first place itself waits at the second for another one to come by, too")
  func sameCode() {
    let profile = ScheduleProfile()
    for (task, site) in [(1, 10), (2, 20)] as [(UInt32, UInt)] { profile.note(at(site, task)) }
    let strategy = RaceDirectedStrategy(seed: 1, profile: profile)
    let sites: [UInt] = [10, 20]
    let together = (0..<200).count { schedule in
      #expect(strategy.begin(schedule: schedule))
      var positions = [0, 0]
      var running: Int?
      var performed: [UInt] = []
      while positions != [2, 2] {
        let tasks = (0...1).filter { positions[$0] < 2 }
        let chosen = strategy.choose(
          ScheduleDecision(
            pending: tasks.map { at(sites[positions[$0]], UInt32($0 + 1)) },
            running: tasks.firstIndex { $0 == running }, step: UInt64(performed.count)))
        running = tasks[chosen]
        performed.append(sites[positions[tasks[chosen]]])
        positions[tasks[chosen]] += 1
      }
      return performed == [10, 10, 20, 20]
    }
    // One of the two orders demands it, and is the only one of every fourth run at least.
    #expect(together > 80, "\(together) of 200")
  }

  private func at(_ site: UInt, _ task: UInt32) -> ScheduleOperation {
    ScheduleOperation(task: task, kind: .write, object: 1, site: site, writes: true)
  }

  @Test("an order that no run had is told from one that some run had")
  func seenOrders() {
    var pairs = ConflictPairs()
    pairs.note(at(10, 1))
    pairs.note(at(20, 2))
    #expect(pairs.wasSeen(ConflictPairs.Order(first: 10, second: 20)))
    #expect(!pairs.wasSeen(ConflictPairs.Order(first: 20, second: 10)))
    pairs.endRun()
    pairs.note(at(20, 2))
    pairs.note(at(10, 1))
    #expect(pairs.wasSeen(ConflictPairs.Order(first: 20, second: 10)))
  }

  @Test("conflicts are places of two tasks in one object, of which one writes")
  func conflicts() {
    var pairs = ConflictPairs()
    func note(_ task: UInt32, _ site: UInt, _ object: UInt64, writes: Bool) {
      pairs.note(
        ScheduleOperation(
          task: task, kind: writes ? .write : .read, object: object, site: site, writes: writes))
    }
    note(1, 10, 1, writes: false)
    note(2, 20, 1, writes: false)
    note(2, 21, 2, writes: true)
    note(2, 22, 2, writes: true)
    #expect(pairs.orders.isEmpty)
    // Objects of another run are others.
    pairs.endRun()
    note(1, 10, 2, writes: true)
    #expect(pairs.orders.isEmpty)
    note(2, 21, 2, writes: false)
    #expect(
      pairs.orders == [
        ConflictPairs.Order(first: 10, second: 21), ConflictPairs.Order(first: 21, second: 10),
      ])
  }
}

@Suite("A bug behind six ordered switches")
struct DeepBugTests {
  /// Two tasks take turns at one word, with steps of their own in between. It comes to seven in the one order of turns
  /// in which each switch comes in time: six of them, or seven where the other task begins.
  private static let program: SimulatedProgram = {
    func script(_ turns: [Int], own: Int) -> [SimulatedProgram.Instruction] {
      turns.flatMap { [.advance(0, from: $0), .load(own), .storeIncremented(own)] }
    }
    return SimulatedProgram([script([0, 2, 4, 6], own: 1), script([1, 3, 5], own: 2)])
  }()

  private static func schedules(_ row: StrategyRow, seed: UInt64, schedulesMax: Int) -> Int? {
    let profile = ScheduleProfile()
    let control = SimulatedProgram.control(row.make(seed, profile), profile: profile)
    for number in 1...schedulesMax where program.run(control)?.memory[0] == 7 { return number }
    return nil
  }

  @Test("the portfolio finds it within 1,000 schedules", arguments: 1...20)
  func isFound(seed: UInt64) {
    #expect(
      Self.schedules(StrategyTable.portfolio, seed: seed, schedulesMax: 1_000) != nil)
  }

  @Test("a walk that seldom switches does not find it with each seed")
  func isDeep() throws {
    let walk = try #require(StrategyTable.row(named: "walk"))
    let found = (1...20).count {
      Self.schedules(walk, seed: UInt64($0), schedulesMax: 1_000) != nil
    }
    #expect(found < 20)
  }
}
