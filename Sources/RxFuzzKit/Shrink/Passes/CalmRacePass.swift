/// Takes the first action of a queue out of the race and does it before.
struct CalmRacePass: ShrinkPass {
  let name = "calm race"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    draft.scenario.queues.indices.compactMap { queue in
      guard draft.scenario.queues[queue].count > 1 else { return nil }
      var scenario = draft.scenario
      scenario.before.append(scenario.queues[queue].removeFirst())
      return ShrinkDraft(scenario)
    }
  }
}
