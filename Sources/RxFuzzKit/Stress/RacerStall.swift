import CScheduleRuntime

/// One racer's stalls after operations of its own that synchronise, each of them as likely as any other.
///
/// How many there are is counted in the races in which it is left alone. Thread-safety: one thread's own, on which its
/// races run.
struct RacerStall {
  private var chance: SeededGenerator
  private var synchronisations = 0
  private var isCounting = false

  init(seed: UInt64, racer: Int) {
    chance = SeededGenerator(seed: seed, stream: ~UInt64(racer))
  }

  /// The race begins. Complexity: O(1).
  /// - Parameter ticks: for how long it stalls somewhere in this race; 0: it does not.
  mutating func begin(ticks: UInt64) {
    isCounting = ticks == 0 || synchronisations == 0
    csr_stall_after(isCounting ? 0 : 1 + UInt32(chance.below(synchronisations)), ticks)
  }

  /// The race is over. Complexity: O(1).
  mutating func end() {
    if isCounting { synchronisations = Int(csr_stall_count()) }
    csr_stall_after(0, 0)
  }
}
