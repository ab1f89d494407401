/// The one source of chance: SplitMix64, fast, seedable, identical on every platform.
///
/// All randomness of a run flows from one value of this type passed as a parameter.
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
@frozen
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  /// - Parameter seed: equal seeds give equal sequences.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// A generator for one named part of a run; equal arguments give equal sequences.
  @inlinable
  public init(seed: UInt64, stream: UInt64) {
    var mixer = SeededGenerator(seed: seed)
    let salt = mixer.next()
    var second = SeededGenerator(seed: salt ^ (stream &* 0xD1B5_4A32_D192_ED03))
    state = second.next()
  }

  /// The next 64 bits.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0..<bound`, without modulo bias worth naming for the small bounds used here.
  /// - Precondition: `bound` is positive.
  @inlinable
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "a draw needs at least one outcome")
    return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
