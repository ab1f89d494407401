/// Removes what an edit left without meaning: actions on feeds and clocks that are gone, empty queues and reactions,
/// holders of nobody.
enum ScenarioRepair {
  static func repaired(_ scenario: Scenario) -> Scenario {
    let feeds = Set(scenario.feeds)
    let clocks = Set(scenario.clocks)
    var copy = scenario.editingActions { actions in
      actions.compactMap { action in
        if let feed = action.feed, !feeds.contains(feed) { return nil }
        if let clock = action.clock, !clocks.contains(clock) { return nil }
        // Without its bag a subscription is disposed instead of dropped.
        if case .drop(let number) = action, scenario.holders[number] != .bag {
          return .dispose(subscription: number)
        }
        return action
      }
    }
    // Without anything that goes by a clock, time is as good as real.
    if clocks.isEmpty { copy.isVirtual = false }
    copy.reactions.removeAll { $0.actions.isEmpty }
    copy.queues.removeAll { $0.isEmpty }
    let subscriptions = Set(copy.subscriptions)
    copy.holders = copy.holders.filter { subscriptions.contains($0.key) }
    return copy
  }
}
