import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("Shards of a campaign")
struct ShardTests {
  /// What one batch of a run does, whoever does it.
  private struct Piece: Hashable {
    let source: WorkUnit.Source
    let engine: WorkEngine
    let batch: UInt64
    let iterations: UInt64
  }

  /// All that a shard is assigned, in order.
  private static func pieces(
    _ engine: EngineChoice, iterations: UInt64, shard: CampaignShard, resuming: CampaignState? = nil
  ) -> [Piece] {
    var scheduler = WorkScheduler(
      fileRaces: [300, 2_000, 0, 9_000], primitiveFileRaces: [2_000, 128],
      generatedIterations: iterations, engine: engine, hasPrimitives: true, resuming: resuming,
      shard: shard)
    var pieces: [Piece] = []
    var chance = SeededGenerator(seed: shard.index)
    while let unit = scheduler.nextUnit(batchesMax: 1 + chance.below(40)) {
      pieces += unit.batches.map {
        Piece(
          source: unit.source, engine: unit.engine, batch: $0,
          iterations: unit.iterations(ofBatch: $0))
      }
    }
    #expect(!scheduler.hasMore)
    return pieces
  }

  private static func shards(_ count: UInt64) throws -> [CampaignShard] {
    try (0..<count).map { try #require(CampaignShard(index: $0, count: count)) }
  }

  @Test(
    "together the shards do what the whole run does, each piece once",
    arguments: EngineChoice.allCases, [1, 2, 3, 8, 24, 61] as [UInt64])
  func union(engine: EngineChoice, count: UInt64) throws {
    for iterations in [1, 2_048, 100_001] as [UInt64] {
      let whole = Self.pieces(engine, iterations: iterations, shard: .whole)
      let parts = try Self.shards(count).flatMap {
        Self.pieces(engine, iterations: iterations, shard: $0)
      }
      #expect(Set(whole).count == whole.count)
      #expect(Set(parts).count == parts.count)
      #expect(Set(parts) == Set(whole), "\(iterations) iterations")
    }
  }

  @Test("the scenarios and scripts of the shards are those of the whole run")
  func scenarios() throws {
    let generator = ScenarioGenerator(library: PaperLibrary())
    func drawn(_ shard: CampaignShard) -> Set<String> {
      let batches = Self.pieces(.stress, iterations: 20_000, shard: shard)
        .filter { $0.source == .generated }
      return Set(
        batches.map {
          "\($0.batch) \(ScenarioCodec.print(generator.scenario(seed: 42, batch: $0.batch)))"
        })
    }
    let parts = try Self.shards(3).map(drawn)
    #expect(parts.reduce(into: Set()) { $0.formUnion($1) } == drawn(.whole))
    #expect(parts.allSatisfy { !$0.isEmpty })
  }

  @Test("what is announced is what is assigned", arguments: [1, 2, 5, 64] as [UInt64])
  func totals(count: UInt64) throws {
    for shard in try Self.shards(count) {
      var plan = CampaignPlan(seed: 1, jobs: 1)
      plan.generatedIterations = 33_333
      plan.shard = shard
      let assigned = Self.pieces(.stress, iterations: 33_333, shard: shard)
        .filter { $0.source == .generated }.reduce(0) { $0 + $1.iterations }
      #expect(plan.totalIterations == assigned)
    }
  }

  @Test("a shard that is resumed does what is left of it, and of no other")
  func resuming() throws {
    let shard = try #require(CampaignShard(index: 1, count: 3))
    var scheduler = WorkScheduler(
      fileRaces: [], generatedIterations: nil, engine: .stress, shard: shard)
    var before: Set<UInt64> = []
    for _ in 0..<3 { before.formUnion(scheduler.nextUnit(batchesMax: 8)?.batches.map { $0 } ?? []) }
    let state = scheduler.state(library: "Paper", seed: 1, outstanding: [])
    let rest = Self.pieces(.stress, iterations: 50_000, shard: shard, resuming: state)
      .filter { $0.source == .generated }
    let whole = Self.pieces(.stress, iterations: 50_000, shard: shard)
      .filter { $0.source == .generated }
    #expect(Set(rest.map(\.batch)).isDisjoint(with: before))
    #expect(before.union(rest.map(\.batch)) == Set(whole.map(\.batch)))
    #expect(
      state.iterationsLeft(of: 50_000, engine: .stress, shard: shard)
        == rest.reduce(0) { $0 + $1.iterations })
  }

  @Test("only places among the shards are accepted")
  func bounds() {
    #expect(CampaignShard(index: 2, count: 2) == nil)
    #expect(CampaignShard(index: 0, count: 0) == nil)
    #expect(CampaignShard(index: 0, count: CampaignShard.countMax + 1) == nil)
    #expect(CampaignShard(index: 1, count: 8)?.description == "2/8")
  }
}
