import Synchronization

/// A fixed number of slots, each with an element and the number of the slot below it.
///
/// Thread-safety: all members from any thread.
final class Slots: @unchecked Sendable {
  // Safety: the pointers never change, and what they point to is atomic; `free` has a lock.
  private let count: Int
  /// Stands for no slot.
  static let none = 255
  private let elements: UnsafeMutablePointer<Atomic<Int>>
  private let below: UnsafeMutablePointer<Atomic<Int>>
  /// The slots that are free, the one that was given back last at the end.
  private let free: Mutex<[Int]>

  init(_ count: Int) {
    self.count = count
    elements = .allocate(capacity: count)
    below = .allocate(capacity: count)
    free = Mutex(Array(0..<count))
    for slot in 0..<count {
      (elements + slot).initialize(to: Atomic(0))
      (below + slot).initialize(to: Atomic(Self.none))
    }
  }

  deinit {
    elements.deallocate()
    below.deallocate()
  }

  /// Takes the slot that has been free for longest; nil: none is.
  func take() -> Int? { free.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  func giveBack(_ slot: Int) { free.withLock { $0.append(slot) } }

  func element(_ slot: Int) -> Int { elements[slot].load(ordering: .acquiring) }
  func set(_ slot: Int, element: Int) { elements[slot].store(element, ordering: .releasing) }
  func below(_ slot: Int) -> Int { below[slot].load(ordering: .acquiring) }
  func set(_ slot: Int, below other: Int) { below[slot].store(other, ordering: .releasing) }
}
