/// How the shrinking of a failure stands.
public enum ShrinkState: Hashable, Sendable {
  /// The failure itself is raced again.
  case confirming
  case shrinking
  /// It did not fail again often enough to distinguish candidates.
  case notReproduced
  /// No pass knows anything smaller that still fails.
  case minimal
  /// Time or the bound on candidates ended it; the result is smaller, maybe not the smallest.
  case cut
}
