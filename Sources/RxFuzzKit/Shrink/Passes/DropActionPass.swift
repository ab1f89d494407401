/// Removes actions: half of a script, a quarter of it, and so on down to single ones.
struct DropActionPass<Draft: QueuedDraft>: ShrinkPass {
  let name = "drop action"

  func candidates(of draft: Draft) -> [Draft] {
    draft.lists.enumerated().flatMap { index, list in
      shortened(list).map { shorter in
        var fewer = draft
        fewer.lists[index] = shorter
        return fewer
      }
    }
  }

  private func shortened(_ actions: [Draft.Step]) -> [[Draft.Step]] {
    var results: [[Draft.Step]] = []
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
