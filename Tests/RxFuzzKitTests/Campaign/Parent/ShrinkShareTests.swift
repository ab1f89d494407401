import Testing

@testable import RxFuzzKit

@Suite("The share of a run that makes findings small")
struct ShrinkShareTests {
  private static func unit(_ source: WorkUnit.Source, _ engine: WorkEngine = .stress) -> WorkUnit {
    WorkUnit(number: 1, source: source, engine: engine, firstBatch: 0, iterations: 128)
  }

  @Test("races go first when trials have had their head start and as much time as races")
  func turns() {
    var share = ShrinkShare()
    share.add(ShrinkShare.headStartMilliseconds, on: Self.unit(.trial(lock: nil)), in: .stress)
    #expect(!share.isUsedUp)
    share.add(1, on: Self.unit(.primitiveTrial(lock: nil)), in: .stress)
    #expect(share.isUsedUp)
    share.add(1, on: Self.unit(.generated), in: .stress)
    #expect(!share.isUsedUp)
  }

  @Test("what is explored beside trials is no race, but where nothing races")
  func explored() {
    for engine in EngineChoice.allCases {
      var share = ShrinkShare()
      share.add(
        ShrinkShare.headStartMilliseconds + 1, on: Self.unit(.trial(lock: nil), .explore),
        in: engine)
      share.add(1, on: Self.unit(.generated, .explore), in: engine)
      #expect(share.isUsedUp == engine.races)
    }
  }
}
