/// Removes a queue, or lets one queue do the work of two.
struct DropQueuePass: ShrinkPass {
  let name = "drop queue"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    let scenario = draft.scenario
    guard scenario.queues.count > 1 else { return [] }
    var candidates: [ShrinkDraft] = []
    for index in scenario.queues.indices {
      var fewer = scenario
      fewer.queues.remove(at: index)
      candidates.append(ShrinkDraft(fewer))
    }
    for first in scenario.queues.indices {
      for second in scenario.queues.indices where second != first {
        var joined = scenario
        joined.queues[first] += joined.queues[second]
        joined.queues.remove(at: second)
        candidates.append(ShrinkDraft(joined))
      }
    }
    return candidates
  }
}
