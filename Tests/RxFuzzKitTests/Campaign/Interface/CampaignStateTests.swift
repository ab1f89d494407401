import Testing

@testable import RxFuzzKit

@Suite("The state of a campaign")
struct CampaignStateTests {
  /// Iterations of one batch.
  private static let batch = UInt64(ScenarioGenerator.iterationsPerScenario)

  private static let state = CampaignState(
    library: "Paper", seed: 42, nextIteration: 16 * batch,
    nextExplored: 16,
    left: [
      .init(firstBatch: 3, iterations: 2 * batch), .init(firstBatch: 14, iterations: batch),
      .init(engine: .explore, firstBatch: 0, iterations: batch + 1),
    ])

  @Test("a turn of the primitives that was assigned and not finished is assigned again")
  func primitives() throws {
    var scheduler = WorkScheduler(
      fileRaces: [], primitiveFileRaces: [2 * Self.batch], generatedIterations: 64 * Self.batch,
      hasPrimitives: true)
    var assigned: [WorkUnit] = []
    while assigned.count < 40, let unit = scheduler.nextUnit(batchesMax: 1) {
      assigned.append(unit)
    }
    #expect(assigned.first?.source == .primitiveFile(0) && assigned[1].source == .primitiveFile(0))
    let turns = assigned.filter { $0.source == .primitives }
    #expect(turns.map(\.firstBatch) == Array(0...7))
    let state = scheduler.state(library: "Paper", seed: 1, outstanding: [turns[3]])
    #expect(state.nextPrimitive == 3)
    #expect(try CampaignState(parsing: state.text) == state)
    let older = state.text.replacing("primitives ", with: "parts    ")
    #expect(try CampaignState(parsing: older) == state)
    var next = WorkScheduler(
      fileRaces: [], generatedIterations: 64 * Self.batch, hasPrimitives: true, resuming: state)
    var resumed: [UInt64] = []
    while let unit = next.nextUnit(batchesMax: 1) {
      if unit.source == .primitives { resumed.append(unit.firstBatch) }
    }
    #expect(resumed == Array(3...15))
    #expect(try CampaignState(parsing: Self.head + "explored 0\n").nextPrimitive == 1)
  }

  private static let head = "rxfuzz-state 1\nlibrary  Paper\nseed     1\nnext     256\n"

  @Test("what is printed reads back as itself")
  func roundTrip() throws {
    #expect(try CampaignState(parsing: Self.state.text) == Self.state)
  }

  @Test("iterations left are those never assigned and those not finished")
  func left() {
    let total = 16 * Self.batch + 1_000
    #expect(Self.state.iterationsLeft(of: total, engine: .both) == 1_000 + 3 * Self.batch)
    #expect(Self.state.iterationsLeft(of: 100, engine: .both) == 3 * Self.batch)
    #expect(Self.state.iterationsLeft(of: nil, engine: .both) == nil)
  }

  @Test(
    "a damaged text is refused with its line",
    arguments: [
      ("", 0), ("rxfuzz-state 2\n", 1), ("library Paper\n", 1),
      ("rxfuzz-state 1\nlibrary  Paper\nseed     x\nnext     1\n", 3),
      ("rxfuzz-state 1\nlibrary  Paper\nseed     1\n", 3),
      (head + "explored 0\nleft     stress 1 256\n", 1),
      (head + "explored 0\nleft     stress 0 0\n", 6), (head + "left     guess 0 1\n", 5),
      (
        head + "explored 0\nleft     stress 18446744073709551615 18446744073709551615\n", 1
      ),
    ])
  func damaged(text: String, line: Int) throws {
    let error = try #require(throws: CampaignState.ParseError.self) {
      try CampaignState(parsing: text)
    }
    #expect(error.line == line)
  }

  @Test(
    "a scheduler that goes on assigns what was left, then what nobody was given, and nothing else")
  func scheduler() {
    var scheduler = WorkScheduler(
      fileRaces: [], generatedIterations: 20 * Self.batch, resuming: Self.state)
    var assigned: [UInt64] = []
    while let unit = scheduler.nextUnit(batchesMax: 4) { assigned += Array(unit.batches) }
    #expect(assigned.sorted() == [0, 1, 3, 4, 14, 16, 17, 18, 19])
    #expect(!scheduler.hasMore)
    let state = scheduler.state(library: "Paper", seed: 42, outstanding: [])
    #expect(state.nextIteration == 20 * Self.batch && state.left.isEmpty)
  }

  @Test("what children have not finished is left, and races of files are not")
  func outstanding() {
    var scheduler = WorkScheduler(fileRaces: [Self.batch], generatedIterations: 8 * Self.batch)
    let units = (0..<3).compactMap { _ in scheduler.nextUnit(batchesMax: 2) }
    let state = scheduler.state(library: "Paper", seed: 1, outstanding: Array(units.prefix(2)))
    #expect(state.nextIteration == 4 * Self.batch)
    #expect(state.left == [.init(firstBatch: 0, iterations: 2 * Self.batch)])
  }
}
