import RxFuzzKit
import ScheduleKit
import Testing

/// Properties of the text form over what the generator draws.
@Suite struct ScenarioCodecPropertyTests {
  private static let generator = ScenarioGenerator(library: PaperLibrary())

  @Test func everyGeneratedScenarioReadsBackAsItself() throws {
    for batch in 0..<3_000 as Range<UInt64> {
      let scenario = Self.generator.scenario(seed: 17, batch: batch)
      let text = ScenarioCodec.print(scenario)
      #expect(try ScenarioCodec.parse(text) == scenario, "\(text)")
    }
  }

  /// Letters that texts are drawn from: what lines hold, what they cannot hold, and what means something there.
  private static let letters: [Unicode.Scalar] = [
    "a", "Z", "7", " ", "#", ",", ":", "\"", "\\", "\n", "\r", "\t", "\u{0}", "\u{85}", "\u{2028}",
    "é",
    "→", "😀", "\u{301}",
  ]

  @Test("whatever texts a file is made with, it reads back as itself")
  func everyFileReadsBackAsItself() throws {
    var chance = SeededGenerator(seed: 31, stream: 0)
    func text() -> String {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<chance.below(12) {
        scalars.append(Self.letters[chance.below(Self.letters.count)])
      }
      return String(scalars)
    }
    for batch in 0..<2_000 as Range<UInt64> {
      let name = InvariantName.allCases[chance.below(InvariantName.allCases.count)]
      let file = CorpusFile(
        Self.generator.scenario(seed: 37, batch: batch),
        schedule: chance.below(2) == 0 ? nil : text(),
        verdict: chance.below(4) == 0 ? nil : CorpusFile.Verdict(name, text()),
        origin: chance.below(2) == 0
          ? nil
          : CorpusFile.Origin(
            seed: chance.next(), iteration: chance.below(3) > 0 ? chance.next() : nil,
            version: text()),
        replay: chance.below(2) == 0 ? nil : text(),
        comments: (0..<chance.below(3)).map { _ in text() })
      let printed = ScenarioCodec.print(file)
      #expect(try ScenarioCodec.parseFile(printed) == file, "\(printed)")
    }
  }

  /// Words and marks of the text form, which get a mutation past the first error.
  private static let pieces = [
    "|>", "(", ")", ",", ":", "#", "\n", " ", "feed a", "merge(", "take 3", "queue r ", "holder 1 ",
    "react 1 at next 1: ", "next a 1", "dispose 1", "before ", "chain ", "99999999999999999999",
    "é",
    "\u{0}", "rxf 1\n", "verdict DISP-5 ", "found seed 1, iteration 2, version 3\n",
  ].map { Array($0.utf8) }

  /// 4 times 25,000 mutated files: none traps the parser, and what it accepts is lawful.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func noMutatedFileTrapsTheParser(part: UInt64) throws {
    var chance = SeededGenerator(seed: 23, stream: part)
    let originals =
      CodecExamples.files.map { Array($0.utf8) }
      + (0..<100).map { batch in
        Array(ScenarioCodec.print(Self.generator.scenario(seed: 29, batch: batch)).utf8)
      }
    var accepted = 0
    for _ in 0..<25_000 {
      var bytes = originals[chance.below(originals.count)]
      for _ in 0...chance.below(3) { Self.mutate(&bytes, &chance) }
      do throws(ScenarioCodec.ParseError) {
        let file = try ScenarioCodec.parseFile(bytes: bytes)
        accepted += 1
        guard accepted % 32 == 0 else { continue }
        #expect(ScenarioValidation.validate(file.scenario) == nil)
        #expect((try? ScenarioCodec.parseFile(ScenarioCodec.print(file))) == file)
      } catch {
        if error.line < 1 || error.column < 1 || error.message.contains("\n") {
          Issue.record("an error without a place or on two lines: \(error)")
        }
      }
    }
    #expect(accepted > 100, "some mutations leave a file valid")
  }

  private static func mutate(_ bytes: inout [UInt8], _ chance: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = chance.below(bytes.count)
    switch chance.below(6) {
    case 0: bytes[place] = UInt8(chance.below(256))
    case 1: bytes[place] ^= 1 << UInt8(chance.below(8))
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + chance.below(12)))
    case 3: bytes.insert(contentsOf: pieces[chance.below(pieces.count)], at: place)
    case 4: bytes.removeLast(bytes.count - place)
    default:
      let end = min(bytes.count, place + 1 + chance.below(40))
      bytes.insert(contentsOf: bytes[place..<end], at: chance.below(bytes.count))
    }
  }
}
