import ScheduleKit

/// How repeating a saved schedule went.
public struct ScheduleReplayNote: Hashable, Sendable {
  /// Fingerprint of the operations in their order: equal for equal runs, in any process.
  public var traceHash: UInt64
  /// Why the run was not the recorded one, in one line; nil where it was.
  public var divergence: String?
  /// Whether it violated something.
  public var isReproduced = false

  /// Of a schedule whose repetition ended the process; the trace of such a run is not known.
  /// - Parameters:
  ///   - saved: the schedule that was to be repeated.
  ///   - journal: of the process that has ended; nil comes of one that ended elsewhere.
  init?(saved: String, endedIn journal: ScheduleJournal) {
    guard journal.isRepeating, let actual = journal.deviations(),
      let recorded = try? ScheduleText(parsing: saved)
    else { return nil }
    self.init(
      traceHash: 0,
      divergence: actual == recorded.deviations
        ? nil : "the run that ended the process went another way", isReproduced: true)
  }

  init(traceHash: UInt64, divergence: String?, isReproduced: Bool = false) {
    self.traceHash = traceHash
    self.divergence = divergence
    self.isReproduced = isReproduced
  }
}
