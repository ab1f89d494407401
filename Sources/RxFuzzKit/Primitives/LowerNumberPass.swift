/// Lets an operation of a primitive's script refer to an earlier resource, loan or action of its queue.
struct LowerNumberPass: ShrinkPass {
  let name = "lower number"

  func candidates(of draft: PrimitiveDraft) -> [PrimitiveDraft] {
    draft.queues.enumerated().flatMap { queue, steps in
      steps.enumerated().flatMap { place, step -> [PrimitiveDraft] in
        guard let number = step.referred else { return [] }
        return steps.prefix(place).compactMap(\.given).filter { $0 < number }.map { lower in
          var simpler = draft
          simpler.queues[queue][place] = step.numbered(lower)
          return simpler
        }
      }
    }
  }
}
