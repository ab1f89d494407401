extension RaceTemplate {
  /// A timer fires on its own queue while two others subscribe and dispose, or one does both.
  ///
  /// Few graphs hold a timer, so those that do draw this template often.
  static let timerAgainstDispose = RaceTemplate("timer ‖ dispose", needs: .timer, weight: 30) {
    _, choices in
    choices.unusual(1, outOf: 2)
      ? Race([.subscribe(subscription: 1)], [.dispose(subscription: 1)])
      : Race(
        [.subscribe(subscription: 1), .dispose(subscription: 1)], [.dispose(subscription: 1)])
  }
}
