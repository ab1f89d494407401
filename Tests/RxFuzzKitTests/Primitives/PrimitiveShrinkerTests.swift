import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("The shrinker, on scripts of primitives")
struct PrimitiveShrinkerTests {
  private static func program(_ lines: String) throws -> PrimitiveProgram {
    try PrimitiveCodec.parse("rxf 1\nlibrary Paper\n\(lines)\n").program
  }

  private static func found(_ program: PrimitiveProgram) -> PrimitiveCampaign.Found {
    PrimitiveCampaign.Found(
      program: program, invariant: .disp5,
      message: "resource 2 of \(program.primitive) was released 2 times")
  }

  /// Shrinks a script that fails where the predicate says so.
  private func shrink(
    _ lines: String, fails: (PrimitiveProgram) -> Bool
  ) throws -> Shrinker<PrimitiveCampaign.Found> {
    let found = Self.found(try Self.program(lines))
    var shrinker = Shrinker(found, lock: found.fingerprint, library: PaperLibrary())
    while let trial = shrinker.trial {
      #expect(PrimitiveValidation.allow(trial.subject), "\(trial.subject)")
      shrinker.record(
        fails(trial.subject)
          ? .failed(Self.found(trial.subject), races: 1) : .held(races: trial.races))
    }
    return shrinker
  }

  @Test("only what the failure needs is left, numbered anew")
  func minimal() throws {
    let shrinker = try shrink(
      """
      primitive composite
      queue p hold 1, ask, hold 2, remove 2
      queue q dispose, hold 3
      queue r hold 4, hold 5, ask, remove 5
      """
    ) { program in
      program.steps.contains { $0.contains { $0.referred != nil } }
        && program.steps.contains { $0.first == .disposable(.dispose) }
        && program.steps.count > 1
    }
    #expect(shrinker.state == .minimal)
    #expect(shrinker.best.script == "composite: p dispose ‖ q hold 1, remove 1")
    #expect((shrinker.sizeBefore.total, shrinker.size.total) == (10, 3))
  }

  @Test(
    "what needs no race ends on one queue, and an operation refers to the earliest that will do")
  func sequential() throws {
    let two = try shrink("primitive serial\nqueue p hold 1, ask\nqueue q hold 2, dispose") {
      program in
      program.steps.joined().count { $0.given != nil } == 2
    }
    #expect(two.best.script == "serial: p hold 1, hold 2")
    let earliest = try shrink(
      "primitive refCount\nqueue p borrow 1, borrow 2, give back 2\nqueue q dispose"
    ) { $0.steps.contains { $0.count == 3 } }
    #expect(earliest.best.script == "refCount: p borrow 1, borrow 2, give back 1")
  }

  @Test(
    "whatever is dropped, what is left is lawful, reads back, and is smaller", arguments: 0..<30)
  func lawful(number: Int) throws {
    let table = PrimitiveTable(library: RxCoreLibrary(countsResources: false))
    var chance = SeededGenerator(seed: UInt64(number))
    for primitive in table.primitives {
      let program = table.script(of: primitive, number: number, seed: 8)
      var shrinker = Shrinker(Self.found(program), lock: nil, library: PaperLibrary())
      try shrinker.run(&chance, failing: Self.found) { program in
        #expect(PrimitiveValidation.allow(program), "\(program)")
        let text = PrimitiveCodec.print(PrimitiveFile(library: "RxCore", program))
        let parsed = try PrimitiveCodec.parse(text)
        #expect(parsed.program == program)
      }
    }
  }

  @Test("a planted bug that is raced is shrunk to its two operations")
  func raced() throws {
    let library = FaultyPrimitives(.answersLate)
    let program = try Self.program(
      "primitive singleAssignment\nqueue p hold 1, ask, dispose, ask\nqueue q ask, dispose")
    let race = PrimitiveRace(library: library)
    var shrinker = Shrinker(
      PrimitiveCampaign.Found(program: program, invariant: .ref1, message: "any"),
      lock: FindingFingerprint(anyOf: .ref1), library: library)
    while let trial = shrinker.trial {
      let (violation, races) = race.race(
        trial.subject.script, iterations: Int(trial.races), seed: UInt64(shrinker.trials)
      ) { _ in }
      let seen = violation.map {
        PrimitiveCampaign.Found(
          program: trial.subject, invariant: $0.invariant, message: $0.message)
      }
      if let seen, shrinker.lock?.covers(seen.fingerprint) ?? true {
        shrinker.record(.failed(seen, races: UInt64(races)))
      } else {
        shrinker.record(.held(races: trial.races))
      }
    }
    #expect(shrinker.state == .minimal)
    #expect(shrinker.best.script == "singleAssignment: p dispose, ask")
    #expect(shrinker.best.message.hasPrefix("no order of the calls explains singleAssignment"))
  }
}
