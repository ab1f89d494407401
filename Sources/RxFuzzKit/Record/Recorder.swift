import CScheduleRuntime
import Dispatch
import Synchronization

/// Collects the records of one run from any number of threads, without locks.
///
/// Thread-safety: `record` from any thread; everything else only while no thread records (the caller's
/// barrier orders them). A record's slot is the ticket drawn from one atomic counter, so slots are never
/// shared. The counter is relaxed on purpose: it must not add happens-before edges that would hide a data
/// race of the library under test.
public final class Recorder: @unchecked Sendable {
  // Safety: the buffer is written at unique indices only, and read after the race's barrier;
  // `looksUpQueues` is set before the race.
  private let trace: UnsafeMutablePointer<csr_trace>
  /// One more than the number of the overlapped queue, or 0.
  private let overlap = Atomic<Int>(0)

  /// Makes an empty recorder. Complexity: O(`recordsMax`) memory, 16 bytes a record.
  public init(recordsMax: Int) {
    let records = UnsafeMutablePointer<csr_record>.allocate(capacity: recordsMax)
    records.initialize(repeating: csr_record(), count: recordsMax)
    trace = .allocate(capacity: 1)
    trace.initialize(to: csr_trace(ticket: 0, records_max: Int64(recordsMax), records: records))
  }

  deinit {
    trace.pointee.records.deallocate()
    trace.deallocate()
  }

  /// Whether the lane is looked up by dispatch queue first and by thread second: dearer, and needed only
  /// where the scenario uses scheduler queues.
  var looksUpQueues = false

  /// Appends a record in the lane of the calling thread, or of the scheduler queue it runs.
  @inline(__always)
  public func record(_ kind: TraceRecord.Kind, subject: Int, value: Int = 0) {
    // Under control the order of records is up to the schedule, like that of any operation; else this is nothing.
    csr_explore_yield()
    let lane = looksUpQueues ? SchedulerQueues.currentLane ?? csr_lane_get() : csr_lane_get()
    _ = csr_trace_append(
      trace, kind.rawValue, lane, UInt16(truncatingIfNeeded: subject), Int64(value))
  }

  /// Largest number of records kept; more are counted in `lost`.
  public var recordsMax: Int { Int(trace.pointee.records_max) }
  /// Number of records kept.
  public var count: Int { min(Int(trace.pointee.ticket), recordsMax) }
  /// Number of records that found no slot.
  public var lost: Int { max(0, Int(trace.pointee.ticket) - recordsMax) }

  /// The records, in ticket order.
  public var records: [TraceRecord] {
    (0..<count).map { index in
      let raw = trace.pointee.records[index]
      return TraceRecord(
        TraceRecord.Kind(rawValue: raw.kind) ?? .hole, lane: raw.lane, subject: Int(raw.subject),
        value: Int(raw.value))
    }
  }

  /// A fingerprint, equal for equal records and salt, and for traces of which all judges say the same because only
  /// neighbouring entries of actions, or neighbouring exits, have changed places.
  func fingerprint(salt: UInt64) -> UInt64 {
    csr_trace_hash(
      trace, salt, TraceRecord.Kind.actionEnter.rawValue, TraceRecord.Kind.actionExit.rawValue)
  }

  /// What the racing queues did, as tickets: one span for each of the lanes 1...`lanes`, and one more for
  /// all scheduler queues and unknown threads together.
  func spans(lanes: Int, into spans: UnsafeMutablePointer<csr_lane_span>) {
    csr_trace_spans(
      trace, TraceRecord.Kind.actionEnter.rawValue, TraceRecord.Kind.actionExit.rawValue,
      UInt32(lanes), SchedulerQueues.firstLane, spans)
  }

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
  func lose() { trace.pointee.ticket = max(trace.pointee.ticket, trace.pointee.records_max) + 1 }

  /// Forgets everything.
  public func reset() {
    trace.pointee.records.update(repeating: csr_record(), count: count)
    trace.pointee.ticket = 0
    overlap.store(0, ordering: .relaxed)
  }
}
