/// Removes what an edit left without meaning: actions on feeds that are gone, empty queues and reactions,
/// holders of nobody.
enum ScenarioRepair {
  static func repaired(_ scenario: Scenario) -> Scenario {
    let feeds = Set(scenario.feeds)
    var copy = scenario.editingActions { actions in
      actions.compactMap { action in
        if let feed = action.feed, !feeds.contains(feed) { return nil }
        // Without its bag a subscription is disposed instead of dropped.
        if case .drop(let number) = action, scenario.holders[number] != .bag {
          return .dispose(subscription: number)
        }
        return action
      }
    }
    copy.reactions.removeAll { $0.actions.isEmpty }
    copy.queues.removeAll { $0.isEmpty }
    let subscriptions = Set(copy.subscriptions)
    copy.holders = copy.holders.filter { subscriptions.contains($0.key) }
    return copy
  }
}
