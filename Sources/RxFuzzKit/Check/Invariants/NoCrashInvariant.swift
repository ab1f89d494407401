/// CRASH-1: a signal killed the process, or it printed a trap's message.
struct NoCrashInvariant: ProcessInvariant {
  let name = InvariantName.crash1
  let statement = "No trap, signal or memory error."

  func isViolated(by end: ProcessEnd) -> Bool {
    end.signal != nil || CrashText(end.errorText).crash != nil
  }
}
