extension RaceTemplate {
  /// A virtual clock does what is due while the subscriber leaves.
  static let advanceAgainstDispose = RaceTemplate("advance ‖ dispose", needs: .clock, weight: 20) {
    ground, choices in
    let leadIn = ground.sources.isEmpty ? [] : ground.leadIn(ground.source(&choices), &choices)
    return Race([ground.advance(&choices)], leadIn + [.dispose(subscription: 1)])
  }
}
