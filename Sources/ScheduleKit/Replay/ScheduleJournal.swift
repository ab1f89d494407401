/// The run that goes on under control, operation by operation, in memory that outlives the process: what ends the process
/// can be repeated by its schedule.
///
/// Thread-safety: the process that runs calls one at a time; another one may read once that process has ended.
public struct ScheduleJournal {
  /// Memory that a journal takes.
  public static let bytes = 128 * 1024

  private let words: UnsafeMutablePointer<UInt32>
  private static let headWords = 3
  private static let recordWords = 3
  private static let recordsMax = (bytes / 4 - headWords) / recordWords
  /// Stands where a record is an operation that was performed, and not a switch away from one.
  private static let performed = UInt32.max

  /// What the first word holds.
  private enum State: UInt32 {
    case idle
    case running
    /// A run goes on of which there is more than fits.
    case cut
  }

  /// - Parameter memory: of `bytes` bytes, aligned to 4, all zero at first, and there for as long as this is used.
  public init(_ memory: UnsafeMutableRawPointer) {
    words = memory.assumingMemoryBound(to: UInt32.self)
  }

  /// A run begins.
  public func begin() {
    words[1] = 0
    words[0] = State.running.rawValue
  }

  /// The run has ended by itself.
  public func end() { words[0] = State.idle.rawValue }

  /// From now on, or no longer, runs repeat a saved schedule.
  public func setRepeating(_ isRepeating: Bool) { words[2] = isRepeating ? 1 : 0 }

  /// Whether the run repeats a saved schedule.
  public var isRepeating: Bool { words[2] == 1 }

  /// An operation is about to be performed.
  /// - `unforced`: the one that a run without preemptions would perform now, where that is another.
  /// - `chosen`: what goes on instead of that; by default the operation.
  public func note(
    _ operation: ScheduleOperation, insteadOf unforced: ScheduleOperation?,
    by chosen: ScheduleOperation? = nil, _ names: SiteNames
  ) {
    if let unforced { append(unforced, names, (chosen ?? operation).foldedPath) }
    append(operation, names, Self.performed)
  }

  /// The switches of the run that has not ended; nil where there is none, or more than fits.
  public func deviations() -> [Deviation]? {
    let count = min(Int(words[1]), Self.recordsMax)
    guard words[0] == State.running.rawValue else { return nil }
    var performed: [Arrival: UInt32] = [:]
    var deviations: [Deviation] = []
    for index in 0..<count {
      let record = words + Self.headWords + index * Self.recordWords
      guard let kind = ScheduleOperation.Kind(rawValue: UInt8(record[1] >> SiteNames.bits)) else {
        return nil
      }
      var at = Arrival(
        path: record[0], kind: kind, site: record[1] & (1 << SiteNames.bits - 1), ordinal: 0)
      if record[2] == Self.performed {
        performed[at, default: 0] += 1
      } else {
        let key = at
        at.ordinal = performed[key, default: 0] + 1
        deviations.append(Deviation(at: at, to: record[2]))
      }
    }
    return deviations
  }

  /// The schedule of the run that has not ended, as `ScheduleReplay` takes it; nil where there is none.
  public func schedule(
    strategy: String, seed: UInt64, memory: MemoryModel = .sequential
  ) -> String? {
    guard let deviations = deviations(), deviations.count <= ScheduleText.deviationsMax else {
      return nil
    }
    return ScheduleText(
      strategy: strategy, seed: seed, memory: memory, deviations: deviations
    ).text
  }

  private func append(_ operation: ScheduleOperation, _ names: SiteNames, _ target: UInt32) {
    let count = Int(words[1])
    guard count < Self.recordsMax else {
      words[0] = State.cut.rawValue
      return
    }
    let record = words + Self.headWords + count * Self.recordWords
    record[0] = operation.foldedPath
    record[1] = UInt32(operation.kind.rawValue) << SiteNames.bits | names.name(of: operation.site)
    record[2] = target
    words[1] = UInt32(count + 1)
  }
}
