import CScheduleRuntime

/// The records of one race, appended by any number of threads without locks, in the order of their tickets.
///
/// What a record means is its user's affair: a kind, a lane, a subject and a value.
///
/// Thread-safety: `append` from any thread; everything else only while no thread appends. Tickets are drawn from one
/// relaxed atomic counter, so that recording adds no order between threads that would hide a data race. Complexity: 16
/// bytes a record; `append` never blocks.
public struct RecordBuffer: ~Copyable, @unchecked Sendable {
  // Safety: records are written at unique indices, and read when nobody writes.
  @usableFromInline
  let buffer: UnsafeMutablePointer<csr_trace>

  /// One record.
  public struct Record: Hashable, Sendable {
    public var kind: UInt8
    public var lane: UInt8
    public var subject: UInt16
    public var value: Int64

    public init(kind: UInt8, lane: UInt8, subject: UInt16, value: Int64) {
      (self.kind, self.lane, self.subject, self.value) = (kind, lane, subject, value)
    }
  }

  /// Which kinds of record say that a lane enters and leaves an action.
  public struct ActionKinds: Sendable {
    let enter: UInt8
    let exit: UInt8

    public init(enter: UInt8, exit: UInt8) {
      (self.enter, self.exit) = (enter, exit)
    }
  }

  public init(recordsMax: Int) {
    let records = UnsafeMutablePointer<csr_record>.allocate(capacity: recordsMax)
    records.initialize(repeating: csr_record(), count: recordsMax)
    buffer = .allocate(capacity: 1)
    buffer.initialize(to: csr_trace(ticket: 0, records_max: Int64(recordsMax), records: records))
  }

  deinit {
    buffer.pointee.records.deallocate()
    buffer.deallocate()
  }

  /// Appends a record; one that finds no slot is counted only.
  @inlinable
  @inline(__always)
  public func append(kind: UInt8, lane: UInt8, subject: UInt16, value: Int64) {
    _ = csr_trace_append(buffer, kind, lane, subject, value)
  }

  /// Largest number of records kept; more are counted in `lost`.
  public var recordsMax: Int { Int(buffer.pointee.records_max) }
  /// Number of records kept.
  public var count: Int { min(Int(buffer.pointee.ticket), recordsMax) }
  /// Number of records that found no slot.
  public var lost: Int { max(0, Int(buffer.pointee.ticket) - recordsMax) }

  /// The record with that ticket, which is below `count`.
  public subscript(ticket: Int) -> Record {
    let raw = buffer.pointee.records[ticket]
    return Record(kind: raw.kind, lane: raw.lane, subject: raw.subject, value: raw.value)
  }

  /// A fingerprint: equal for equal records and salt, and for those that differ only in the order of neighbouring entries
  /// of several lanes' actions, or of neighbouring exits.
  public func fingerprint(salt: UInt64, actions: ActionKinds) -> UInt64 {
    csr_trace_hash(buffer, salt, actions.enter, actions.exit)
  }

  /// What the lanes 1...`spans.count - 1` did, and behind them what all lanes from `lateLane` on did together.
  public func read(
    _ spans: UnsafeMutableBufferPointer<LaneSpan>, actions: ActionKinds, lateLane: UInt8
  ) {
    // Both are three numbers of 64 bits.
    spans.withMemoryRebound(to: csr_lane_span.self) {
      csr_trace_spans(
        buffer, actions.enter, actions.exit, UInt32($0.count - 1), lateLane, $0.baseAddress)
    }
  }

  /// Counts one record as lost, whatever room there is.
  public func lose() {
    buffer.pointee.ticket = max(buffer.pointee.ticket, buffer.pointee.records_max) + 1
  }

  /// Forgets everything.
  public func reset() {
    buffer.pointee.records.update(repeating: csr_record(), count: count)
    buffer.pointee.ticket = 0
  }
}

/// What one lane did, as tickets; -1 where it did nothing of the kind.
public struct LaneSpan: Hashable, Sendable {
  /// Where its first action was entered; -1 of late lanes.
  public var firstEnter: Int64
  /// Where its last action was left; of late lanes: the last record of any kind.
  public var lastExit: Int64
  /// Its first record that is not the enter or exit of an action; of late lanes: the first of any kind.
  public var firstEffect: Int64

  public init(firstEnter: Int64, lastExit: Int64, firstEffect: Int64) {
    (self.firstEnter, self.lastExit, self.firstEffect) = (firstEnter, lastExit, firstEffect)
  }
}
