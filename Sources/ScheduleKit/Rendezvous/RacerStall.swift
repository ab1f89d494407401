import CScheduleRuntime

/// One racer's stalls after operations of its own that synchronise: after one where it gives back a lock as often as after
/// one of its atomic operations, of which there are many more, and there after each as often as after any other.
///
/// How many there are is counted in the races in which it is left alone. Thread-safety: one thread's own, on which its
/// races run.
public struct RacerStall: Sendable {
  private var chance: SeededGenerator
  /// How many of each were seen; builds differ in which they show.
  private var unlocks = 0
  private var atomics = 0
  private var isCounting = false

  public init(seed: UInt64, racer: Int) {
    chance = SeededGenerator(seed: seed, stream: ~UInt64(racer))
  }

  /// The race begins. Complexity: O(1).
  /// - Parameter ticks: for how long it stalls somewhere in this race; 0: it does not.
  public mutating func begin(ticks: UInt64) {
    isCounting = ticks == 0 || unlocks + atomics == 0
    guard !isCounting else { return csr_stall_after(CSR_AFTER_ATOMIC, 0, 0) }
    let isAfterUnlock = unlocks > 0 && (atomics == 0 || chance.below(2) == 1)
    let nth = 1 + UInt32(chance.below(isAfterUnlock ? unlocks : atomics))
    csr_stall_after(isAfterUnlock ? CSR_AFTER_UNLOCK : CSR_AFTER_ATOMIC, nth, ticks)
  }

  /// The race is over. Complexity: O(1).
  public mutating func end() {
    if isCounting {
      unlocks = Int(csr_stall_count(CSR_AFTER_UNLOCK))
      atomics = Int(csr_stall_count(CSR_AFTER_ATOMIC))
    }
    csr_stall_after(CSR_AFTER_ATOMIC, 0, 0)
  }
}
