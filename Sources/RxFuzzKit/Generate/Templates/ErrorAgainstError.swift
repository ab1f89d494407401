extension RaceTemplate {
  /// Two errors at once, of one source or of two that meet: one is delivered, the other one goes nowhere.
  static let errorAgainstError = ends(
    "error ‖ error", { .error(feed: $0) }, { .error(feed: $0) })
}
