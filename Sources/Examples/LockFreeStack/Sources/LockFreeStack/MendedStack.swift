import Synchronization

/// The same with a count in the word of the top that every change raises: a slot that came back is not the one that was seen.
public final class MendedStack: Sendable {
  private let slots: Slots
  private let top = Atomic<Int>(Slots.none)
  private static let slotBits = 8

  /// An empty one with room for so many elements.
  public init(room: Int) { slots = Slots(room) }

  private static func slot(_ word: Int) -> Int { word & (1 << slotBits - 1) }
  private static func word(_ slot: Int, after seen: Int) -> Int {
    ((seen >> slotBits) + 1) << slotBits | slot
  }

  /// Puts an element on top; drops it where no slot is free.
  public func push(_ element: Int) {
    guard let slot = slots.take() else { return }
    slots.set(slot, element: element)
    while true {
      let seen = top.load(ordering: .acquiring)
      slots.set(slot, below: Self.slot(seen))
      let (isPushed, _) = top.compareExchange(
        expected: seen, desired: Self.word(slot, after: seen), ordering: .acquiringAndReleasing)
      if isPushed { return }
    }
  }

  /// Takes the element on top; nil where there is none.
  public func pop() -> Int? {
    while true {
      let seen = top.load(ordering: .acquiring)
      let slot = Self.slot(seen)
      guard slot != Slots.none else { return nil }
      let below = slots.below(slot)
      let element = slots.element(slot)
      let (isPopped, _) = top.compareExchange(
        expected: seen, desired: Self.word(below, after: seen), ordering: .acquiringAndReleasing)
      guard isPopped else { continue }
      slots.giveBack(slot)
      return element
    }
  }
}
