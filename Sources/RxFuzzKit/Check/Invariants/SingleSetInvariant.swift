/// DISP-7: the process trapped with one of the library's messages for a double set.
struct SingleSetInvariant: ProcessInvariant {
  let name = InvariantName.disp7
  let statement =
    "What may be set only once, such as a sink and its subscription, is never set twice."

  func isViolated(by end: ProcessEnd) -> Bool {
    end.doubleSetMessages.contains { end.errorText.contains($0) }
  }
}
