extension RaceTemplate {
  /// Two different ends at once, of one source or of two that meet: at most one is delivered.
  static let errorAgainstCompleted = ends(
    "error ‖ completed", { .error(feed: $0) }, { .completed(feed: $0) })
}
