/// Removes what an observer does from inside its callback, one reaction at a time.
struct DropReactionPass: ShrinkPass {
  let name = "drop reaction"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    draft.scenario.reactions.indices.map { index in
      var scenario = draft.scenario
      scenario.reactions.remove(at: index)
      return ShrinkDraft(scenario)
    }
  }
}
