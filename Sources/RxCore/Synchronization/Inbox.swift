/// Elements, and then an ending, that wait for somebody who takes all of them at a time.
///
/// Whoever puts the first one into an idle inbox has to call for the taker; who comes while it is called for, or at
/// work, leaves the element behind. The taker takes until nothing is left, which makes the inbox idle again.
/// Two buffers take turns, so that a steady stream costs a lock and no allocation. Elements keep the order in
/// which they were put in, and nobody puts one in behind the ending. Nothing is called, and no element is
/// released, under the lock. Thread-safety: any thread, except where the taker is asked for.
final class Inbox<Element: Sendable>: @unchecked Sendable {
  // Safety: all of these are guarded by `lock`, which makes the exclusivity check superfluous; a buffer that was
  // taken belongs to the taker.
  private let lock = Lock()
  @exclusivity(unchecked) private var waiting = TransitBuffer<Element>()
  @exclusivity(unchecked) private var ending: Ending?
  /// The taker was called for and has not found the inbox empty since.
  @exclusivity(unchecked) private var isTakerCalled = false

  deinit { waiting.free() }

  /// Puts an element in. Returns true if the caller must call for the taker.
  /// - Precondition: the ending was not put in.
  func put(_ element: Element) -> Bool {
    lock.withLock {
      waiting.append(element)
      return callTaker()
    }
  }

  /// Puts the ending in; the first one counts. Returns true if the caller must call for the taker.
  func end(with ending: Ending) -> Bool {
    lock.withLock {
      if self.ending != nil { return false }
      self.ending = ending
      return callTaker()
    }
  }

  /// Takes everything that waits, in exchange for a buffer that is empty.
  /// - Precondition: the caller is the taker.
  func take(into buffer: inout TransitBuffer<Element>) -> InboxFinding {
    lock.withLock {
      if !waiting.isEmpty {
        swap(&waiting, &buffer)
        return .elements
      }
      if let ending { return .ending(ending) }
      isTakerCalled = false
      return .nothing
    }
  }

  /// Releases the elements that wait; those that the taker has taken already are its own business.
  func discard() {
    var discarded = TransitBuffer<Element>()
    lock.withLock { swap(&waiting, &discarded) }
    discarded.free()
  }

  // Called under the lock.
  private func callTaker() -> Bool {
    defer { isTakerCalled = true }
    return !isTakerCalled
  }
}

/// What the taker of an inbox found.
enum InboxFinding {
  /// Elements, which are in its buffer now.
  case elements
  /// No element and the ending; nothing will ever follow.
  case ending(Ending)
  /// Nothing; the inbox is idle now, and the caller no longer its taker.
  case nothing
}

// Not nested in a generic type: its layout would have to be looked up at run time.
/// What ends a sequence.
enum Ending: Sendable {
  case error(any Error)
  case completed
}
