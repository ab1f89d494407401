/// Scripts about several things that have ended a process: each half is raced by itself, and so on, until the one that
/// ends it stands alone and all the others have had their race.
///
/// A value; the halves come in an order that depends on nothing but what has ended. Thread-safety: use from one thread.
struct HalvedScripts {
  private var waiting: [(unit: WorkUnit, program: PrimitiveProgram)] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// A process has ended in the middle of that unit.
  mutating func add(halvesOf program: PrimitiveProgram?, in unit: WorkUnit) {
    guard unit.source == .primitives, let program else { return }
    waiting += program.halves.reversed().map { (unit, $0) }
  }

  /// The next half; `number` is for its unit.
  mutating func next(
    number: @autoclosure () -> UInt64
  ) -> (unit: WorkUnit, program: PrimitiveProgram)? {
    guard var half = waiting.popLast() else { return nil }
    half.unit.number = number()
    return half
  }
}
