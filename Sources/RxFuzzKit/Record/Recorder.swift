import Dispatch
import ScheduleKit
import Synchronization

/// Collects the records of one run from any number of threads, without locks.
///
/// Thread-safety: `record` from any thread; everything else only while no thread records (the caller's
/// barrier orders them). A record's slot is the ticket drawn from one atomic counter, so slots are never
/// shared. The counter is relaxed on purpose: it must not add happens-before edges that would hide a data
/// race of the library under test.
public final class Recorder: @unchecked Sendable {
  // Safety: the buffer is read after the race's barrier; `looksUpQueues` is set before the race.
  private let buffer: RecordBuffer
  /// One more than the number of the overlapped queue, or 0.
  private let overlap = Atomic<Int>(0)

  /// Makes an empty recorder. Complexity: O(`recordsMax`) memory, 16 bytes a record.
  public init(recordsMax: Int) {
    buffer = RecordBuffer(recordsMax: recordsMax)
  }

  /// Whether the lane is looked up by dispatch queue first and by thread second: dearer, and needed only
  /// where the scenario uses scheduler queues.
  var looksUpQueues = false

  /// Appends a record in the lane of the calling thread, or of the scheduler queue it runs.
  @inline(__always)
  public func record(_ kind: TraceRecord.Kind, subject: Int, value: Int = 0) {
    // Under control the order of records is up to the schedule, like that of any operation; else this is nothing.
    SchedulePoint.yield()
    let lane =
      looksUpQueues ? SchedulerQueues.currentLane ?? RacingLane.current : RacingLane.current
    buffer.append(
      kind: kind.rawValue, lane: lane, subject: UInt16(truncatingIfNeeded: subject),
      value: Int64(value))
  }

  /// Largest number of records kept; more are counted in `lost`.
  public var recordsMax: Int { buffer.recordsMax }
  /// Number of records kept.
  public var count: Int { buffer.count }
  /// Number of records that found no slot.
  public var lost: Int { buffer.lost }

  /// The records, in ticket order.
  public var records: [TraceRecord] {
    (0..<count).map { index in
      let raw = buffer[index]
      return TraceRecord(
        TraceRecord.Kind(rawValue: raw.kind) ?? .hole, lane: raw.lane, subject: Int(raw.subject),
        value: Int(raw.value))
    }
  }

  /// A fingerprint, equal for equal records and salt, and for traces of which all judges say the same because only
  /// neighbouring entries of actions, or neighbouring exits, have changed places.
  func fingerprint(salt: UInt64) -> UInt64 {
    buffer.fingerprint(salt: salt, actions: Self.actions)
  }

  /// What the racing queues did, as tickets: one span for each lane from 1 on, and the last one for
  /// all scheduler queues and unknown threads together.
  func read(_ spans: UnsafeMutableBufferPointer<LaneSpan>) {
    buffer.read(spans, actions: Self.actions, lateLane: SchedulerQueues.firstLane)
  }

  private static let actions = RecordBuffer.ActionKinds(
    enter: TraceRecord.Kind.actionEnter.rawValue, exit: TraceRecord.Kind.actionExit.rawValue)

  /// Two threads were at work for that scheduler queue at once. From any thread.
  func noteOverlap(queue: Int) {
    // Relaxed: read after the race's barrier.
    overlap.store(queue + 1, ordering: .relaxed)
  }

  /// The scheduler queue that `noteOverlap` reported, or nil.
  var overlappedQueue: Int? {
    let noted = overlap.load(ordering: .relaxed)
    return noted == 0 ? nil : noted - 1
  }

  /// Makes the trace undecided: something happened that the kit could not follow.
  func lose() { buffer.lose() }

  /// Forgets everything.
  public func reset() {
    buffer.reset()
    overlap.store(0, ordering: .relaxed)
  }
}
