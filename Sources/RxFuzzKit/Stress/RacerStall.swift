import CScheduleRuntime

/// One racer's stalls after operations of its own that synchronise: after one where it gives back a lock as often as after
/// one of its atomic operations, of which there are many more, and there after each as often as after any other.
///
/// How many there are is counted in the races in which it is left alone. Thread-safety: one thread's own, on which its
/// races run.
struct RacerStall {
  private var chance: SeededGenerator
  /// What is seen in this build of what it does, and how often.
  private var counts: [(kind: csr_stall_kind, count: Int)] = []
  private var isCounting = false

  init(seed: UInt64, racer: Int) {
    chance = SeededGenerator(seed: seed, stream: ~UInt64(racer))
  }

  /// The race begins. Complexity: O(1).
  /// - Parameter ticks: for how long it stalls somewhere in this race; 0: it does not.
  mutating func begin(ticks: UInt64) {
    isCounting = ticks == 0 || counts.isEmpty
    guard !isCounting else { return csr_stall_after(CSR_AFTER_ATOMIC, 0, 0) }
    let (kind, count) = counts[chance.below(counts.count)]
    csr_stall_after(kind, 1 + UInt32(chance.below(count)), ticks)
  }

  /// The race is over. Complexity: O(1).
  mutating func end() {
    if isCounting {
      counts.removeAll(keepingCapacity: true)
      for kind in [CSR_AFTER_ATOMIC, CSR_AFTER_UNLOCK] {
        let count = Int(csr_stall_count(kind))
        if count > 0 { counts.append((kind, count)) }
      }
    }
    csr_stall_after(CSR_AFTER_ATOMIC, 0, 0)
  }
}
