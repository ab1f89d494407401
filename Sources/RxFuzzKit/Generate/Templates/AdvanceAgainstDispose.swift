extension RaceTemplate {
  /// A virtual clock does what is due while the subscriber leaves.
  static let advanceAgainstDispose = RaceTemplate("advance ‖ dispose", needs: .clock, weight: 20) {
    capabilities, choices in
    let leadIn =
      capabilities.sources.isEmpty
      ? [] : capabilities.leadIn(capabilities.source(&choices), &choices)
    return Race([capabilities.advance(&choices)], leadIn + [.dispose(subscription: 1)])
  }
}
