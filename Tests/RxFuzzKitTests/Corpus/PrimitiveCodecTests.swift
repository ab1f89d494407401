import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

/// Scripts of primitives as corpus files hold them.
@Suite("The text form of a primitive's script")
struct PrimitiveCodecTests {
  private static let table = PrimitiveTable(library: RxCoreLibrary(countsResources: false))

  private static let example = """
    rxf 1
    # Why it is kept.
    library   RxCore
    primitive composite
    queue p   hold 1, remove 1, dispose
    queue q   hold 2, ask
    verdict   DISP-5 resource 2 of composite was released 0 times
    found     seed 42, iteration 17, version 0.1.0
    replay    rxfuzz replay corpus/RxCore/DISP-5/primitive-composite.rxf

    """

  @Test("what is printed reads back as itself, whatever primitive it is and whatever was drawn")
  func roundTrip() throws {
    // All but checks, which belong to a library.
    #expect(Self.table.primitives.count == PrimitiveProgram.primitiveNames.count - 1)
    for primitive in Self.table.primitives {
      for number in 0..<300 {
        let program = Self.table.script(of: primitive, number: number, seed: 11)
        let file = PrimitiveFile(
          library: "RxCore", program,
          verdict: number % 2 == 0 ? nil : CorpusFile.Verdict(.ref1, "no order: \(number)"),
          origin: number % 3 == 0
            ? nil
            : CorpusFile.Origin(seed: 1, iteration: UInt64(number), version: "0.1.0"),
          comments: number % 5 == 0 ? ["a note", ""] : [])
        let text = PrimitiveCodec.print(file)
        #expect(PrimitiveCodec.isPrimitive(Array(text.utf8)))
        #expect(try PrimitiveCodec.parse(text) == file, "\(text)")
      }
    }
    #expect(PrimitiveCodec.print(try PrimitiveCodec.parse(Self.example)) == Self.example)
  }

  @Test("the key `part` of older files is read, and printed as `primitive`")
  func olderKey() throws {
    let older = Self.example.replacing("primitive composite", with: "part      composite")
    #expect(older != Self.example)
    #expect(PrimitiveCodec.isPrimitive(Array(older.utf8)))
    #expect(PrimitiveCodec.print(try PrimitiveCodec.parse(older)) == Self.example)
  }

  @Test("a scenario is no primitive's script")
  func scenario() {
    #expect(
      !PrimitiveCodec.isPrimitive(Array("rxf 1\nlibrary RxCore\nchain feed a\n# primitive\n".utf8)))
    #expect(PrimitiveCodec.isPrimitive(Array("rxf 1\n  primitive\tserial\n".utf8)))
  }

  /// A primitive, the lines behind it, and where the error is.
  private static let damaged: [(String, line: Int, column: Int, words: String)] = [
    ("primitive cereal", 3, 11, "`cereal` is no primitive, did you mean serial"),
    ("primitive", 3, 10, "expected the primitive's name"),
    ("queue p dispose", 3, 1, "the line `primitive` comes first"),
    ("primitive serial\nchain feed a", 4, 1, "`chain` is no key of a primitive's script"),
    ("primitive serial\nprimitive serial", 4, 1, "`primitive` stands on line 3 already"),
    ("primitive serial", 3, 1, "without a line `queue p`"),
    ("primitive serial\nqueue q dispose", 4, 7, "expected queue p next, not `q`"),
    ("primitive serial\nqueue p", 4, 8, "expected an operation"),
    ("primitive serial\nqueue p hold 1, dance", 4, 17, "`dance` is no operation"),
    ("primitive serial\nqueue p hold 33", 4, 14, "expected a number, 1 to 32"),
    ("primitive serial\nqueue p hold 2", 4, 9, "expected resource 1 next, not 2"),
    ("primitive serial\nqueue p hold 1, hold 1", 4, 17, "expected resource 2 next, not 1"),
    ("primitive serial\nqueue p remove 1", 4, 9, "nothing can be taken out of serial"),
    ("primitive serial\nqueue p borrow 1", 4, 9, "serial lends nothing"),
    ("primitive bag\nqueue p ask", 4, 9, "bag cannot be asked"),
    ("primitive scheduled\nqueue p hold 1", 4, 9, "scheduled takes no resource"),
    ("primitive singleAssignment\nqueue p hold 1\nqueue q hold 2", 5, 9, "set once"),
    (
      "primitive composite\nqueue p hold 1\nqueue q remove 1", 5, 9,
      "this queue has not handed over"
    ),
    ("primitive refCount\nqueue p give 1", 4, 14, "expected `back`"),
    ("primitive refCount\nqueue p give back 1", 4, 9, "this queue has not borrowed loan 1 before"),
    ("primitive scheduler\nqueue p dispose", 4, 9, "`dispose` is no operation"),
    ("primitive scheduler\nqueue p cancel 1", 4, 9, "this queue has not scheduled action 1 before"),
    (
      "primitive boolean\nqueue p ask, ask, ask, ask, ask", 4, 29,
      "a queue has at most 4 operations"
    ),
    (
      "primitive boolean\nqueue p ask\nqueue q ask\nqueue r ask\nqueue s ask", 7, 1,
      "at most 3 queues race"
    ),
    ("primitive boolean\nqueue p ask\nverdict WRONG-1 x", 5, 9, "`WRONG-1` is no invariant"),
    ("primitive boolean\nqueue p ask\nschedule explore:v1:x", 5, 1, "`schedule` is no key"),
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
    let originals = Self.table.primitives.flatMap { primitive in
      (0..<20).map { number in
        let program = Self.table.script(of: primitive, number: number, seed: 3)
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
      if file.program.isBound(by: library) { accepted.insert(file.program) }
    }
    #expect(accepted.count > 50, "some mutations leave a script lawful")
    let race = PrimitiveRace(library: library)
    for program in accepted.sorted(by: { $0.description < $1.description }).prefix(200) {
      #expect(race.race(program.script, iterations: 2, seed: 1) { _ in }.violation == nil)
    }
  }

  @Test(
    "a primitive's failure is known by primitive, rule and message, without what one race showed")
  func failures() {
    func failure(_ primitive: String, _ invariant: InvariantName, _ message: String)
      -> PrimitiveFailure
    {
      PrimitiveFailure(primitive: primitive, invariant, message)
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
