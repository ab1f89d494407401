import RxFuzzKit
import ScheduleKit
import Testing

@Suite struct ChanceTests {
  @Test func theGeneratorIsThePublishedSplitMix64() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
  }

  @Test func streamsOfOneSeedDiffer() {
    let firsts = (0..<1_000 as Range<UInt64>).map { stream -> UInt64 in
      var generator = SeededGenerator(seed: 42, stream: stream)
      return generator.next()
    }
    #expect(Set(firsts).count == firsts.count)
  }

  @Test func aReplayedStreamRepeatsItsChoicesWithinBounds() {
    var drawn = ChoiceStream(generator: SeededGenerator(seed: 1))
    let values = (1...50).map { drawn.draw($0) }
    var replayed = ChoiceStream(replaying: drawn.recorded)
    let again = (1...50).map { replayed.draw($0) }
    #expect(again == values)
    #expect(replayed.recorded == drawn.recorded)
    var clamped = ChoiceStream(replaying: [7, .max])
    let draws = [3, 100, 5].map { clamped.draw($0) }
    #expect(draws == [2, 99, 0], "a stream that is used up draws the simplest choice")
  }

  @Test func weightsSetTheFrequenciesAndZeroIsNeverDrawn() {
    var choices = ChoiceStream(generator: SeededGenerator(seed: 5))
    var counts = [0, 0, 0]
    for _ in 0..<4_000 { counts[choices.drawWeighted([3, 0, 1])] += 1 }
    #expect(counts[1] == 0)
    #expect((2_800...3_200).contains(counts[0]))
  }

  @Test func theSimplestChoiceIsNotUnusual() {
    var zeros = ChoiceStream(replaying: [])
    let isUnusual = zeros.unusual(1, outOf: 2)
    let element = zeros.element(of: ["a", "b"])
    #expect(!isUnusual && element == "a")
    var choices = ChoiceStream(generator: SeededGenerator(seed: 5))
    let unusual = (0..<4_000).filter { _ in choices.unusual(1, outOf: 4) }.count
    #expect((800...1_200).contains(unusual))
  }

  @Test func aTokenCarriesItsPayloadAndItsEmission() {
    let token = Token.make(payload: 7, emission: 3)
    #expect(Token.payload(token) == 7 && Token.emission(token) == 3)
    let moved = Token.adding(2, to: token)
    #expect(Token.payload(moved) == 9 && Token.emission(moved) == 3)
    let mixed = Token.combining(token, Token.make(payload: 1, emission: 5))
    #expect(Token.payload(mixed) == 7 * 31 + 1 && Token.emission(mixed) == 5)
  }

  @Test func aMistypedWordIsMetWithTheNearestOrWithAll() {
    #expect(
      WordSuggestion.sentence(for: "nxt", among: ["next", "error"])
        == "accepted are next, error")
    let many = (0..<20).map { "row\($0)" } + ["takeUntil", "take"]
    #expect(
      WordSuggestion.sentence(for: "TAKEuntl", among: many).hasPrefix("did you mean takeUntil, "))
    #expect(WordSuggestion.sentence(for: "", among: many).hasPrefix("did you mean"))
  }

  @Test func bytesOfAFuzzerMeanChoicesThatReplay() {
    var stream = ChoiceStream(bytes: [7, 1, 0, 255])
    #expect(stream.draw(5) == 2)
    #expect(stream.draw(1_000) == 256)
    // A byte is missing: zero stands for it.
    #expect(stream.draw(1_000) == 280)
    #expect(stream.draw(10) == 0)
    var replayed = ChoiceStream(replaying: stream.recorded)
    #expect([5, 1_000, 1_000, 10].map { UInt32(replayed.draw($0)) } == stream.recorded)
  }
}
