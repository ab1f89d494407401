import Synchronization

/// Treiber's stack over slots that are used again. A `pop` that was held up takes a slot that came back for the one that it has
/// seen, and makes the top of what lay below that one then: ABA.
public final class BrokenStack: Sendable {
  private let slots: Slots
  private let top = Atomic<Int>(Slots.none)

  /// An empty one with room for so many elements.
  public init(room: Int) { slots = Slots(room) }

  /// Puts an element on top; drops it where no slot is free.
  public func push(_ element: Int) {
    guard let slot = slots.take() else { return }
    slots.set(slot, element: element)
    while true {
      let seen = top.load(ordering: .acquiring)
      slots.set(slot, below: seen)
      let (isPushed, _) = top.compareExchange(
        expected: seen, desired: slot, ordering: .acquiringAndReleasing)
      if isPushed { return }
    }
  }

  /// Takes the element on top; nil where there is none.
  public func pop() -> Int? {
    while true {
      let seen = top.load(ordering: .acquiring)
      guard seen != Slots.none else { return nil }
      let below = slots.below(seen)
      let (isPopped, _) = top.compareExchange(
        expected: seen, desired: below, ordering: .acquiringAndReleasing)
      guard isPopped else { continue }
      let element = slots.element(seen)
      slots.giveBack(seen)
      return element
    }
  }
}
