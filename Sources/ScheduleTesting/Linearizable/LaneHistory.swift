/// What the lanes of one run did, and when: filled by the lanes, each its own part.
///
/// Thread-safety: each lane writes its own part; read once all have ended.
final class LaneHistory: @unchecked Sendable {
  // Safety: each element of `lanes` belongs to one lane until all have ended.

  /// One operation that has ended.
  struct Event {
    let answer: OperationAnswer
    /// Ticks between which it was at work.
    let begin: UInt64
    let end: UInt64
  }

  var before: [OperationAnswer] = []
  private let lanes: UnsafeMutablePointer<[Event]>
  let laneCount: Int

  init(lanes count: Int) {
    laneCount = count
    lanes = .allocate(capacity: count)
    lanes.initialize(repeating: [], count: count)
  }

  deinit {
    lanes.deinitialize(count: laneCount)
    lanes.deallocate()
  }

  subscript(lane: Int) -> [Event] { lanes[lane] }

  func add(_ event: Event, lane: Int) { lanes[lane].append(event) }
}
