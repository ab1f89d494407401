/// ISO-1: something due to a subscriber is missing after another one was disposed.
struct IsolationInvariant: ModelInvariant {
  let name = InvariantName.iso1
  let statement =
    "Cancelling one subscriber does not disturb its siblings."
}
