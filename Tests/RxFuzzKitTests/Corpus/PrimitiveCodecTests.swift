import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

/// Scripts of parts as corpus files hold them.
@Suite("The text form of a part's script")
struct PrimitiveCodecTests {
  private static let table = PrimitiveTable(library: RxCoreLibrary(countsResources: false))

  private static let example = """
    rxf 1
    # Why it is kept.
    library   RxCore
    part      composite
    queue p   hold 1, remove 1, dispose
    queue q   hold 2, ask
    verdict   DISP-5 resource 2 of composite was released 0 times
    found     seed 42, iteration 17, version 0.1.0
    replay    rxfuzz replay corpus/RxCore/DISP-5/part-composite.rxf

    """

  @Test("what is printed reads back as itself, whatever part it is and whatever was drawn")
  func roundTrip() throws {
    #expect(Self.table.parts.count == PrimitiveProgram.partNames.count)
    for part in Self.table.parts {
      for number in 0..<300 {
        let program = Self.table.script(of: part, number: number, seed: 11)
        let file = PrimitiveFile(
          library: "RxCore", program,
          verdict: number % 2 == 0 ? nil : CorpusFile.Verdict(.ref1, "no order: \(number)"),
          origin: number % 3 == 0
            ? nil
            : CorpusFile.Origin(seed: 1, iteration: UInt64(number), version: "0.1.0"),
          comments: number % 5 == 0 ? ["a note", ""] : [])
        let text = PrimitiveCodec.print(file)
        #expect(PrimitiveCodec.isPart(Array(text.utf8)))
        #expect(try PrimitiveCodec.parse(text) == file, "\(text)")
      }
    }
    #expect(PrimitiveCodec.print(try PrimitiveCodec.parse(Self.example)) == Self.example)
  }

  @Test("a scenario is no part's script")
  func scenario() {
    #expect(!PrimitiveCodec.isPart(Array("rxf 1\nlibrary RxCore\nchain feed a\n# part\n".utf8)))
    #expect(PrimitiveCodec.isPart(Array("rxf 1\n  part\tserial\n".utf8)))
  }

  /// A part, the lines behind it, and where the error is.
  private static let damaged: [(String, line: Int, column: Int, words: String)] = [
    ("part cereal", 3, 6, "`cereal` is no part, accepted are boolean, singleAssignment"),
    ("part", 3, 5, "expected the part's name"),
    ("queue p dispose", 3, 1, "the line `part` comes first"),
    ("part serial\nchain feed a", 4, 1, "`chain` is no key of a part's script"),
    ("part serial\npart serial", 4, 1, "`part` stands on line 3 already"),
    ("part serial", 3, 1, "without a line `queue p`"),
    ("part serial\nqueue q dispose", 4, 7, "expected queue p next, not `q`"),
    ("part serial\nqueue p", 4, 8, "expected an operation"),
    ("part serial\nqueue p hold 1, dance", 4, 17, "`dance` is no operation"),
    ("part serial\nqueue p hold 33", 4, 14, "expected a number, 1 to 32"),
    ("part serial\nqueue p hold 2", 4, 9, "expected resource 1 next, not 2"),
    ("part serial\nqueue p hold 1, hold 1", 4, 17, "expected resource 2 next, not 1"),
    ("part serial\nqueue p remove 1", 4, 9, "nothing can be taken out of serial"),
    ("part serial\nqueue p borrow 1", 4, 9, "serial lends nothing"),
    ("part bag\nqueue p ask", 4, 9, "bag cannot be asked"),
    ("part scheduled\nqueue p hold 1", 4, 9, "scheduled takes no resource"),
    ("part singleAssignment\nqueue p hold 1\nqueue q hold 2", 5, 9, "set once"),
    ("part composite\nqueue p hold 1\nqueue q remove 1", 5, 9, "this queue has not handed over"),
    ("part refCount\nqueue p give 1", 4, 14, "expected `back`"),
    ("part refCount\nqueue p give back 1", 4, 9, "this queue has not borrowed loan 1 before"),
    ("part scheduler\nqueue p dispose", 4, 9, "`dispose` is no operation"),
    ("part scheduler\nqueue p cancel 1", 4, 9, "this queue has not scheduled action 1 before"),
    (
      "part boolean\nqueue p ask, ask, ask, ask, ask", 4, 29, "a queue has at most 4 operations"
    ),
    (
      "part boolean\nqueue p ask\nqueue q ask\nqueue r ask\nqueue s ask", 7, 1,
      "at most 3 queues race"
    ),
    ("part boolean\nqueue p ask\nverdict WRONG-1 x", 5, 9, "`WRONG-1` is no invariant"),
    ("part boolean\nqueue p ask\nschedule explore:v1:x", 5, 1, "`schedule` is no key"),
  ]

  @Test("a damaged text names line and column", arguments: damaged.indices)
  func places(index: Int) throws {
    let (lines, line, column, words) = Self.damaged[index]
    let error = try #require(throws: ScenarioCodec.ParseError.self) {
      try PrimitiveCodec.parse("rxf 1\nlibrary RxCore\n\(lines)\n")
    }
    #expect((error.line, error.column) == (line, column), "\(error)")
    #expect(error.message.contains(words), "\(error)")
  }

  @Test("20,000 mutated texts: none traps, and what is accepted reads back and can be raced")
  func mutated() {
    var chance = SeededGenerator(seed: 5, stream: 0)
    let library = RxCoreLibrary(countsResources: false)
    let originals = Self.table.parts.flatMap { part in
      (0..<20).map { number in
        let program = Self.table.script(of: part, number: number, seed: 3)
        return Array(PrimitiveCodec.print(PrimitiveFile(library: "RxCore", program)).utf8)
      }
    }
    var accepted: Set<PrimitiveProgram> = []
    for _ in 0..<20_000 {
      var bytes = originals[chance.below(originals.count)]
      for _ in 0...chance.below(2) {
        let place = chance.below(bytes.count)
        switch chance.below(3) {
        case 0: bytes[place] = UInt8(chance.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[chance.below(bytes.count)], at: place)
        }
      }
      guard let file = try? PrimitiveCodec.parse(bytes: bytes) else { continue }
      #expect((try? PrimitiveCodec.parse(PrimitiveCodec.print(file))) == file)
      accepted.insert(file.program)
    }
    #expect(accepted.count > 50, "some mutations leave a script lawful")
    let race = PrimitiveRace(library: library)
    for program in accepted.sorted(by: { $0.description < $1.description }).prefix(200) {
      #expect(race.race(program.script, iterations: 2, seed: 1) { _ in }.violation == nil)
    }
  }

  @Test("a part's failure is known by part, rule and message, without what one race showed")
  func failures() {
    func failure(_ part: String, _ invariant: InvariantName, _ message: String) -> PrimitiveFailure
    {
      PrimitiveFailure(part: part, invariant, message)
    }
    let order = "no order of the calls explains serial: released "
    #expect(
      failure("serial", .ref1, order + "nothing; ask said true")
        == failure("serial", .ref1, order + "1, 2"))
    #expect(failure("serial", .ref1, order + "1") != failure("composite", .ref1, order + "1"))
    #expect(
      failure("serial", .crash1, "trap: one (A.swift:1)")
        != failure("serial", .crash1, "trap: two (B.swift:1)"))
  }
}
