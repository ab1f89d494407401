/// RACE-1: ThreadSanitizer reported a race, and the process did not die of something else.
struct RaceFreedomInvariant: ProcessInvariant {
  let name = InvariantName.race1
  let statement = "No data race."

  func isViolated(by end: ProcessEnd) -> Bool {
    end.errorText.contains("WARNING: ThreadSanitizer: ") && !NoCrashInvariant().isViolated(by: end)
  }
}
