import Synchronization

/// A word of flags that are only ever raised, shared between threads.
///
/// Flags never go back to zero, so an answer "raised" stays true for ever. Thread-safety: any thread.
struct AtomicFlags<Flags: OptionSet & Sendable>: ~Copyable, Sendable
where Flags.RawValue == UInt32 {
  private let word = Atomic<UInt32>(0)

  /// Raises `flags` and returns what was raised before: of several callers exactly one is the first.
  @inline(__always)
  func insert(_ flags: Flags) -> Flags {
    // Acquiring and releasing: two parties meet here, and whoever comes second must see all that the
    // first wrote before it, whichever of the two that is.
    Flags(rawValue: word.bitwiseOr(flags.rawValue, ordering: .acquiringAndReleasing).oldValue)
  }

  /// Whether any of `flags` is raised; a glance, from which nothing else may be concluded.
  @inline(__always)
  func containsAny(_ flags: Flags) -> Bool {
    // Relaxed: coherence of the one word is enough to see a flag whose raising happened before.
    word.load(ordering: .relaxed) & flags.rawValue != 0
  }
}
