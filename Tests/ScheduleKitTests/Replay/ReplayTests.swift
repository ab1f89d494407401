import Testing

@testable import ScheduleKit

@Suite("Replay of schedules")
struct ReplayTests {
  @Test(
    "the deviations of any run repeat it, through its text",
    arguments: StrategyTable.sampling.map(\.name))
  func repeatsRuns(name: String) throws {
    let row = try #require(StrategyTable.row(named: name))
    var generator = SeededGenerator(seed: 77)
    for index in 0..<60 {
      let program = SimulatedProgram.random(&generator)
      let profile = ScheduleProfile()
      let control = SimulatedProgram.control(row.make(UInt64(index), profile), profile: profile)
      for _ in 0..<4 { _ = program.run(control) }
      let names = SimulatedProgram.names
      let schedule = ScheduleText(
        strategy: name, parameters: [3], seed: UInt64(index),
        deviations: control.log.deviations(names))
      let parsed = try ScheduleText(parsing: schedule.text)
      #expect(parsed == schedule)
      let replay = ReplayStrategy(
        parsed.deviations, seed: parsed.seed, names: SimulatedProgram.names)
      let second = SimulatedProgram.control(replay)
      _ = program.run(second)
      #expect(replay.divergence == nil)
      #expect(second.log.traceHash(names) == control.log.traceHash(names))
    }
  }

  private static let racy = SimulatedProgram([
    [.load(0), .storeIncremented(0)], [.load(0), .storeIncremented(0)],
  ])

  /// A run of the racy program that loses an update.
  private func lostUpdate() throws -> [Deviation] {
    let control = SimulatedProgram.control(UniformStrategy(seed: 1))
    for _ in 0..<100 where Self.racy.run(control)?.memory[0] == 1 {
      return control.log.deviations(SimulatedProgram.names)
    }
    throw CancellationError()
  }

  @Test("operations elsewhere may come and go without breaking a replay")
  func survivesChanges() throws {
    let deviations = try lostUpdate()
    // Sites of the simulator name positions, so what is new comes behind what was recorded.
    var changed = Self.racy
    changed.tasks[0] += [.store(5, 1), .store(6, 1)]
    changed.tasks[1] += [.load(5)]
    let replay = ReplayStrategy(deviations, seed: 1, names: SimulatedProgram.names)
    #expect(changed.run(SimulatedProgram.control(replay))?.memory[0] == 1)
  }

  @Test("a replay says where it diverges, and goes on")
  func saysWhereItDiverges() throws {
    let deviations = try lostUpdate()
    let gone = SimulatedProgram([[.store(3, 1)], [.store(3, 2)]])
    let replay = ReplayStrategy(deviations, seed: 1, names: SimulatedProgram.names)
    #expect(gone.run(SimulatedProgram.control(replay))?.memory[3] != nil)
    #expect(replay.divergence?.index == 0)
  }

  @Test("damaged texts are refused in one line")
  func refusesDamage() throws {
    let text = ScheduleText(strategy: "pct", seed: 9, deviations: try lostUpdate()).text
    #expect(text.hasPrefix("explore:v1:"))
    #expect(text.utf8.count < 60)
    let mistyped = text.dropLast() + (text.hasSuffix("A") ? "B" : "A")
    for damaged in [
      "", "explore:v1:", "explore:v2:AAAA", "\(mistyped)", text + "!", String(text.dropLast(3)),
    ] {
      let error = #expect(throws: ScheduleText.ParseError.self) {
        try ScheduleText(parsing: damaged)
      }
      #expect(error?.message.contains("\n") == false)
    }
  }

  @Test("no text makes the reader trap")
  func readsAnything() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let bytes = (0..<generator.below(40)).map { _ in UInt8(generator.below(256)) }
      _ = try? ScheduleText(parsing: ScheduleText.prefix + Base64Address.encode(bytes))
      #expect(Base64Address.decode(Base64Address.encode(bytes)[...]) == bytes)
    }
  }

  @Test("shrinking keeps only the switches that the failure needs")
  func shrinks() throws {
    let names = SimulatedProgram.names
    let noise = (0..<4).map { SimulatedProgram.Instruction.store(10 + $0, 1) }
    let program = SimulatedProgram([
      noise + [.load(0)] + noise + [.storeIncremented(0)],
      noise + [.load(0), .storeIncremented(0)] + noise,
    ])
    let control = SimulatedProgram.control(UniformStrategy(seed: 3))
    var failing: [Deviation]?
    for _ in 0..<200 where failing == nil && program.run(control)?.memory[0] == 1 {
      failing = control.log.deviations(names)
    }
    let deviations = try #require(failing)
    var shrinker = ScheduleShrinker { deviations in
      let replay = ReplayStrategy(deviations, seed: 1, names: names)
      let control = SimulatedProgram.control(replay)
      guard program.run(control)?.memory[0] == 1, replay.divergence == nil else { return nil }
      return control.log.deviations(names)
    }
    let shrunk = shrinker.shrink(deviations)
    #expect(deviations.count > 4)
    #expect(shrunk.count <= 3)
    #expect(shrinker.runs < 200)
    for index in shrunk.indices {
      var fewer = shrunk
      fewer.remove(at: index)
      #expect(shrinker.repeats(fewer) == nil)
    }
  }
}
