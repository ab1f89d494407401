extension RaceTemplate {
  /// Two queues dispose one subscription: one effect, and both calls return.
  static let disposeAgainstDispose = RaceTemplate("dispose ‖ dispose") { _, _ in
    Race([.dispose(subscription: 1)], [.dispose(subscription: 1)])
  }
}
