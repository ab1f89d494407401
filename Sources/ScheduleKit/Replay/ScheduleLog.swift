/// What happened at each point of one run: enough to repeat it, and to say which switches it had.
public struct ScheduleLog: Sendable {
  /// Points that are kept; a longer run cannot be replayed.
  static let pointsMax = 200_000

  /// The choice before one operation.
  struct Point: Sendable {
    /// Where its pending operations stand in `operations`.
    let first: Int
    let count: Int
    let running: Int?
    let chosen: Int
    /// How far what the runner records had come, where it says so.
    let mark: Int?
  }

  private(set) var points: [Point] = []
  private(set) var operations: [ScheduleOperation] = []
  /// The run had more points than are kept.
  private(set) var isCut = false
  /// Points with more than one enabled task.
  public private(set) var decisions = 0

  public init() {}

  /// Operations performed, as far as they are kept.
  public var count: Int { points.count }

  mutating func reset() {
    points.removeAll(keepingCapacity: true)
    operations.removeAll(keepingCapacity: true)
    isCut = false
    decisions = 0
  }

  mutating func append(_ decision: ScheduleDecision, chosen: Int, mark: Int? = nil) {
    if !decision.isForced { decisions += 1 }
    guard points.count < Self.pointsMax else {
      isCut = true
      return
    }
    points.append(
      Point(
        first: operations.count, count: decision.pending.count, running: decision.running,
        chosen: chosen, mark: mark))
    operations.append(contentsOf: decision.pending)
  }

  /// The operation that was performed at that point.
  public func performed(at index: Int) -> ScheduleOperation {
    operations[points[index].first + points[index].chosen]
  }

  /// As `traceHash`, for one process: places in the code are not distinguished, which needs no names and little time.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for point in points {
      let operation = operations[point.first + point.chosen]
      hash = (hash ^ operation.path) &* 0x0000_0100_0000_01B3
      let what = operation.object << 8 | UInt64(operation.kind.rawValue)
      hash = (hash ^ what) &* 0x0000_0100_0000_01B3
    }
    return hash
  }

  /// Equal for runs that performed the same operations in the same order, in every process.
  func traceHash(_ names: SiteNames) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }
    for index in points.indices {
      let operation = performed(at: index)
      mix(operation.path)
      mix(UInt64(operation.kind.rawValue))
      mix(operation.object)
      mix(UInt64(names.name(of: operation.site)))
    }
    return hash
  }

  /// The choices in which the run differs from one that runs each task until it blocks.
  public func deviations(_ names: SiteNames) -> [Deviation] {
    var counter = ArrivalCounter()
    var deviations: [Deviation] = []
    for point in points {
      var unforced: Arrival?
      for index in 0..<(operations[point.first].isValue ? 1 : point.count) {
        let arrival = counter.arrive(operations[point.first + index], names)
        if index == point.running ?? 0 { unforced = arrival }
      }
      let performed = operations[point.first + point.chosen]
      if let unforced, point.chosen != point.running ?? 0 {
        deviations.append(Deviation(at: unforced, to: performed.foldedPath))
      }
      counter.goOn(performed)
    }
    return deviations
  }
}

/// A choice that a run without preemptions would not make.
public struct Deviation: Hashable, Sendable {
  /// Where the task stands that would have gone on.
  public var at: Arrival
  /// The folded path of the task that goes on instead.
  public var to: UInt32

  public init(at arrival: Arrival, to task: UInt32) {
    at = arrival
    to = task
  }
}
