import Testing

@testable import RxFuzzKit

@Suite("The state of a campaign")
struct CampaignStateTests {
  private static let state = CampaignState(
    library: "Paper", seed: 42, nextIteration: 4_096,
    nextExplored: 16,
    left: [
      .init(firstBatch: 3, iterations: 512), .init(firstBatch: 14, iterations: 256),
      .init(engine: .explore, firstBatch: 0, iterations: 400),
    ])

  private static let head = "rxfuzz-state 1\nlibrary  Paper\nseed     1\nnext     256\n"

  @Test("what is printed reads back as itself")
  func roundTrip() throws {
    #expect(try CampaignState(parsing: Self.state.text) == Self.state)
  }

  @Test("iterations left are those never dealt and those not finished")
  func left() {
    #expect(Self.state.iterationsLeft(of: 5_096, engine: .both) == 1_768)
    #expect(Self.state.iterationsLeft(of: 100, engine: .both) == 768)
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

  @Test("a dealer that goes on deals what was left, then what nobody was given, and nothing else")
  func dealer() {
    var dealer = WorkDealer(
      fileRaces: [], generatedIterations: 5_120, resuming: Self.state)
    var dealt: [UInt64] = []
    while let unit = dealer.deal(batchesMax: 4) { dealt += Array(unit.batches) }
    #expect(dealt.sorted() == [0, 1, 3, 4, 14, 16, 17, 18, 19])
    #expect(!dealer.hasMore)
    let state = dealer.state(library: "Paper", seed: 42, outstanding: [])
    #expect(state.nextIteration == 5_120 && state.left.isEmpty)
  }

  @Test("what children have not finished is left, and races of files are not")
  func outstanding() {
    var dealer = WorkDealer(fileRaces: [256], generatedIterations: 2_048)
    let units = (0..<3).compactMap { _ in dealer.deal(batchesMax: 2) }
    let state = dealer.state(library: "Paper", seed: 1, outstanding: Array(units.prefix(2)))
    #expect(state.nextIteration == 1_024)
    #expect(state.left == [.init(firstBatch: 0, iterations: 512)])
  }
}
