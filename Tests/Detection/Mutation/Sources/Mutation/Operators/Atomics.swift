import SwiftSyntax

/// One atomic step becomes a load and a store, between which others may come.
struct SplitAtomic: MutationOperator {
  let name = "split-atomic"
  let summary = "An atomic step becomes a load and a store."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let call = node.syntax.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      let other = AtomicSteps.split[member.declName.baseName.text]
    else { return }
    let isAtomic = call.arguments.contains { $0.label?.text == "ordering" }
    // Flags are raised by a call without an ordering.
    guard isAtomic || member.declName.baseName.text == "insert" else { return }
    let arguments = call.arguments.filter { !($0.label?.text.hasSuffix("rdering") ?? false) }
      .map { "\($0.label.map { "\($0.text): " } ?? "")\($0.expression.source)" }
    sites.add(
      name, at: call, "load and store",
      .expression(
        call.span, "\(base.source).\(other)(\(arguments.joined(separator: ", ")))"))
  }
}

/// An atomic step that orders nothing.
struct WeakenOrdering: MutationOperator {
  let name = "weaken-ordering"
  let summary = "An atomic step is relaxed: it orders nothing else."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let call = node.syntax.as(FunctionCallExprSyntax.self) else { return }
    for argument in call.arguments where argument.label?.text == "ordering" {
      guard argument.expression.words != ".relaxed" else { continue }
      let text = call.source
      let place = argument.expression.span
      let start = place.start - call.span.start
      let bytes = Array(text.utf8)
      let changed =
        String(decoding: bytes[..<start], as: UTF8.self) + ".relaxed"
        + String(decoding: bytes[(start + place.end - place.start)...], as: UTF8.self)
      sites.add(name, at: call, "relaxed", .expression(call.span, changed))
    }
  }
}

/// What stands for an atomic operation, and the code that does it in two steps.
public enum AtomicSteps {
  static let split = [
    "bitwiseOr": "mutantSplitBitwiseOr", "wrappingAdd": "mutantSplitAdd",
    "wrappingSubtract": "mutantSplitSubtract", "exchange": "mutantSplitExchange",
    "compareExchange": "mutantSplitCompareExchange", "insert": "mutantSplitInsert",
  ]

  /// Swift source that the mutated copy needs.
  public static let source = """
    import Synchronization

    extension Mutant {
      /// Stands for a lock that is not taken.
      @inline(__always)
      static func unlocked<Decision>(_ decide: () -> Decision) -> Decision { decide() }
    }

    extension Atomic where Value == UInt32 {
      func mutantSplitBitwiseOr(_ bits: UInt32) -> (oldValue: UInt32, newValue: UInt32) {
        let old = load(ordering: .acquiring)
        store(old | bits, ordering: .releasing)
        return (old, old | bits)
      }
    }

    extension Atomic where Value == Int {
      func mutantSplitAdd(_ number: Int) -> (oldValue: Int, newValue: Int) {
        let old = load(ordering: .acquiring)
        store(old &+ number, ordering: .releasing)
        return (old, old &+ number)
      }

      func mutantSplitSubtract(_ number: Int) -> (oldValue: Int, newValue: Int) {
        mutantSplitAdd(0 &- number)
      }
    }

    extension Atomic where Value == UnsafeMutableRawPointer? {
      func mutantSplitExchange(_ value: Value) -> Value {
        let old = load(ordering: .acquiring)
        store(value, ordering: .releasing)
        return old
      }

      func mutantSplitCompareExchange(
        expected: Value, desired: Value
      ) -> (exchanged: Bool, original: Value) {
        let old = load(ordering: .acquiring)
        guard old == expected else { return (false, old) }
        store(desired, ordering: .releasing)
        return (true, old)
      }
    }

    extension AtomicFlags {
      func mutantSplitInsert(_ flags: Flags) -> Flags {
        var before: UInt32 = 0
        for bit in 0..<32 where containsAny(Flags(rawValue: 1 << bit)) { before |= 1 << bit }
        _ = insert(flags)
        return Flags(rawValue: before)
      }
    }

    """
}
