/// Scripts about several things that have ended a process: each half is raced by itself, and so on, until the one that
/// ends it stands alone and all the others have had their race. Where it is known what they got nowhere in, that is
/// told from the rest at once.
///
/// A value; the parts come in an order that depends on nothing but what has ended. Thread-safety: use from one thread.
struct HalvedScripts {
  private var waiting: [(unit: WorkUnit, program: PrimitiveProgram)] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// A process has ended in the middle of that unit.
  /// - Parameter split: what it got nowhere in, and the others; nil where that is not known.
  mutating func add(
    partsOf program: PrimitiveProgram?,
    _ split: (these: PrimitiveProgram, others: PrimitiveProgram)? = nil,
    in unit: WorkUnit
  ) {
    guard unit.source == .primitives, let program else { return }
    // One alone has been told, and needs no race of its own.
    let parts = split.map { $0.these.isSmallest ? [$0.others] : [$0.others, $0.these] }
    waiting += (parts ?? program.halves).reversed().map { (unit, $0) }
  }

  /// The next part; `number` is for its unit.
  mutating func next(
    number: @autoclosure () -> UInt64
  ) -> (unit: WorkUnit, program: PrimitiveProgram)? {
    guard var half = waiting.popLast() else { return nil }
    half.unit.number = number()
    return half
  }
}
