/// Removes a queue, or lets one queue do the work of two.
struct DropQueuePass<Draft: QueuedDraft>: ShrinkPass {
  let name = "drop queue"

  func candidates(of draft: Draft) -> [Draft] {
    let queues = draft.queues
    guard queues.count > 1 else { return [] }
    var candidates: [Draft] = []
    for index in queues.indices {
      var fewer = draft
      fewer.queues.remove(at: index)
      candidates.append(fewer)
    }
    for first in queues.indices {
      for second in queues.indices where second != first {
        var joined = queues
        joined[first] += queues[second]
        joined.remove(at: second)
        var fewer = draft
        fewer.queues = joined
        candidates.append(fewer)
      }
    }
    return candidates
  }
}
