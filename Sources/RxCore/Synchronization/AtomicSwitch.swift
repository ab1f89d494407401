import Synchronization

/// A setting that is on or off, and may be turned at any time. Thread-safety: any thread.
struct AtomicSwitch: ~Copyable, Sendable {
  private let word = Atomic<Bool>(false)

  /// What it was turned to last.
  // Relaxed: nothing is concluded from it about other memory.
  var isOn: Bool { word.load(ordering: .relaxed) }

  // Relaxed: it publishes nothing but itself.
  func turn(_ isOn: Bool) { word.store(isOn, ordering: .relaxed) }
}
