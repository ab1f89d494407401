/// Repeats a recorded run: runs each task until it blocks, except for the recorded deviations.
///
/// A deviation is met by task, kind of operation, function and ordinal, so that operations elsewhere may
/// have come or gone since it was recorded. Where the run diverges, that is said, and a strategy of the
/// same seed chooses from there on wherever no deviation applies.
final class ReplayStrategy: ScheduleStrategy {
  /// Where a run was no longer the recorded one.
  struct Divergence: Hashable, Sendable {
    var deviation: Deviation
    var index: Int
    var reason: Reason
    enum Reason: Hashable, Sendable {
      /// The task that went on in the recorded run could not.
      case taskNotEnabled
      /// The run ended, or later deviations were met, and this one was not.
      case neverReached
    }
  }

  let deviations: [Deviation]
  /// Of the last run, the first one; nil where it was the recorded one.
  private(set) var divergence: Divergence?
  private let names: SiteNames
  private let fallback: RandomWalkStrategy
  private var counter = ArrivalCounter()
  /// Indices of deviations that were not met yet, by where they apply, in order.
  private var open: [Arrival: [Int]] = [:]
  private var isMet: [Bool] = []
  /// The first deviation that was not met yet.
  private var firstOpen = 0

  init(_ deviations: [Deviation], seed: UInt64, names: SiteNames) {
    self.deviations = deviations
    self.names = names
    fallback = RandomWalkStrategy(seed: seed)
  }

  func begin(schedule: Int) -> Bool {
    divergence = nil
    counter.reset()
    open.removeAll(keepingCapacity: true)
    isMet = Array(repeating: false, count: deviations.count)
    firstOpen = 0
    for (index, deviation) in deviations.enumerated() {
      open[deviation.at, default: []].append(index)
    }
    return fallback.begin(schedule: schedule)
  }

  func choose(_ decision: ScheduleDecision) -> Int {
    var unforced: Arrival?
    for (index, operation) in decision.pending.enumerated()
    where !decision.isValue || index == decision.unforced {
      let arrival = counter.arrive(operation, names)
      if index == decision.unforced { unforced = arrival }
    }
    var chosen = decision.unforced
    if let unforced, let index = takeDeviation(at: unforced) {
      let path = deviations[index].to
      if let target = decision.pending.firstIndex(where: { $0.foldedPath == path }) {
        chosen = target
      } else {
        diverge(index, .taskNotEnabled)
      }
    } else if divergence != nil, !decision.isValue {
      chosen = fallback.choose(decision)
    }
    counter.goOn(decision.pending[chosen])
    return chosen
  }

  func end(_ feedback: ScheduleFeedback) {
    if firstOpen < deviations.count { diverge(firstOpen, .neverReached) }
  }

  /// The next deviation that applies there, taken off the list.
  private func takeDeviation(at arrival: Arrival) -> Int? {
    guard var indices = open[arrival] else { return nil }
    let index = indices.removeFirst()
    open[arrival] = indices.isEmpty ? nil : indices
    // The run went another way before, if an earlier one was passed by.
    if firstOpen < index { diverge(firstOpen, .neverReached) }
    isMet[index] = true
    while firstOpen < isMet.count, isMet[firstOpen] { firstOpen += 1 }
    return index
  }

  private func diverge(_ index: Int, _ reason: Divergence.Reason) {
    guard divergence == nil else { return }
    divergence = Divergence(deviation: deviations[index], index: index, reason: reason)
  }
}
