/// The named bounds of a campaign: whatever waits, queues or retries stops at one of these.
public enum CampaignLimits {
  /// Distinct findings that are printed and saved; more are only counted.
  public static let findingsMax = 64
  /// Findings of one fingerprint that are distinguished by their operators; what comes after is a repeat.
  static let variantsMax = 6
  /// Findings of one fingerprint that wait until the first one is shrunk.
  static let waitingMax = 8
  /// Findings of one fingerprint that a child reports whole; of more it reports the fingerprint.
  static let reportsMax = 32
  /// Children in a row that may die without having raced anything.
  static let fruitlessDeathsMax = 5
  /// Children in a row that may crash or hang in the first batch they race.
  static let fruitlessCrashesMax = 64
  /// Children that may end because the tool itself trapped while it drew or judged.
  static let faultsMax = 16
  /// Children that may end because the system had nothing left for them.
  static let exhaustionsMax = 3
  /// A child in which nobody has done anything for so long leaves its processors to others, until it goes on.
  static let asleepMilliseconds: UInt64 = 300
  /// And so does one that has computed for so long without getting anywhere.
  static let standingMilliseconds: UInt64 = 1_500
  /// How long a child that has announced a crash may stand still before it is killed.
  static let crashedMilliseconds: UInt64 = 2_000
  /// Processors that a race takes, with its two threads.
  static let processorsOfRace = 2
  /// Generated scenarios that may be explored before races come to them, where a race has no room.
  static let exploredAheadMax: UInt64 = 64
  /// Batches handed to a child at a time.
  static let batchesInUnitMax = 64
  /// Length of work that one unit aims at.
  static let unitMilliseconds: UInt64 = 200
  /// Races of each corpus file at the start of a run.
  public static let corpusRaces: UInt64 = 2_000
  /// The same under ThreadSanitizer, where a race costs some thirty times as much.
  public static let corpusRacesUnderThreadSanitizer: UInt64 = 256
  /// How long exploring one scenario may take in the run itself, and in a trial of the shrinker.
  static let exploredMilliseconds: UInt64 = 2_000
  static let exploredTrialMilliseconds: UInt64 = 1_000
  /// Most schedules of one trial of the shrinker, and of one search for the schedule of a finding of free races.
  static let trialSchedules: UInt64 = 512
  /// Races of `replay` when nothing else is asked for.
  public static let replayRaces: UInt64 = 100_000
  /// How long a child may go without progress before it reports itself as hung.
  public static let hangSeconds = 10
  /// The same while it races a primitive, of which a script is short.
  static let primitiveHangMilliseconds: UInt64 = 5_000
  /// ThreadSanitizer slows a race down; a hang is called one later by this factor.
  public static let hangFactorUnderThreadSanitizer = 6
  /// How long a child may take to report its hang; then it ends without.
  static let hangReportSeconds = 30
  /// How much more patience than the child's own watchdog the parent has with a child, which it sees less closely.
  static let hangFactorOfParent: UInt64 = 2
  /// A child that is left no processor for so long is given up, without a finding.
  static let starvedMilliseconds: UInt64 = 600_000
  /// How much later, beyond that, the parent gives up on a child.
  static let hangGraceMilliseconds: UInt64 = 5_000
  /// How long children may take to finish their batch and report when a run is stopped.
  static let stopMilliseconds: UInt64 = 500
  /// Whether they have taken it; `now` may have been read before the run was stopped.
  static func isOverdue(now: UInt64, stopped: UInt64) -> Bool { now >= stopped + stopMilliseconds }
  /// How long the parent sleeps at most between two looks at its children.
  static let tickMilliseconds: Int32 = 100
  /// Last bytes of a child's standard error that are kept.
  static let standardErrorBytesMax = 32 * 1024
  /// How often the state of a campaign is kept.
  static let stateMilliseconds: UInt64 = 1_000
  /// How much memory a child may take when nothing else is asked for.
  public static let memoryMegabytesMax = 4_096
  /// Heaps of the allocator that threads share, for each core. With fewer, racers share one and wait for each other at its
  /// lock; with one for each thread that comes and goes, heaps only keep what those have left behind.
  public static let heapsOfCore = 4
  /// How often a child gives back what it has no use for any more.
  static let giveBackMilliseconds: UInt64 = 1_000
  /// A child that takes this many times its memory is killed in the middle of a batch.
  static let memoryFactorMax: UInt64 = 2
  /// Largest message between parent and child.
  static let messageBytesMax = 1 << 20
  /// Largest scenario text handed to a child; below what a pipe takes without blocking.
  static let scenarioBytesMax = 48 * 1024
}
