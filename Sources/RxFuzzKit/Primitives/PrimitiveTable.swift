import ScheduleKit

/// The primitives of one library that are raced on their own, and the scripts that a seed gives for each of them.
///
/// A value; the same seed means the same scripts, whoever asks.
struct PrimitiveTable: Sendable {
  /// A primitive, by the number that its scripts are drawn with.
  struct Primitive: Sendable {
    let name: String
    /// After so many scripts there is none that has not been seen; nil where chance never ends.
    var scriptCount: Int?
    fileprivate let stream: UInt64
    fileprivate let draw:
      @Sendable (_ number: Int, _ seed: UInt64, inout ChoiceStream) -> PrimitiveProgram
  }

  let primitives: [Primitive]
  /// Who shares a turn: what is alike takes it in turn.
  private let turns: [[Int]]
  /// The library's own checks: every other turn is theirs until each of their scripts has had one, then one of
  /// `checksEvery`. Most of what they show, they show at once, and they wait for timers and tasks.
  private let checks: Int?
  private let checkScripts: Int
  static let checksEvery: UInt64 = 16
  /// How many scripts the last of `turns` has, where there is an end of them.
  private let repeating: Int?
  static let repeatsEvery = 16

  /// Those that the library has.
  init(library: any LibraryUnderTest) {
    var primitives: [Primitive] = []
    for (index, kind) in PrimitiveKind.allCases.enumerated()
    where library.hasPrimitive(kind) {
      let pairs = DisposableScript.pairs(of: kind)
      primitives.append(
        // First each two operations, then whatever chance finds.
        Primitive(name: kind.rawValue, stream: UInt64(index)) { number, _, choices in
          .disposable(
            number < pairs.count ? pairs[number] : DisposableScript(kind, &choices))
        })
    }
    for (index, kind) in SchedulerKind.allCases.enumerated()
    where library.canRace(kind) {
      primitives.append(
        Primitive(name: kind.rawValue, stream: UInt64(PrimitiveKind.allCases.count + index)) {
          .scheduler(SchedulerScript(kind, &$2))
        })
    }
    let growing = GrowthScript.scripts(of: library)
    if !growing.isEmpty {
      let stream = PrimitiveKind.allCases.count + SchedulerKind.allCases.count
      primitives.append(
        Primitive(
          name: GrowthScript.name, scriptCount: growing.count, stream: UInt64(stream)
        ) { number, seed, _ in
          // Each has its turn; the seed says which is first.
          var chance = SeededGenerator(seed: seed, stream: UInt64(stream))
          return .growth(growing[(number + chance.below(growing.count)) % growing.count])
        })
    }
    let checks = CheckScript.scripts(of: library)
    if !checks.isEmpty {
      let stream = PrimitiveKind.allCases.count + SchedulerKind.allCases.count + 1
      primitives.append(
        // In their order: what is checked first in each run is quick and shows most.
        Primitive(name: CheckScript.name, stream: UInt64(stream)) { number, _, _ in
          .check(checks[number % checks.count])
        })
    }
    self.primitives = primitives
    self.checks = checks.isEmpty ? nil : primitives.count - 1
    checkScripts = checks.count
    var turns: [String: Int] = [:]
    var sharing: [[Int]] = []
    for (index, primitive) in primitives.enumerated() where index != self.checks {
      let family = PrimitiveKind(rawValue: primitive.name)?.family ?? primitive.name
      if let turn = turns[family] {
        sharing[turn].append(index)
      } else {
        turns[family] = sharing.count
        sharing.append([index])
      }
    }
    // Who has a last script shares its turn with nobody, and comes last.
    repeating = sharing.last.flatMap { primitives[$0[0]].scriptCount }
    self.turns = sharing
  }

  /// The script of that number, from 0, of a primitive.
  func script(of primitive: Primitive, number: Int, seed: UInt64) -> PrimitiveProgram {
    var choices = ChoiceStream(
      generator: SeededGenerator(seed: seed, stream: Self.stream(of: primitive, number: number)))
    return primitive.draw(number, seed, &choices)
  }

  /// What distinguishes the scripts of a seed.
  static func stream(of primitive: Primitive, number: Int) -> UInt64 {
    UInt64(number) << 8 | primitive.stream
  }

  /// The script that is raced in that turn. Precondition: there are primitives.
  func program(ofTurn turn: UInt64, seed: UInt64) -> PrimitiveProgram {
    let (primitive, number) = self.turn(turn)
    return script(of: primitive, number: number, seed: seed)
  }

  private enum Share {
    case check(Int)
    case other(UInt64)
  }

  /// Whether that turn is one of the checks, and how many of its kind were before it.
  private func shared(_ turn: UInt64) -> Share {
    let first = UInt64(checkScripts)
    guard turn >= 2 * first else {
      return turn.isMultiple(of: 2) ? .check(Int(turn / 2)) : .other(turn / 2)
    }
    let (round, place) = (turn - 2 * first).quotientAndRemainder(dividingBy: Self.checksEvery)
    return place == 0
      ? .check(Int(first + round)) : .other(first + round * (Self.checksEvery - 1) + place - 1)
  }

  /// Where primitives take turns: whose it is, and which of its scripts. Precondition: there are primitives.
  func turn(_ turn: UInt64) -> (primitive: Primitive, number: Int) {
    var turn = turn
    if let checks {
      guard !turns.isEmpty else { return (primitives[checks], Int(turn)) }
      switch shared(turn) {
      case .check(let number): return (primitives[checks], number)
      case .other(let number): turn = number
      }
    }
    let (round, place) = self.place(ofTurn: turn)
    let sharing = turns[place]
    let (number, member) = round.quotientAndRemainder(dividingBy: sharing.count)
    return (primitives[sharing[member]], number)
  }

  /// Which of `turns` has that turn, and how many it had before. The last one, if there is an end of its scripts, has every
  /// turn of its own until then, and one of `repeatsEvery` from then on: it shows the same again.
  private func place(ofTurn turn: UInt64) -> (round: Int, place: Int) {
    let others = turns.count - 1
    guard let last = repeating, others > 0, turn >= UInt64(last * turns.count) else {
      let (round, place) = Int(turn).quotientAndRemainder(dividingBy: turns.count)
      return (round, place)
    }
    let (cycle, slot) = (Int(turn) - last * turns.count).quotientAndRemainder(
      dividingBy: Self.repeatsEvery * others + 1)
    guard slot > 0 else { return (last + cycle, others) }
    return (last + cycle * Self.repeatsEvery + (slot - 1) / others, (slot - 1) % others)
  }
}

extension LibraryUnderTest {
  /// Whether the library has a scheduler of that kind, and what it schedules can run here.
  func canRace(_ kind: SchedulerKind) -> Bool {
    (!kind.usesMainQueue || MainQueue.isServed) && hasScheduler(kind)
  }
}
