import ScheduleKit

/// The recorded stream of choices that drives generation, replay and shrinking.
///
/// A fresh stream draws from a seeded generator and records each draw. A replayed stream returns the
/// recorded draws (clamped to the bound asked for) and zeros when they are used up, so that a
/// shortened or lowered recording still yields a valid, simpler scenario: zero is by convention
/// the simplest choice everywhere.
public struct ChoiceStream: Sendable {
  private var generator: SeededGenerator?
  private var cursor = 0
  /// Every draw made so far, in order.
  public private(set) var recorded: [UInt32] = []
  private let replayed: [UInt32]
  /// Bytes of a fuzzer, from which draws are made; nil where there are none.
  private var bytes: ArraySlice<UInt8>?

  /// A stream that draws from `generator`, after the draws of `prefix`.
  public init(generator: SeededGenerator, after prefix: [UInt32] = []) {
    self.generator = generator
    replayed = prefix
  }

  /// A stream that repeats `choices`.
  public init(replaying choices: [UInt32]) {
    generator = nil
    replayed = choices
  }

  /// A stream that draws from the bytes of a fuzzer, and zeros when they are used up. A draw takes one byte where that is
  /// enough for its bound, else two, so that a byte that changes changes one choice.
  public init(bytes: [UInt8]) {
    generator = nil
    replayed = []
    self.bytes = bytes[...]
  }

  /// Draws a number in `0..<bound`.
  /// - Precondition: `bound` is positive.
  public mutating func draw(_ bound: Int) -> Int {
    precondition(bound > 0, "a draw needs at least one outcome")
    let value: Int
    if cursor < replayed.count {
      value = min(Int(replayed[cursor]), bound - 1)
      cursor += 1
    } else if generator != nil {
      value = generator!.below(bound)
    } else if let high = bytes?.popFirst() {
      let low = bound > 256 ? bytes?.popFirst() ?? 0 : 0
      value = (bound > 256 ? Int(high) << 8 | Int(low) : Int(high)) % bound
    } else {
      value = 0
    }
    recorded.append(UInt32(value))
    return value
  }

  /// Draws an index with probability proportional to its weight. Index 0 is the simplest choice.
  /// - Precondition: the weights are not negative and their sum is positive.
  public mutating func drawWeighted(_ weights: [Int]) -> Int {
    var rest = draw(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return weights.count - 1
  }

  /// Draws whether something unusual happens, `chances` times out of `outcomes`. The simplest choice is no.
  /// - Precondition: `chances` is at most `outcomes`, which is positive.
  public mutating func unusual(_ chances: Int, outOf outcomes: Int) -> Bool {
    draw(outcomes) >= outcomes - chances
  }

  /// Draws one of the elements. The first is the simplest choice.
  /// - Precondition: there is one.
  public mutating func element<Element>(of elements: [Element]) -> Element {
    elements[draw(elements.count)]
  }
}
