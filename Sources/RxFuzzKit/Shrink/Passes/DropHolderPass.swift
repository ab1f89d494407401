/// Lets the plainest slot hold a subscription instead of a bag, a serial or a composite disposable.
struct DropHolderPass: ShrinkPass {
  let name = "drop holder"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    draft.scenario.holders.keys.sorted().map { number in
      var scenario = draft.scenario
      scenario.holders[number] = nil
      return ShrinkDraft(scenario)
    }
  }
}
