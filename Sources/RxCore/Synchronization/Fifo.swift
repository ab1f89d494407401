/// A queue of values: first in, first out, amortised O(1), whose memory is released when it runs empty.
struct Fifo<Element> {
  private var slots: [Element?] = []
  private var head = 0

  /// Slots that may lie unused at the front before the rest moves up.
  private static var unusedSlotsMax: Int { 64 }

  var isEmpty: Bool { head == slots.count }

  /// The element that `popFirst` takes next.
  var first: Element? { isEmpty ? nil : slots[head] }

  mutating func append(_ element: Element) { slots.append(element) }

  mutating func popFirst() -> Element? {
    guard head < slots.count else { return nil }
    let element = slots[head]
    slots[head] = nil
    head += 1
    if head == slots.count {
      slots = []
      head = 0
    } else if head > Self.unusedSlotsMax, head * 2 > slots.count {
      slots.removeSubrange(..<head)
      head = 0
    }
    return element
  }
}
