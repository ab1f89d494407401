/// ERR-1: an error that the model has to deliver is missing, or one that nothing sent was delivered.
struct ErrorDeliveryInvariant: ModelInvariant {
  let name = InvariantName.err1
  let statement =
    "An upstream error is delivered once or reaches the hook for undeliverable errors."
}
