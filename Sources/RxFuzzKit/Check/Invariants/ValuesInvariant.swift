/// VAL-1: an element is delivered that the model cannot deliver, or the other way round.
struct ValuesInvariant: ModelInvariant {
  let name = InvariantName.val1
  let statement =
    "No element is lost, duplicated or invented."
}
