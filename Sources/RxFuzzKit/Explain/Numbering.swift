/// Gives numbers to values, from 0 in the order in which they are first seen; equal values have equal numbers.
///
/// Complexity: constant for each value, on average, if the hashes spread well. Thread-safety: a value.
struct Numbering<Element: Equatable> {
  /// By their number.
  private(set) var elements: [Element] = []
  private var hashes: [UInt64] = []
  /// One more than the number of the element there, or 0; a power of two of them.
  private var slots: [Int32]

  private static var slotsAtFirst: Int { 64 }

  init() { slots = Array(repeating: 0, count: Self.slotsAtFirst) }

  /// The number of that value, which is the count of all before if it is new.
  /// - Parameter hash: equal for equal values.
  mutating func number(of element: Element, hash: UInt64) -> Int {
    var slot = place(of: hash)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, elements[number] == element { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    elements.append(element)
    hashes.append(hash)
    slots[slot] = Int32(elements.count)
    // At most half of the slots are taken, so that each search ends soon.
    if elements.count * 2 > slots.count { grow() }
    return elements.count - 1
  }

  private func place(of hash: UInt64) -> Int { WordTable.slot(of: hash, count: slots.count) }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for number in elements.indices {
      var slot = place(of: hashes[number])
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number + 1)
    }
  }
}
