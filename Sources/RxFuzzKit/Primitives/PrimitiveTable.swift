import ScheduleKit

/// The parts of one library that are raced on their own, and the scripts that a seed gives for each of them.
///
/// A value; the same seed means the same scripts, whoever asks.
struct PrimitiveTable: Sendable {
  /// A part, by the number that its scripts are drawn with.
  struct Part: Sendable {
    let name: String
    fileprivate let stream: UInt64
    fileprivate let draw: @Sendable (inout ChoiceStream) -> PrimitiveProgram
  }

  let parts: [Part]

  /// Those that the library has.
  init(library: any LibraryUnderTest) {
    var parts: [Part] = []
    for (index, kind) in PrimitiveKind.allCases.enumerated()
    where library.makePrimitive(kind, resource: {}) != nil {
      parts.append(
        Part(name: kind.rawValue, stream: UInt64(index)) {
          .primitive(DisposableScript(kind, &$0))
        })
    }
    if library.makeScheduler(on: SchedulerQueues.all[0]) != nil {
      parts.append(
        Part(name: PrimitiveProgram.schedulerName, stream: UInt64(PrimitiveKind.allCases.count)) {
          .scheduler(SchedulerScript(&$0))
        })
    }
    self.parts = parts
  }

  /// The script of that number, from 0, of a part.
  func script(of part: Part, number: Int, seed: UInt64) -> PrimitiveProgram {
    var choices = ChoiceStream(
      generator: SeededGenerator(seed: seed, stream: Self.stream(of: part, number: number)))
    return part.draw(&choices)
  }

  /// What tells the scripts of a seed apart.
  static func stream(of part: Part, number: Int) -> UInt64 { UInt64(number) << 8 | part.stream }

  /// The script that is raced in that turn. Precondition: there are parts.
  func program(ofTurn turn: UInt64, seed: UInt64) -> PrimitiveProgram {
    let (part, number) = self.turn(turn)
    return script(of: part, number: number, seed: seed)
  }

  /// Where parts take turns: whose it is, and which of its scripts. Precondition: there are parts.
  func turn(_ turn: UInt64) -> (part: Part, number: Int) {
    let (number, place) = turn.quotientAndRemainder(dividingBy: UInt64(parts.count))
    return (parts[Int(place)], Int(number))
  }
}
