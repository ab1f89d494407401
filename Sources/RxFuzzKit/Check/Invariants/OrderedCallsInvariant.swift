import ScheduleKit

/// SER-2: a race on the field that each call of an observer writes.
///
/// The field is the kit's own, and nothing of the kit orders two calls: where ThreadSanitizer or the explorer reports
/// it, the library made one call after another without ordering them.
struct OrderedCallsInvariant: ProcessInvariant {
  let name = InvariantName.ser2
  let statement = "Consecutive calls of one observer are ordered by happens-before."

  func isViolated(by end: ProcessEnd) -> Bool {
    RaceFreedomInvariant().isViolated(by: end)
      && CrashText(end.errorText).race?.message.hasSuffix(OrderedCalls.function) ?? false
  }

  /// What such a race is, in words.
  static let message = "two calls of one observer, which nothing orders"

  /// Whether a report about these two innermost frames, in words, is one of this rule.
  static func isMeant(byFrames first: String, _ second: String) -> Bool {
    let function = OrderedCalls.function
    return [first, second].allSatisfy { $0 == function || $0.hasPrefix(function + " ") }
  }

  /// The same for code addresses.
  static func isMeant(bySites sites: [UInt]) -> Bool {
    sites.allSatisfy(OrderedCalls.isSite)
  }
}
