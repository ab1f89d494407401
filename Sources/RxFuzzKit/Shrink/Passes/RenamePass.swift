/// Makes feeds a, b, c, subscriptions 1, 2, 3 and payloads 1, 2, 3 in the order in which a reader meets them.
struct RenamePass: ShrinkPass {
  let name = "rename"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    let scenario = draft.scenario
    let one = Self.renamingFeeds(scenario)
    let two = Self.renamingSubscriptions(scenario, dense(scenario.subscriptions, from: 1))
    let three = Self.renumberingPayloads(scenario)
    let all = Self.renumberingPayloads(
      Self.renamingSubscriptions(one, dense(one.subscriptions, from: 1)))
    return [all, one, two, three].map { ShrinkDraft($0) }
  }

  /// The scenario with its subscriptions' numbers changed everywhere.
  static func renamingSubscriptions(_ scenario: Scenario, _ rename: (Int) -> Int) -> Scenario {
    var copy = scenario.editingActions { actions in
      actions.map { $0.renumbered(subscription: rename) }
    }
    for index in copy.reactions.indices {
      copy.reactions[index].subscription = rename(copy.reactions[index].subscription)
    }
    copy.holders = Dictionary(
      scenario.holders.map { (rename($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    return copy
  }

  private static func renamingFeeds(_ scenario: Scenario) -> Scenario {
    var order: [Int] = []
    for node in scenario.chain.nodes {
      if let label = node.label, !order.contains(label) { order.append(label) }
    }
    func rename(_ feed: Int) -> Int { order.firstIndex(of: feed) ?? feed }
    var copy = scenario.editingActions { actions in actions.map { $0.renumbered(feed: rename) } }
    copy.chain = scenario.chain.renamingFeeds(rename)
    return copy
  }

  private static func renumberingPayloads(_ scenario: Scenario) -> Scenario {
    var last = 0
    return scenario.editingActions { actions in
      actions.map { action in
        action.renumbered(payload: { _ in
          last += 1
          return last
        })
      }
    }
  }

  private func dense(_ numbers: [Int], from first: Int) -> (Int) -> Int {
    { number in numbers.firstIndex(of: number).map { $0 + first } ?? number }
  }
}
