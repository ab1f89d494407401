/// ORD-1: an element comes before another one that was due.
struct OrderInvariant: ModelInvariant {
  let name = InvariantName.ord1
  let statement =
    "The order of each source is kept where the operator promises it."
}
