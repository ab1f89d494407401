import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("Assigning work")
struct WorkSchedulerTests {
  @Test(
    "every iteration is assigned exactly once, also after units were given back",
    arguments: [1, 255, 256, 257, 5_000, 100_000] as [UInt64])
  func coverage(iterations: UInt64) {
    var scheduler = WorkScheduler(fileRaces: [300, 0, 256], generatedIterations: iterations)
    var assigned: [WorkUnit.Source: [UInt64: UInt64]] = [:]
    var numbers: Set<UInt64> = []
    var chance = SeededGenerator(seed: iterations)
    while let unit = scheduler.nextUnit(batchesMax: 1 + chance.below(9)) {
      #expect(numbers.insert(unit.number).inserted)
      let done = UInt64(chance.below(unit.batches.count)) + unit.firstBatch
      for batch in unit.firstBatch...done {
        let count = unit.iterations(ofBatch: batch)
        #expect(assigned[unit.source, default: [:]].updateValue(count, forKey: batch) == nil)
      }
      if let rest = unit.rest(after: done) { scheduler.giveBack(rest) }
    }
    #expect(!scheduler.hasMore)
    #expect(assigned[.generated]?.values.reduce(0, +) == iterations)
    #expect(assigned[.file(0)]?.values.reduce(0, +) == 300)
    #expect(assigned[.file(1)] == nil)
    #expect(assigned[.file(2)]?.values.reduce(0, +) == 256)
  }

  @Test("a file that is dropped is assigned no more, even when its rest is given back")
  func dropping() throws {
    var scheduler = WorkScheduler(fileRaces: [10_000], generatedIterations: 0)
    let assigned = scheduler.nextUnit(batchesMax: 4)
    let unit = try #require(assigned)
    scheduler.drop(file: .file(0))
    scheduler.giveBack(unit)
    let more = scheduler.nextUnit(batchesMax: 4)
    #expect(more == nil)
  }

  @Test("an engine has its due only where there is something for it from here on")
  func enginesDue() {
    var fresh = WorkScheduler(fileRaces: [], generatedIterations: 512, engine: .both)
    #expect(fresh.enginesDue == [.stress, .explore])
    while fresh.nextUnit(batchesMax: 4) != nil {}
    #expect(fresh.enginesDue == [.stress, .explore])
    let state = fresh.state(library: "Toy", seed: 1, outstanding: [])
    var short = WorkScheduler(
      fileRaces: [], generatedIterations: 1_024, engine: .both, resuming: state)
    #expect(short.enginesDue == [.stress])
    while short.nextUnit(batchesMax: 4) != nil {}
    #expect(short.enginesDue == [.stress])
    let files = WorkScheduler(
      fileRaces: [300], generatedIterations: 512, engine: .both, resuming: state)
    #expect(files.enginesDue == [.stress, .explore])
    let primitives = WorkScheduler(
      fileRaces: [], primitiveFileRaces: [300], generatedIterations: 0)
    #expect(primitives.enginesDue == [])
  }

  @Test("without a bound on iterations there is always more")
  func endless() {
    var scheduler = WorkScheduler(fileRaces: [], generatedIterations: nil)
    for _ in 0..<100 {
      let unit = scheduler.nextUnit(batchesMax: 64)
      #expect(unit != nil)
    }
    #expect(scheduler.hasMore)
  }

  @Test(
    "both engines: every race is assigned, and one of so many scenarios is explored once",
    arguments: [1, 7, 64])
  func both(batchesMax: Int) {
    var scheduler = WorkScheduler(fileRaces: [300], generatedIterations: 20_000, engine: .both)
    var explored: [WorkUnit.Source: [UInt64]] = [:]
    var raced: [WorkUnit.Source: UInt64] = [:]
    var first: WorkUnit?
    while let unit = scheduler.nextUnit(batchesMax: batchesMax) {
      first = first ?? unit
      switch unit.engine {
      case .stress: raced[unit.source, default: 0] += unit.iterations
      case .explore: explored[unit.source, default: []].append(unit.firstBatch)
      }
    }
    // Exploring comes first, so that a run which ends early has explored something.
    #expect(first?.engine == .explore)
    #expect(!scheduler.hasMore)
    #expect(raced == [.file(0): 300, .generated: 20_000])
    let batches =
      (20_000 + ScenarioGenerator.iterationsPerScenario - 1)
      / ScenarioGenerator.iterationsPerScenario
    let due = Array(stride(from: 0, to: UInt64(batches), by: Int(EngineChoice.exploredEvery)))
    #expect(explored == [.file(0): [0], .generated: due])
  }

  @Test(
    "a primitive's file is tried in some schedules, too, where the engine explores",
    arguments: [EngineChoice.both, .stress])
  func primitiveFile(engine: EngineChoice) {
    var scheduler = WorkScheduler(
      fileRaces: [], primitiveFileRaces: [300], generatedIterations: 0, engine: engine)
    let unit = scheduler.nextUnit(batchesMax: 64)
    #expect(unit?.source == .primitiveFile(0))
    #expect(unit?.engine == .stress)
    #expect(unit?.explores == (engine == .both))
  }

