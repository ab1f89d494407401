/// COMP-1: the model has a completed to deliver, and the run ended without it.
struct CompletionInvariant: ModelInvariant {
  let name = InvariantName.comp1
  let statement =
    "A finite source ends in completed or error unless disposed."
}
