import Testing

@testable import ScheduleKit

@Suite("Locks in reports")
struct LockNamesTests {
  @Test("are named by the types whose methods took them, wherever they stand")
  func owners() {
    let text = """
      task 1 waits for lock 81 held by task 2 in Sink.on (Sink.swift:7) < Source.send (Source.swift:3)
      task 2 waits for lock 8 held by task 1 in Source.remove (Source.swift:9)
      lock 81 was taken by task 2 in NSLock.lock (libFoundation.so+0x12) < Lock.withLock (Lock.swift:4) < Sink.dispose (Sink.swift:12)
      lock 8 was taken by task 1 in Source.send (Source.swift:2)
      """
    #expect(
      LockNames.named(text) == """
        task 1 waits for the lock of Sink held by task 2 in Sink.on (Sink.swift:7) < Source.send (Source.swift:3)
        task 2 waits for the lock of Source held by task 1 in Source.remove (Source.swift:9)
        the lock of Sink was taken by task 2 in NSLock.lock (libFoundation.so+0x12) < Lock.withLock (Lock.swift:4) < Sink.dispose (Sink.swift:12)
        the lock of Source was taken by task 1 in Source.send (Source.swift:2)
        """)
  }

  @Test("that would have one name are told apart, and one that nobody names keeps its number")
  func alike() {
    let text = """
      task 1 waits for lock 3 held by task 2 in Sink.on (Sink.swift:7)
      task 2 waits for lock 4 held by task 1 in Sink.on (Sink.swift:7)
      task 3 waits for lock 5 held by task 1 in Sink.on (Sink.swift:7)
      lock 3 was taken by task 2 in closure of Bridge.value.getter (Bridge.swift:1)
      lock 4 was taken by task 1 in closure of Bridge.value.getter (Bridge.swift:1)
      lock 5 was taken by task 1 in ? (tool+0x12)
      """
    let lines = LockNames.named(text).split(separator: "\n")
    #expect(lines[0].hasPrefix("task 1 waits for lock 1 of Bridge.value held by"))
    #expect(lines[4].hasPrefix("lock 2 of Bridge.value was taken by task 1"))
    #expect(lines[2].hasPrefix("task 3 waits for lock 5 held by"))
  }

  @Test("of the concurrency runtime are called so, and wrappers of locks own none")
  func runtimes() {
    let text = """
      task 1 waits for lock 3 held by task 2 in Bridge.value (Bridge.swift:7)
      task 2 waits for lock 4 held by task 1 in Bridge.cancel (Bridge.swift:9)
      lock 3 was taken by task 2 in Swift's concurrency runtime < Bridge.cancel (Bridge.swift:8)
      lock 4 was taken by task 1 in LockOwner.lock (LockOwner.swift:1) < Synchronized.run (Synchronized.swift:1) < Bridge.value (Bridge.swift:6)
      """
    let lines = LockNames.named(text).split(separator: "\n")
    #expect(lines[0].hasPrefix("task 1 waits for the lock of Swift's concurrency runtime held by"))
    #expect(lines[1].hasPrefix("task 2 waits for the lock of Bridge held by"))
  }

  @Test("that are not said to be taken anywhere stay as they are")
  func others() {
    let text = "task 1 waits for lock 3 held by task 2 in Sink.on (Sink.swift:7)"
    #expect(LockNames.named(text) == text)
  }
}
