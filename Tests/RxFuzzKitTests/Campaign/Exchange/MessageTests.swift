import Testing

@testable import RxFuzzKit

@Suite("Messages between parent and child")
struct MessageTests {
  private static let message: Message = {
    var fields = FieldText()
    fields.add("message", "several\nlines, and rxfuzz in between")
    fields.add("empty", "")
    fields.add("number", 42)
    return Message(kind: .finding, fields: fields)
  }()

  @Test("a message arrives whole, however its bytes are cut", arguments: [1, 2, 7, 64, 4_096])
  func pieces(size: Int) {
    var decoder = Message.Decoder()
    var messages: [Message] = []
    let bytes = Self.message.bytes + Self.message.bytes
    for start in stride(from: 0, to: bytes.count, by: size) {
      decoder.append(bytes[start..<min(start + size, bytes.count)])
      while let message = decoder.next() { messages.append(message) }
    }
    #expect(messages == [Self.message, Self.message])
    #expect(decoder.garbageBytes == 0)
  }

  @Test(
    "garbage before a message costs no more than itself",
    arguments: [
      "x", "\n", "rxfuzz", "rxfuzz finding 10 1\n", "rxfuzz nonsense 1 1\n",
      "rxfuzz finding -1 1\n", "rxfuzz finding 99999999999 1\n", "rxf\u{0}\u{FF}\n\n rxfuzz done",
    ])
  func garbage(text: String) {
    var decoder = Message.Decoder()
    decoder.append(Array(text.utf8) + Self.message.bytes)
    #expect(decoder.next() == Self.message)
    #expect(decoder.garbageBytes == text.utf8.count)
  }

  @Test("a message with a changed byte is never taken for another one")
  func damage() {
    let bytes = Self.message.bytes
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      var decoder = Message.Decoder()
      decoder.append(damaged + Self.message.bytes + Self.message.bytes)
      while let message = decoder.next() {
        // The number of the checksum may be written in another way, the message may not differ.
        #expect(message.fields == Self.message.fields)
      }
    }
  }

  @Test("a finding arrives as it was sent")
  func finding() throws {
    let scenario = Scenario(
      library: "RxCore", chain: Chain("feed", [0]),
      queues: [[.completed(feed: 0)], [.dispose(subscription: 1)]])
    let sent = Finding(
      invariant: .disp5, message: "disposed 2 times", scenario: scenario,
      records: [
        TraceRecord(.actionEnter, lane: 1, subject: 1),
        TraceRecord(.nextEnter, lane: 16, subject: 2, value: -7),
      ], seed: .max, iteration: 12, details: "line\nline")
    let received = try #require(FindingCodec.finding(FindingCodec.fields(sent)))
    #expect(received.invariant == sent.invariant)
    #expect(received.message == sent.message)
    #expect(received.scenario == sent.scenario)
    #expect(received.records == sent.records)
    #expect(received.seed == sent.seed)
    #expect(received.iteration == sent.iteration)
    #expect(received.details == sent.details)
  }
}
