/// REF-1: no order of the raced actions explains the run, in a way for which no finer rule exists.
struct ReferenceInvariant: ModelInvariant {
  let name = InvariantName.ref1
  let statement =
    "Some sequential order of the raced actions, in keeping with their real-time order, explains the run."
}
