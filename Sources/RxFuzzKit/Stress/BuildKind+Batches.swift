import ScheduleKit

extension BuildKind {
  /// Iterations of one batch where timers run: few, because they all start while the batch is built, and because one queue
  /// has to bear all their ticks. One that is never done with them is starved of all else, and taken for a livelock.
  var timedBatch: Int {
    if hasThreadSanitizer { return 16 }
    return isDebug ? 64 : 128
  }
}
