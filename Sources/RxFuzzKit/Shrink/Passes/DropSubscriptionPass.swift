/// Removes a subscription with all that is done to it and by it.
struct DropSubscriptionPass: ShrinkPass {
  let name = "drop subscription"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    let numbers = draft.scenario.subscriptions
    guard numbers.count > 1 else { return [] }
    return numbers.reversed().map { gone in
      var scenario = draft.scenario.editingActions { actions in
        actions.filter { $0.subscription != gone }
      }
      scenario.reactions.removeAll { $0.subscription == gone }
      scenario.holders[gone] = nil
      // Subscription 1 exists in every scenario, so another one takes its name.
      if gone == 1, let heir = numbers.first(where: { $0 != 1 }) {
        scenario = RenamePass.renamingSubscriptions(scenario) { $0 == heir ? 1 : $0 }
      }
      return ShrinkDraft(scenario)
    }
  }
}
