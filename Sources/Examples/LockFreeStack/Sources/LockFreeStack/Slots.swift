import Synchronization

/// A fixed number of slots, each with an element and the number of the slot below it.
///
/// Thread-safety: all members from any thread.
final class Slots: @unchecked Sendable {
  // Safety: the pointers never change, and what they point to is atomic.
  static let count = 8
  /// Stands for no slot.
  static let none = 255
  private let elements = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: count)
  private let below = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: count)
  /// A bit for each slot that is free.
  private let free = Atomic<Int>((1 << count) - 1)

  init() {
    for slot in 0..<Self.count {
      (elements + slot).initialize(to: Atomic(0))
      (below + slot).initialize(to: Atomic(Self.none))
    }
  }

  deinit {
    elements.deallocate()
    below.deallocate()
  }

  /// Takes the first free slot; nil: there is none.
  func take() -> Int? {
    while true {
      let bits = free.load(ordering: .acquiring)
      guard bits != 0 else { return nil }
      let slot = bits.trailingZeroBitCount
      let (isTaken, _) = free.compareExchange(
        expected: bits, desired: bits & ~(1 << slot), ordering: .acquiringAndReleasing)
      if isTaken { return slot }
    }
  }

  func giveBack(_ slot: Int) { free.bitwiseOr(1 << slot, ordering: .acquiringAndReleasing) }

  func element(_ slot: Int) -> Int { elements[slot].load(ordering: .acquiring) }
  func set(_ slot: Int, element: Int) { elements[slot].store(element, ordering: .releasing) }
  func below(_ slot: Int) -> Int { below[slot].load(ordering: .acquiring) }
  func set(_ slot: Int, below other: Int) { below[slot].store(other, ordering: .releasing) }
}
