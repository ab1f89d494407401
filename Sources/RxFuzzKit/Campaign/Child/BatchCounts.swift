/// What the parts of the batch at hand have come to, which the journal counts when the batch is over: one that is cut short is
/// done again from its beginning, or skipped as a whole.
///
/// Thread-safety: use from one thread.
struct BatchCounts {
  /// The batch at hand.
  var batch: UInt64?
  private var counts: [(Journal) -> Void] = []

  mutating func add(_ count: @escaping (Journal) -> Void) { counts.append(count) }

  /// The batch is over.
  mutating func settle(in journal: Journal) {
    for count in counts { count(journal) }
    counts = []
  }
}
