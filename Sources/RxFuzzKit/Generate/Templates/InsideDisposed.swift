extension RaceTemplate {
  /// Two queues dispose, and the callback of the disposal disposes again, or subscribes anew.
  static let insideDisposed = RaceTemplate("dispose or subscribe inside onDisposed", weight: 2) {
    _, choices in
    let action: Action =
      choices.unusual(1, outOf: 2) ? .subscribe(subscription: 2) : .dispose(subscription: 1)
    return Race(
      [.dispose(subscription: 1)], [.dispose(subscription: 1)],
      reactions: [Reaction(subscription: 1, trigger: .disposed, actions: [action])])
  }
}
