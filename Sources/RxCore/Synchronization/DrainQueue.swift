import Synchronization

/// Serialises work that arrives from several threads: whoever finds it idle does the work, whoever finds
/// it busy leaves an item behind for the one who is at it.
///
/// The owner is the thread between a successful `tryEnter` or `push` and the end of `drain`. What only
/// owners touch is guarded by the queue: the next owner sees everything that the last one wrote. An
/// emission from inside a delivery finds the queue busy and is queued, so deliveries never nest.
///
/// The whole state is one word: idle, busy, or busy with a stack of items. Without contention an
/// emission costs two compare-and-exchange, takes no lock and allocates nothing; a queued item costs one
/// allocation, freed when it is taken. Items of one thread keep their order; those of several are
/// ordered by their arrival. Thread-safety: any thread, except where an owner is asked for.
struct DrainQueue<Item: Sendable>: ~Copyable, @unchecked Sendable {
  // Safety: a node belongs to its maker until it is pushed, and to whoever takes the stack after that.
  private struct Node {
    var next: UnsafeMutableRawPointer?
    let item: Item
  }

  private let state = Atomic<UnsafeMutableRawPointer?>(nil)

  init() {}

  // Relaxed: who lets go last sees what all others did.
  deinit { Self.free(Self.stack(in: state.load(ordering: .relaxed))) }

  /// Makes the caller the owner if nobody is. The owner then delivers, and ends with `drain`.
  @inline(__always)
  func tryEnter() -> Bool {
    // Acquiring on success: the new owner sees what the last one wrote.
    state.compareExchange(expected: nil, desired: busyMark, ordering: .acquiring).exchanged
  }

  /// Leaves an item for the owner. Returns true if there was none: the caller is the owner then, and must
  /// `drain`.
  func push(_ item: Item) -> Bool {
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    let raw = UnsafeMutableRawPointer(node)
    // Relaxed: only a guess, which the exchange below verifies.
    var seen = state.load(ordering: .relaxed)
    node.initialize(to: Node(next: seen == busyMark ? nil : seen, item: item))
    while true {
      // Releasing publishes the node to the owner; acquiring makes the caller see the last owner's
      // writes in case it becomes the owner.
      let (exchanged, original) = state.compareExchange(
        expected: seen, desired: raw, ordering: .acquiringAndReleasing)
      if exchanged { return seen == nil }
      seen = original
      node.pointee.next = seen == busyMark ? nil : seen
    }
  }

  /// Delivers all items, oldest first, until none is left, and gives up ownership.
  ///
  /// `deliver` may call out. Items that arrive meanwhile are delivered too.
  /// - Precondition: the caller is the owner.
  @inline(__always)
  func drain(_ deliver: (Item) -> Void) {
    while !tryLeave() { deliverQueued(deliver) }
  }

  /// Frees the items that wait, undelivered; those that the owner has taken already are its own business.
  func discard() {
    var seen = state.load(ordering: .relaxed)
    while Self.stack(in: seen) != nil {
      // Acquiring: the nodes about to be freed were written by other threads.
      let (exchanged, original) = state.compareExchange(
        expected: seen, desired: busyMark, ordering: .acquiring)
      if exchanged { return Self.free(seen) }
      seen = original
    }
  }

  @inline(__always)
  private func tryLeave() -> Bool {
    // Releasing on success: the next owner sees what this one wrote.
    state.compareExchange(expected: busyMark, desired: nil, ordering: .releasing).exchanged
  }

  private func deliverQueued(_ deliver: (Item) -> Void) {
    // Acquiring: the nodes were written by other threads.
    let taken = state.exchange(busyMark, ordering: .acquiring)
    var rest = Self.reversed(Self.stack(in: taken))
    while let raw = rest {
      let node = raw.assumingMemoryBound(to: Node.self)
      rest = node.pointee.next
      let item = node.pointee.item
      node.deinitialize(count: 1)
      node.deallocate()
      deliver(item)
    }
  }

  /// The stack of items in a state word, or nil where it holds none.
  private static func stack(in word: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    word == busyMark ? nil : word
  }

  private static func reversed(_ stack: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var rest = stack
    var result: UnsafeMutableRawPointer?
    while let raw = rest {
      let node = raw.assumingMemoryBound(to: Node.self)
      rest = node.pointee.next
      node.pointee.next = result
      result = raw
    }
    return result
  }

  private static func free(_ stack: UnsafeMutableRawPointer?) {
    var rest = stack
    while let raw = rest {
      let node = raw.assumingMemoryBound(to: Node.self)
      rest = node.pointee.next
      node.deinitialize(count: 1)
      node.deallocate()
    }
  }
}

/// Busy with nothing queued: an address that no allocation has.
@inline(__always)
private var busyMark: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }
