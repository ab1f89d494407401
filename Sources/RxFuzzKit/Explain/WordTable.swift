/// A dictionary from words to small numbers that is cheap to look up, to add to and to empty.
///
/// Complexity: constant for each of these, on average. Thread-safety: a value.
struct WordTable {
  private struct Slot {
    var key: UInt64 = 0
    var value: Int32 = 0
    /// Of the time when it was written; of an earlier one, it is free.
    var generation: UInt32 = 0
  }

  /// A power of two of them.
  private var slots: [Slot]
  private var count = 0
  private var generation: UInt32 = 1

  private static let slotsAtFirst = 128

  init() { slots = Array(repeating: Slot(), count: Self.slotsAtFirst) }

  /// Spreads hashes, of which equal ones share a slot, over so many slots: a power of two.
  @inline(__always)
  static func slot(of hash: UInt64, count: Int) -> Int {
    Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & (count - 1)
  }

  /// The value of that key, or nil.
  subscript(key: UInt64) -> Int32? {
    let place = place(of: key)
    return slots[place].generation == generation ? slots[place].value : nil
  }

  /// Adds the value unless there is one of that key; says whether there was none.
  @discardableResult
  mutating func insert(_ value: Int32, for key: UInt64) -> Bool {
    let place = place(of: key)
    if slots[place].generation == generation { return false }
    slots[place] = Slot(key: key, value: value, generation: generation)
    count += 1
    // At most half of the slots are taken, so that each search ends soon.
    if count * 2 > slots.count { grow() }
    return true
  }

  /// Forgets every key.
  mutating func removeAll() {
    count = 0
    generation &+= 1
    // After so many times, marks of the first could be taken for new ones.
    if generation == 0 { self = WordTable() }
  }

  /// The slot of that key, or the free one where it belongs.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    var slot = Self.slot(of: key, count: slots.count)
    while slots[slot].generation == generation, slots[slot].key != key {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for entry in old where entry.generation == generation {
      slots[place(of: entry.key)] = entry
    }
  }
}
