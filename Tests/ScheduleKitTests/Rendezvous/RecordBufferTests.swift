import Dispatch
import ScheduleKit
import Testing

@Suite("The records of a race")
struct RecordBufferTests {
  private static let actions = RecordBuffer.ActionKinds(enter: 1, exit: 2)

  @Test("records stand in the order of their tickets, and those without room are counted")
  func order() {
    let buffer = RecordBuffer(recordsMax: 2)
    buffer.append(kind: 1, lane: 1, subject: 7, value: -1)
    buffer.append(kind: 3, lane: 1, subject: 8, value: 5)
    #expect(buffer.count == 2 && buffer.lost == 0)
    buffer.append(kind: 2, lane: 1, subject: 7, value: 0)
    #expect(buffer.count == 2 && buffer.lost == 1 && buffer.recordsMax == 2)
    #expect(buffer[0] == RecordBuffer.Record(kind: 1, lane: 1, subject: 7, value: -1))
    #expect(buffer[1].value == 5)
    buffer.reset()
    #expect(buffer.count == 0 && buffer.lost == 0)
    buffer.lose()
    #expect(buffer.lost == 1)
  }

  @Test("nothing is lost or doubled when two threads append")
  func threads() {
    let tape = Tape()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for value in 0..<1_000 {
        tape.buffer.append(kind: 3, lane: UInt8(thread), subject: 0, value: Int64(value))
      }
    }
    #expect(tape.buffer.count == 2_000)
    for thread in 0..<2 {
      let values = (0..<2_000).map { tape.buffer[$0] }.filter { $0.lane == UInt8(thread) }
        .map(\.value)
      #expect(values == Array(0..<1_000))
    }
  }

  @Test("a span says where a lane began, where it ended, and what it did first")
  func spans() {
    let buffer = RecordBuffer(recordsMax: 8)
    buffer.append(kind: 1, lane: 1, subject: 0, value: 0)
    buffer.append(kind: 1, lane: 2, subject: 0, value: 0)
    buffer.append(kind: 3, lane: 1, subject: 0, value: 0)
    buffer.append(kind: 2, lane: 1, subject: 0, value: 0)
    buffer.append(kind: 3, lane: 9, subject: 0, value: 0)
    let spans = UnsafeMutableBufferPointer<LaneSpan>.allocate(capacity: 3)
    defer { spans.deallocate() }
    buffer.read(spans, actions: Self.actions, lateLane: 9)
    #expect(spans[0] == LaneSpan(firstEnter: 0, lastExit: 3, firstEffect: 2))
    #expect(spans[1] == LaneSpan(firstEnter: 1, lastExit: -1, firstEffect: -1))
    #expect(spans[2] == LaneSpan(firstEnter: -1, lastExit: 4, firstEffect: 4))
  }

  @Test("neighbouring entries of two lanes may change places, an entry and an exit may not")
  func fingerprints() {
    func fingerprint(_ records: [(kind: UInt8, lane: UInt8)]) -> UInt64 {
      let buffer = RecordBuffer(recordsMax: 8)
      for record in records {
        buffer.append(kind: record.kind, lane: record.lane, subject: 0, value: 0)
      }
      return buffer.fingerprint(salt: 42, actions: Self.actions)
    }
    #expect(fingerprint([(1, 1), (1, 2), (2, 1)]) == fingerprint([(1, 2), (1, 1), (2, 1)]))
    #expect(fingerprint([(1, 1), (1, 2), (2, 1)]) != fingerprint([(1, 1), (2, 1), (1, 2)]))
  }
}

/// A buffer that two threads can share.
private final class Tape: Sendable {
  let buffer = RecordBuffer(recordsMax: 2_000)
}
