import ScheduleKit

/// One message on a pipe between parent and child.
///
/// On the wire: a line `rxfuzz kind length checksum`, then so many bytes, then a line end. A reader that
/// meets anything else skips to the next line that is a header, so garbage costs no more than itself.
struct Message: Equatable, Sendable {
  enum Kind: String, Sendable {
    /// To the child: race this.
    case unit
    /// To the parent: that unit is done.
    case done
    /// To the parent: how the runs of that unit ended.
    case outcomes
    /// To the parent: something is wrong with the library under test.
    case finding
    /// To the parent: a finding that ends this child, because it hangs.
    case hang
    /// To the parent: a finding that this child has reported before.
    case again
    /// To the parent: something is wrong with a primitive that was raced on its own.
    case primitive
    /// To the parent: how repeating a saved schedule went.
    case replayed
    /// To the parent: a scenario that cannot be raced at all.
    case unfit
  }
  var kind: Kind
  var fields: FieldText

  private static let mark = "rxfuzz"

  var bytes: [UInt8] {
    let payload = fields.bytes
    let checksum = StableHash.fnv1a(payload)
    let header = "\(Self.mark) \(kind.rawValue) \(payload.count) \(checksum)\n"
    return Array(header.utf8) + payload + [UInt8(ascii: "\n")]
  }

  /// Puts messages together from the pieces that a pipe delivers.
  struct Decoder: Sendable {
    private var pending: [UInt8] = []
    /// Bytes that belonged to no message.
    private(set) var garbageBytes = 0
    private static let markBytes = Array("\(mark) ".utf8)
    private static let headerBytesMax = 64

    mutating func append(_ bytes: some Collection<UInt8>) { pending += bytes }

    /// The next whole message, or nil until more bytes have come.
    mutating func next() -> Message? {
      while !pending.isEmpty {
        switch front() {
        case .message(let message, let count):
          pending.removeFirst(count)
          return message
        case .incomplete: return nil
        case .garbage: skipGarbage()
        }
      }
      return nil
    }

    private enum Front {
      case message(Message, byteCount: Int)
      case incomplete
      case garbage
    }

    /// What `pending` starts with.
    private func front() -> Front {
      guard zip(pending, Self.markBytes).allSatisfy({ $0 == $1 }) else { return .garbage }
      let window = pending.prefix(Self.headerBytesMax)
      guard let lineEnd = window.firstIndex(of: UInt8(ascii: "\n")) else {
        return pending.count < Self.headerBytesMax ? .incomplete : .garbage
      }
      guard let header = Self.header(pending[..<lineEnd]) else { return .garbage }
      let byteCount = lineEnd + 1 + header.length + 1
      guard pending.count >= byteCount else { return .incomplete }
      let payload = pending[(lineEnd + 1)..<(byteCount - 1)]
      guard pending[byteCount - 1] == UInt8(ascii: "\n"),
        StableHash.fnv1a(payload) == header.checksum, let fields = FieldText(parsing: payload)
      else { return .garbage }
      return .message(Message(kind: header.kind, fields: fields), byteCount: byteCount)
    }

    /// Drops at least one byte, and all before the next place where a message may start.
    private mutating func skipGarbage() {
      let next =
        pending.indices.dropFirst().first { index in
          zip(pending[index...], Self.markBytes).allSatisfy { $0 == $1 }
        } ?? pending.count
      garbageBytes += next
      pending.removeFirst(next)
    }

    private static func header(
      _ line: some Collection<UInt8>
    ) -> (kind: Kind, length: Int, checksum: UInt64)? {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 4, words[0] == mark, let kind = Kind(rawValue: String(words[1])),
        let length = Int(words[2]), (0...CampaignLimits.messageBytesMax).contains(length),
        let checksum = UInt64(words[3])
      else { return nil }
      return (kind, length, checksum)
    }
  }
}
