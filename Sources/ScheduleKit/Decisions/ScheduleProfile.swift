/// What earlier runs of a program have shown: how long runs are, and who performs what how often.
///
/// Estimates are the largest numbers seen, so they are honest once both a run in the order of tasks and one
/// in the reverse order were profiled. Thread-safety: as strategies, one call at a time.
public final class ScheduleProfile {
  /// Runs of which every operation is counted; of later ones, only each `sampleEvery`th.
  private static let fullRuns = 16
  private static let sampleEvery = 16
  /// Sites that are distinguished; more are not counted.
  private static let sitesMax = 4096

  /// The most decisions that a run had; at least 1.
  public private(set) var decisionsMax = 1
  private var operationsMax = TaskTable(0)
  private var operations = TaskTable(0)
  private var handOffsMax = TaskTable(0)
  private var handOffs = TaskTable(0)
  private var sites: [UInt: Site] = [:]
  private var runs = 0
  private var counts = true
  /// What `sharedGroups` gave last, while nothing was counted since.
  private var groupsKnown: [Set<UInt>]?

  /// One place in the code.
  private struct Site {
    var now = TaskTable(0)
    var most = TaskTable(0)
    var writes = false
    var objects: Set<UInt64> = []

    mutating func count(_ operation: ScheduleOperation) {
      now[operation.task] += 1
      writes = writes || operation.writes
      if operation.object != 0, objects.count < ScheduleProfile.objectsMax {
        objects.insert(operation.object)
      }
    }

    mutating func settle() {
      for task in 0..<UInt32(now.count) { most[task] = max(most[task], now[task]) }
      now.reset()
    }
  }
  /// Objects remembered for a site.
  private static let objectsMax = 8

  public init() {}

  /// Operations that this task performs in a run, by the longest one seen.
  public func operations(of task: UInt32) -> Int { operationsMax[task] }

  /// As above, counting only what flags and hand-offs are made of.
  func handOffs(of task: UInt32) -> Int { handOffsMax[task] }

  /// Places in the code that conflict.
  private(set) var conflicts = ConflictPairs()

  /// Whether any run had such an operation.
  private(set) var hasHandOffs = false

  /// As above, counting only operations at these sites.
  public func operations(of task: UInt32, at places: Set<UInt>) -> Int {
    var sum = 0
    for place in places { sum += sites[place]?.most[task] ?? 0 }
    return sum
  }

  /// Sets of sites whose operations meet in one object that several tasks touch and one writes, in
  /// the order of their lowest object.
  public func sharedGroups() -> [Set<UInt>] {
    if let groupsKnown { return groupsKnown }
    let groups = findSharedGroups()
    groupsKnown = groups
    return groups
  }

  private func findSharedGroups() -> [Set<UInt>] {
    var groups: [UInt64: (places: Set<UInt>, tasks: Set<UInt32>, writes: Bool)] = [:]
    for (place, site) in sites {
      for object in site.objects {
        var group = groups[object] ?? ([], [], false)
        group.places.insert(place)
        group.writes = group.writes || site.writes
        for task in 0..<UInt32(site.most.count) where site.most[task] > 0 {
          group.tasks.insert(task)
        }
        groups[object] = group
      }
    }
    var shared: [Set<UInt>] = []
    for (_, group) in groups.sorted(by: { $0.key < $1.key })
    where group.writes && group.tasks.count > 1 && !shared.contains(group.places) {
      shared.append(group.places)
    }
    return shared
  }

  /// A task performs an operation.
  func note(_ operation: ScheduleOperation) {
    guard counts else { return }
    operations[operation.task] += 1
    conflicts.note(operation)
    if operation.kind.isHandOff {
      handOffs[operation.task] += 1
      hasHandOffs = true
    }
    guard sites.count < Self.sitesMax || sites[operation.site] != nil else { return }
    sites[operation.site, default: Site()].count(operation)
  }

  /// A run has ended.
  func end(_ feedback: ScheduleFeedback) {
    decisionsMax = max(decisionsMax, feedback.decisions)
    if counts {
      for task in 0..<UInt32(operations.count) {
        operationsMax[task] = max(operationsMax[task], operations[task])
        handOffsMax[task] = max(handOffsMax[task], handOffs[task])
      }
      operations.reset()
      handOffs.reset()
      conflicts.endRun()
      for place in sites.keys { sites[place]?.settle() }
      groupsKnown = nil
    }
    runs += 1
    counts = runs < Self.fullRuns || runs % Self.sampleEvery == 0
  }
}
