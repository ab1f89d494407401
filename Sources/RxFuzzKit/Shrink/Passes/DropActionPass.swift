/// Removes actions: half of a script, a quarter of it, and so on down to single ones.
struct DropActionPass: ShrinkPass {
  let name = "drop action"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    let scenario = draft.scenario
    var candidates: [ShrinkDraft] = []
    for queue in scenario.queues.indices {
      candidates += shortened(scenario.queues[queue]).map { actions in
        var fewer = scenario
        fewer.queues[queue] = actions
        return ShrinkDraft(fewer)
      }
    }
    candidates += shortened(scenario.before).map { actions in
      var fewer = scenario
      fewer.before = actions
      return ShrinkDraft(fewer)
    }
    for index in scenario.reactions.indices {
      candidates += shortened(scenario.reactions[index].actions).map { actions in
        var fewer = scenario
        fewer.reactions[index].actions = actions
        return ShrinkDraft(fewer)
      }
    }
    return candidates
  }

  private func shortened(_ actions: [Action]) -> [[Action]] {
    var results: [[Action]] = []
    var length = (actions.count + 1) / 2
    while length > 0 {
      for start in stride(from: 0, to: actions.count, by: length) {
        var rest = actions
        rest.removeSubrange(start..<min(start + length, actions.count))
        results.append(rest)
      }
      length = length == 1 ? 0 : (length + 1) / 2
    }
    return results
  }
}
