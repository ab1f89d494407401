import CScheduleRuntime

/// How this executable was built, as far as it changes what a run sees and costs.
public struct BuildKind: Hashable, Sendable, CustomStringConvertible {
  public var isDebug: Bool
  public var hasThreadSanitizer: Bool

  /// This executable.
  public static var current: BuildKind {
    #if DEBUG
      let isDebug = true
    #else
      let isDebug = false
    #endif
    return BuildKind(isDebug: isDebug, hasThreadSanitizer: csr_has_thread_sanitizer())
  }

  /// For example `debug, ThreadSanitizer`.
  public var description: String {
    (isDebug ? "debug" : "release") + (hasThreadSanitizer ? ", ThreadSanitizer" : "")
  }

  /// How long a child may go without progress before it counts as hung.
  public var hangSeconds: Int {
    CampaignLimits.hangSeconds
      * (hasThreadSanitizer ? CampaignLimits.hangFactorUnderThreadSanitizer : 1)
  }

  /// Races of each corpus file at the start of a run.
  public var corpusRaces: UInt64 {
    hasThreadSanitizer
      ? CampaignLimits.corpusRacesUnderThreadSanitizer : CampaignLimits.corpusRaces
  }

  /// Iterations of one batch where timers run: few, because they all start while the batch is built, and because one queue
  /// has to bear all their ticks. One that is never done with them is starved of all else, and taken for a livelock.
  var timedBatch: Int {
    if hasThreadSanitizer { return 16 }
    return isDebug ? 64 : 128
  }
}
