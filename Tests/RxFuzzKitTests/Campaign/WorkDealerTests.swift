import Testing

@testable import RxFuzzKit

@Suite("Dealing work")
struct WorkDealerTests {
  @Test(
    "every iteration is dealt exactly once, also after units were given back",
    arguments: [1, 255, 256, 257, 5_000, 100_000] as [UInt64])
  func coverage(iterations: UInt64) {
    var dealer = WorkDealer(fileRaces: [300, 0, 256], generatedIterations: iterations)
    var dealt: [WorkUnit.Source: [UInt64: UInt64]] = [:]
    var numbers: Set<UInt64> = []
    var chance = SeededGenerator(seed: iterations)
    while let unit = dealer.deal(batchesMax: 1 + chance.below(9)) {
      #expect(numbers.insert(unit.number).inserted)
      let done = UInt64(chance.below(unit.batches.count)) + unit.firstBatch
      for batch in unit.firstBatch...done {
        let count = unit.iterations(ofBatch: batch)
        #expect(dealt[unit.source, default: [:]].updateValue(count, forKey: batch) == nil)
      }
      if let rest = unit.rest(after: done) { dealer.giveBack(rest) }
    }
    #expect(!dealer.hasMore)
    #expect(dealt[.generated]?.values.reduce(0, +) == iterations)
    #expect(dealt[.file(0)]?.values.reduce(0, +) == 300)
    #expect(dealt[.file(1)] == nil)
    #expect(dealt[.file(2)]?.values.reduce(0, +) == 256)
  }

  @Test("a file that is dropped is dealt no more, even when its rest is given back")
  func dropping() throws {
    var dealer = WorkDealer(fileRaces: [10_000], generatedIterations: 0)
    let dealt = dealer.deal(batchesMax: 4)
    let unit = try #require(dealt)
    dealer.drop(file: 0)
    dealer.giveBack(unit)
    let more = dealer.deal(batchesMax: 4)
    #expect(more == nil)
  }

  @Test("without a bound on iterations there is always more")
  func endless() {
    var dealer = WorkDealer(fileRaces: [], generatedIterations: nil)
    for _ in 0..<100 {
      let unit = dealer.deal(batchesMax: 64)
      #expect(unit != nil)
    }
    #expect(dealer.hasMore)
  }
}
