import ScheduleTesting
import Testing

/// Holds values of a type that its code does not know.
private final class Box<Value: Sendable>: @unchecked Sendable {
  // Safety: none, where a test wants a race.
  private let lock = Lock()
  private var value: Value
  private var latest: Value?
  private var other: Value
  private var count = 0

  init(_ value: Value) { (self.value, self.other) = (value, value) }

  func set(_ value: Value) { self.value = value }
  func get() -> Value { value }
  func setOther(_ value: Value) { other = value }
  func keep(_ value: Value) { latest = value }
  func keepFirst(_ value: Value) { if latest == nil { latest = value } }
  func take() -> Value? {
    defer { latest = nil }
    return latest
  }
  func setLocked(_ value: Value) {
    lock.locked {
      self.value = value
      latest = value
      count += 1
    }
  }
  func getLocked() -> Value? { lock.locked { count > 0 ? value : latest } }
  func change(_ body: (inout Value) -> Void) { body(&value) }
}

private protocol Shape: Sendable { var area: Int { get } }
private struct Square: Shape {
  var side: Int
  var area: Int { side * side }
}

/// Holds a value of any type with a protocol.
private final class Drawing: @unchecked Sendable {
  // Safety: none.
  var shape: any Shape = Square(side: 1)
}

extension TestingSuites {
  @Suite("Values of generic types")
  struct GenericValueTests {
    private func check<Value>(
      _ value: Value, _ first: @escaping (Box<Value>) -> Void,
      _ second: @escaping (Box<Value>) -> Void
    ) throws -> TestReport {
      try race(iterations: 0, schedules: 100) { r in
        let box = Box(value)
        r.thread { first(box) }
        r.thread { second(box) }
      }
    }

    private func rule<Value>(
      _ value: Value, _ first: @escaping (Box<Value>) -> Void,
      _ second: @escaping (Box<Value>) -> Void
    ) throws -> String? {
      try failing { try check(value, first, second) }.report.failure?.rule
    }

    @Test("a data race of values whose type the code does not know is found")
    func races() throws {
      #expect(try rule(1, { $0.set(2) }, { _ = $0.get() }) == "race")
      #expect(try rule("a", { $0.set("b") }, { $0.set("c") }) == "race")
      #expect(try rule(1, { $0.keepFirst(2) }, { $0.keepFirst(3) }) == "race")
      #expect(try rule([1], { $0.keep([2]) }, { _ = $0.take() }) == "race")
      #expect(try rule(1, { $0.change { $0 += 1 } }, { _ = $0.get() }) == "race")
    }

    @Test("what a lock orders, what touches other values, and values that take no room are no race")
    func noRaces() throws {
      #expect(try check(1, { $0.setLocked(2) }, { _ = $0.getLocked() }).failure == nil)
      #expect(try check("a", { $0.setLocked("b") }, { $0.setLocked("c") }).failure == nil)
      #expect(try check(1, { $0.set(2) }, { $0.setOther(3) }).failure == nil)
      #expect(try check(1, { _ = $0.get() }, { _ = $0.get() }).failure == nil)
      #expect(try check((), { $0.set(()) }, { $0.setOther(()) }).failure == nil)
    }

    @Test("a data race of values of any type with a protocol is found")
    func existential() throws {
      let found = try failing {
        try race(iterations: 0, schedules: 50) { r in
          let drawing = Drawing()
          r.thread { drawing.shape = Square(side: 2) }
          r.thread { _ = drawing.shape.area }
        }
      }
      #expect(found.report.failure?.rule == "race")
    }
  }
}
