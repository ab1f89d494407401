import CScheduleRuntime

/// Named bounds of an exploration.
public struct ScheduleLimits: Hashable, Sendable {
  /// Operations after which a run is a livelock.
  public var stepsMax: UInt64 = 20_000
  /// Operations after which tasks take turns, so that a livelock is not the schedule's own doing.
  public var fairAfter: UInt64 = 10_000
  /// When a task that spins lets others go on.
  public var givesWay = GivesWay.looping
  /// How often timers that repeat may fire in one run while others could go on.
  public var timerFiringsMax: UInt32 = 12
  /// How often timers that repeat may fire in one run in all: the rest only where nobody else can go on.
  public var timerFiringsIdleMax: UInt32 = 192
  /// How often what fires once may in one run: sleeps, time-outs and timers. A run that asks for more is exhausted.
  public var timerFiringsOnceMax: UInt32 = 384
  /// Most runs that learn which accesses matter.
  public var profileRuns = 12
  /// Learning ends before that once so many runs in a row have shown nothing new.
  public var profileRunsQuiet = 3
  /// Whether accesses are checked for data races and for use after free.
  public var detectsRaces = true
  /// What atomic loads may see.
  public var memory = MemoryModel.sequential
  public init() {}

  /// Whether a task that spins gives way: others go on, as long as there are any, for ever more operations.
  public enum GivesWay: Hashable, Sendable {
    /// A search that covers every schedule would be none.
    case never
    /// One that repeats an operation which leaves its object as it was, such as a load in a loop, or up to four of them in turn.
    case repeating
    /// One that goes in a small circle of operations, too, such as a lock that is taken to look whether something has come.
    case looping
  }

  /// For proofs: each firing of an endless timer multiplies the schedules, and what is learned too late costs a search that
  /// begins anew.
  public static var proof: ScheduleLimits {
    var limits = ScheduleLimits()
    limits.timerFiringsMax = 6
    limits.timerFiringsIdleMax = limits.timerFiringsMax
    limits.timerFiringsOnceMax = limits.timerFiringsMax
    limits.givesWay = .never
    limits.profileRunsQuiet = limits.profileRuns
    return limits
  }
}

extension ScheduleLimits {
  /// What the runtime receives for one run, whose chooser the caller keeps alive until it has ended.
  /// - Parameters:
  ///   - everyAccess: whether every access is a point, or only those that matter.
  ///   - reportsForced: whether the chooser is asked where only one task can go on, too.
  func configuration(
    _ context: ChooserContext, everyAccess: Bool, reportsForced: Bool
  ) -> csr_config {
    var config = csr_config()
    config.reports_forced = reportsForced
    config.choose = chooseSchedule
    config.context = Unmanaged.passUnretained(context).toOpaque()
    config.steps_max = stepsMax
    config.fair_after = fairAfter
    config.timer_firings_max = timerFiringsMax
    config.timer_firings_idle_max = timerFiringsIdleMax
    config.timer_firings_once_max = timerFiringsOnceMax
    config.detect_races = detectsRaces
    config.all_points = everyAccess
    config.memory = memory.runtimeValue
    config.gives_way =
      switch givesWay {
      case .never: CSR_GIVES_WAY_NEVER
      case .repeating: CSR_GIVES_WAY_REPEATING
      case .looping: CSR_GIVES_WAY_LOOPING
      }
    return config
  }

  /// Learns which accesses are worth a decision, in runs whose schedules depend on nothing but what is run.
  /// - Parameter run: runs it once with every access as a point; says whether it got stuck.
  func learnPoints(_ run: (@escaping ScheduleChooser) -> Bool) {
    csr_sites_clear()
    var quiet = 0
    for profile in 0..<profileRuns {
      // The first run warms up what is made once for each process; its objects are not those of later runs.
      if profile == 1 { csr_sites_clear() }
      // Then one task after the other, both ways round, so that each is seen to its end after the others'; then mixed
      // ever more coarsely.
      let mean = profile < 3 ? nil : 8 << (profile % 3 * 2)
      let chooser = ProfileChooser(seed: UInt64(profile), switchesEvery: mean)
      let isStuck = run(chooser.choose)
      quiet = csr_sites_adopt() == 0 ? quiet + 1 : 0
      if isStuck || quiet == profileRunsQuiet { break }
    }
  }
}
