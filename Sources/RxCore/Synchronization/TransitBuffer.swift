/// Memory through which elements pass from one thread to another: filled by appending, emptied from the front.
///
/// It owns its elements but does not free itself: whoever has it last calls `free`.
struct TransitBuffer<Element> {
  private var slots: UnsafeMutablePointer<Element>?
  private var capacity = 0
  private var head = 0
  private var end = 0

  private static var capacityMin: Int { 16 }
  /// An empty buffer larger than this is given back instead of being kept for later.
  private static var capacityKeptMax: Int { 4096 }

  var isEmpty: Bool { head == end }

  /// Adds an element. The buffer must not have been taken from since it was empty.
  // Inlined, because a call would have to look up the type of this buffer at run time.
  @inline(__always)
  mutating func append(_ element: Element) {
    if end == capacity { grow() }
    slots.unsafelyUnwrapped.advanced(by: end).initialize(to: element)
    end += 1
  }

  /// Calls `body` with each element, oldest first; each is released before the next one.
  mutating func empty(_ body: (Element) -> Void) {
    while head < end {
      // Counted before it is handed over, so that the element has one owner whatever `body` does.
      let slot = slots.unsafelyUnwrapped.advanced(by: head)
      head += 1
      body(slot.move())
    }
    head = 0
    end = 0
    if capacity > Self.capacityKeptMax { free() }
  }

  /// Releases the elements and the memory.
  mutating func free() {
    guard let slots else { return }
    let (first, count) = (slots.advanced(by: head), end - head)
    self = Self()
    first.deinitialize(count: count)
    slots.deallocate()
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(
      capacity: Swift.max(Self.capacityMin, capacity * 2))
    if let slots {
      larger.advanced(by: head).moveInitialize(from: slots.advanced(by: head), count: end - head)
      slots.deallocate()
    }
    slots = larger
    capacity = Swift.max(Self.capacityMin, capacity * 2)
  }
}
