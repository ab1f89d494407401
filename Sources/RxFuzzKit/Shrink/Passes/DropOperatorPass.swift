/// Puts one of its inputs in the place of an operator, from the root down.
struct DropOperatorPass: ShrinkPass {
  let name = "drop operator"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    let chain = draft.scenario.chain
    return chain.paths.flatMap { path in
      chain.node(at: path).inputs.map { input in
        var scenario = draft.scenario
        scenario.chain = chain.replacing(path, with: input)
        return ShrinkDraft(scenario)
      }
    }
  }
}