  @Test("one of three scenarios of a survey is explored, and one of many behind it")
  func survey() {
    var scheduler = WorkScheduler(
      fileRaces: [], generatedIterations: 20_000, engine: .both, surveyBatches: 9)
    var explored: [UInt64] = []
    while let unit = scheduler.nextUnit(batchesMax: 7) {
      if unit.engine == .explore { explored.append(unit.firstBatch) }
    }
    let every = EngineChoice.exploredEvery
    let behind = (9 + every - 1) / every * every
    #expect(explored.prefix(5) == [0, 3, 6, behind, behind + every])
    let all = ExploredBatches(survey: 9)
    for ordinal in 0..<UInt64(40) {
      #expect(all.ordinal(from: all.batch(ordinal)) == ordinal)
      #expect(all.ordinal(from: all.batch(ordinal) + 1) == ordinal + 1)
    }
  }

  @Test(
    "primitives take their turns beside generated scenarios, each once, also where a run goes on")
  func primitives() {
    func turns(_ state: CampaignState?) -> (primitives: [UInt64], raced: UInt64) {
      var scheduler = WorkScheduler(
        fileRaces: [], generatedIterations: 20_000, hasPrimitives: true, resuming: state)
      var (primitives, raced) = ([UInt64](), UInt64(0))
      while let unit = scheduler.nextUnit(batchesMax: 5) {
        switch unit.source {
        case .primitives: primitives += unit.batches
        case .generated: raced += unit.iterations
        case .file, .primitiveFile, .trial, .primitiveTrial:
          Issue.record("nobody asked for \(unit.source)")
        }
      }
      return (primitives, raced)
    }
    let period = EngineChoice.primitivesEvery * UInt64(ScenarioGenerator.iterationsPerScenario)
    let whole = turns(nil)
    #expect(whole.raced == 20_000)
    #expect(whole.primitives == Array(0..<(20_000 + period - 1) / period))
    let rest = turns(
      CampaignState(library: "Paper", seed: 1, nextIteration: 10_240, nextExplored: 0, left: []))
    #expect(rest.primitives == whole.primitives.filter { $0 * period >= 10_240 })
  }

  @Test("explore alone: every iteration is one schedule, one scenario a unit")
  func exploreAlone() {
    var scheduler = WorkScheduler(fileRaces: [300], generatedIterations: 1_000, engine: .explore)
    var schedules: [WorkUnit.Source: UInt64] = [:]
    while let unit = scheduler.nextUnit(batchesMax: 7) {
      #expect(unit.engine == .explore && unit.batches.count == 1)
      schedules[unit.source, default: 0] += unit.iterations
    }
    #expect(schedules == [.file(0): 300, .generated: 1_000])
  }

  @Test(
    "what is explored beside something else is what would be explored anyway, each once, and only a little ahead",
    arguments: [0, 9] as [UInt64])
  func exploredBeside(survey: UInt64) {
    func explored(_ chance: inout SeededGenerator, _ isBeside: Bool) -> [WorkUnit.Source: [UInt64]]
    {
      var scheduler = WorkScheduler(
        fileRaces: [300, 500], generatedIterations: 40_000, engine: .both, surveyBatches: survey)
      var (explored, raced) = ([WorkUnit.Source: [UInt64]](), UInt64(0))
      while true {
        let beside = isBeside && chance.below(2) == 0 ? scheduler.nextExplored() : nil
        guard let unit = beside ?? scheduler.nextUnit(batchesMax: 3) else { break }
        guard unit.engine == .explore else {
          raced += unit.source == .generated ? unit.iterations : 0
          continue
        }
        if chance.below(5) == 0 {
          scheduler.giveBack(unit)
        } else {
          explored[unit.source, default: []].append(unit.firstBatch)
        }
        if unit.source == .generated {
          let batches = unit.firstBatch - min(unit.firstBatch, raced / 128)
          #expect(batches <= (CampaignLimits.exploredAheadMax + 1) * EngineChoice.exploredEvery)
        }
      }
      #expect(raced == 40_000)
      #expect(!scheduler.hasMore && !scheduler.hasExploring)
      return explored.mapValues { $0.sorted() }
    }
    var chance = SeededGenerator(seed: 7)
    let alone = explored(&chance, false)
    #expect(alone[.file(0)] == [0] && alone[.file(1)] == [0])
    for _ in 0..<20 { #expect(explored(&chance, true) == alone) }
  }

  @Test("beside a race there is nothing to do in a run that only races")
  func nothingBeside() {
    var scheduler = WorkScheduler(fileRaces: [300], generatedIterations: 1_000)
    let unit = scheduler.nextExplored()
    #expect(unit == nil && !scheduler.hasExploring)
  }
}
