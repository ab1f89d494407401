/// Where a task stands in a run, in words that outlive the process and small changes of the code: at
/// which of its operations of one kind in one function.
public struct Arrival: Hashable, Sendable {
  /// The task's path, folded.
  public var path: UInt32
  public var kind: ScheduleOperation.Kind
  /// Stable name of the function that performs the operation, see `SiteNames`.
  public var site: UInt32
  /// How many operations of that kind at that site the task has come to, this one included.
  public var ordinal: UInt32
}

/// Counts, along a run, what every task has come to.
struct ArrivalCounter {
  private struct Key: Hashable {
    let path: UInt32
    let kind: ScheduleOperation.Kind
    let site: UInt32
  }

  private var ordinals: [Key: UInt32] = [:]
  private var arrivals = TaskTable<Arrival?>(nil)

  mutating func reset() {
    ordinals.removeAll(keepingCapacity: true)
    arrivals.reset()
  }

  /// Where the task of that operation stands, while it has not gone on.
  mutating func arrive(_ operation: ScheduleOperation, _ names: SiteNames) -> Arrival {
    if let arrival = arrivals[operation.task] { return arrival }
    let site = names.name(of: operation.site)
    let key = Key(path: operation.foldedPath, kind: operation.kind, site: site)
    ordinals[key, default: 0] += 1
    let arrival = Arrival(
      path: key.path, kind: key.kind, site: key.site, ordinal: ordinals[key, default: 0])
    arrivals[operation.task] = arrival
    return arrival
  }

  /// The task performs its operation, and will come to another one.
  mutating func goOn(_ performed: ScheduleOperation) {
    // Of values only the newest has come to something.
    arrivals[performed.isValue ? ScheduleOperation.valueTask : performed.task] = nil
  }
}

extension ScheduleOperation {
  /// Paths up to this one stand for themselves in replay strings, longer ones for their hash.
  private static let shortPathMax: UInt64 = 0xFFFF
  private static let foldedBits: UInt64 = 24

  /// The task's path in few bits.
  var foldedPath: UInt32 {
    if path <= Self.shortPathMax { return UInt32(path) }
    let mixed = path &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: mixed >> (64 - Self.foldedBits)) | 0x0100_0000
  }
}
