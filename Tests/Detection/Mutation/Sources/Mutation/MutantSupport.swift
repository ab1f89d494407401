/// What broken code calls.
public enum MutantSupport {
  private static let unlocked = """
    extension Mutant {
      /// Stands for a lock that is not taken.
      @inline(__always)
      static func unlocked<Decision>(_ decide: () throws -> Decision) rethrows -> Decision {
        try decide()
      }
    }

    """

  /// Swift source that a broken library needs.
  public static let library = """
    import Foundation

    enum Mutant {
      static let active: Int =
        ProcessInfo.processInfo.environment["RXFUZZ_MUTANT"].flatMap { Int($0) } ?? 0
    }

    extension Array {
      mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
    }

    """ + unlocked

  /// Swift source that RxCore's copy needs.
  public static let core = """
    import Synchronization

    """ + unlocked + """


      extension Fifo {
        mutating func popLast() -> Element? {
          var all: [Element] = []
          while let element = popFirst() { all.append(element) }
          let last = all.popLast()
          for element in all { append(element) }
          return last
        }

        var last: Element? {
          var copy = self
          return copy.popLast()
        }
      }

      extension Array {
        mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
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
