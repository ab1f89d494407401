import Testing

@testable import ScheduleKit

@Suite("Places in the words on a schedule")
struct PlaceTextTests {
  private static let text = """
    queue p waits before its atomic store in ? (tool+0x10), queue q goes on with its first step
    task 1: write in Tool.Sink.on() -> () (tool+0x20)
      at swift_release (libswiftCore.so+0x30)
      at main (tool+0x40)
    """

  @Test("what is known becomes file and line, and names what had no name")
  func known() {
    let words = PlaceText(Self.text).readable(image: "tool") { offset in
      switch offset {
      case "0x10": "Tool.Flags.insert(Int) -> Int Flags.swift:7"
      case "0x20": "Tool.Sink.on() -> () Sink.swift:12"
      default: nil
      }
    }
    #expect(
      words == """
        queue p waits before its atomic store in Tool.Flags.insert(Int) -> Int (Flags.swift:7), queue q goes on with its first step
        task 1: write in Tool.Sink.on() -> () (Sink.swift:12)
          at swift_release (libswiftCore.so+0x30)
          at main (tool+0x40)
        """)
  }

  @Test("private names are spelt as their source spells them")
  func discriminators() {
    let words =
      "queue p waits in Tool.(Sink in _26468E1B504366F4).(on in _26468E1B504366F4)() -> () (tool+0x20)"
    #expect(
      PlaceText(words).readable(image: "tool") { _ in "Tool.Sink.on() Sink.swift:12" }
        == "queue p waits in Tool.Sink.on() -> () (Sink.swift:12)")
  }

  @Test("what is not known, and other words, stay as they are")
  func unknown() {
    #expect(PlaceText(Self.text).readable(image: "tool") { _ in nil } == Self.text)
    #expect(
      PlaceText("cut (tool+0x").readable(image: "tool") { _ in "f F.swift:1" } == "cut (tool+0x")
    #expect(PlaceText(Self.text).readable() == Self.text)
  }

  @Test("a caller is named as briefly, and offsets of other images stay")
  func callers() {
    #expect(
      PlaceText.withShortNames("  at Core.Count.take() -> () (Count.swift:7)")
        == "  at Count.take (Count.swift:7)")
    #expect(PlaceText.withoutOffsets("read in take (other+0xf9)") == "read in take (other+0xf9)")
  }

  @Test("functions have short names in front of places, and nowhere else")
  func shortNames() {
    for (line, words) in [
      (
        "task 2 is at object 3 in Core.Count.take() -> Swift.Optional<Core.Item> (tool+0xf9) < Core.Sink.end() -> () (Sink.swift:47)",
        "task 2 is at object 3 in Count.take (tool+0xf9) < Sink.end (Sink.swift:47)"
      ),
      (
        "queue p waits before its store in function signature specialization <Arg[0] = A To B> of Core.Sink.set(Core.Item) -> () (Sink.swift:7), task 3 goes on with its lock",
        "queue p waits before its store in Sink.set (Sink.swift:7), task 3 goes on with its lock"
      ),
      (
        "write in closure #1 () -> () in Core.Sink.end() -> () (Sink.swift:7)",
        "write in closure of Sink.end (Sink.swift:7)"
      ),
      ("held in the queue (of one) by (nobody)", "held in the queue (of one) by (nobody)"),
      ("at main (tool+0x40)", "at main (tool+0x40)"),
    ] {
      #expect(PlaceText.withShortNames(line[...]) == words)
    }
  }

  @Test("of a stack only what stands in a source is told, and offsets of this executable are not")
  func ofSource() throws {
    let image = try #require(PlaceText.ownImage())
    let stack = """
        at closure of Sink.run (\(image)+0x12)
        at reabstraction thunk helper from @escaping (\(image)+0x34)
        at Queue.work (Queue.swift:5)
        at start (libfoo.so+0x9)
      a thunk for a job
      """
    #expect(
      PlaceText.ofSource(stack) == """
          at closure of Sink.run
          at Queue.work (Queue.swift:5)
          at start (libfoo.so+0x9)
        a thunk for a job
        """)
  }
}
