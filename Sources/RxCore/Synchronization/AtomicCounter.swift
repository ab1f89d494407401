import Synchronization

/// A number that threads count up and down together. Thread-safety: any thread.
struct AtomicCounter: ~Copyable, Sendable {
  private let number: Atomic<Int>

  init(_ start: Int = 0) { number = Atomic(start) }

  /// A momentary value, for display and for tests at rest.
  // Acquiring: what is read after it is not older.
  var value: Int { number.load(ordering: .acquiring) }

  /// Counts up and returns the number before.
  @discardableResult
  func increment() -> Int {
    // Relaxed: counting up publishes nothing, and whoever counts up already owns what is counted.
    number.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Counts down and says whether this made it zero.
  @discardableResult
  func decrementReachesZero() -> Bool {
    // Acquiring and releasing: whoever reaches zero acts on what all the others did before.
    number.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
