/// The last elements of a sequence, oldest first, up to a bound. Adding takes amortised O(1).
struct ReplayBuffer<Element> {
  private let countMax: Int
  private var slots: ContiguousArray<Element> = []
  /// The slot of the oldest element, once all slots are in use.
  private var oldest = 0

  init(countMax: Int) { self.countMax = countMax }

  var count: Int { slots.count }

  /// The element of that age: 0 is the oldest.
  subscript(index: Int) -> Element { slots[(oldest + index) % slots.count] }

  /// Adds an element and gives back the one that no longer fits.
  mutating func append(_ element: Element) -> Element? {
    if countMax == 0 { return element }
    guard slots.count == countMax else {
      slots.append(element)
      return nil
    }
    let forgotten = slots[oldest]
    slots[oldest] = element
    oldest = (oldest + 1) % countMax
    return forgotten
  }
}
