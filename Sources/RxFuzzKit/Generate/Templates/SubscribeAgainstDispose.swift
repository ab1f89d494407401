extension RaceTemplate {
  /// The subscriber leaves while it is still arriving: what `subscribe` sets late must be released too.
  static let subscribeAgainstDispose = RaceTemplate("subscribe ‖ dispose") { _, _ in
    Race([.subscribe(subscription: 1)], [.dispose(subscription: 1)])
  }
}
