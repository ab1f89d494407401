/// Something that a library promises and no graph of operators shows: a bridge to Swift concurrency, a hook, a line of text.
///
/// The adapter says what is done and what must come of it; the engine races it on two queues, in turn with the
/// primitives. A value; safe to send anywhere.
public struct LibraryCheck: Sendable {
  /// A word: names it in scripts and findings.
  public let name: String
  /// In how many ways it can be done, numbered from 1.
  public let ways: Int
  /// Whether a failure ends the process: then each of its ways is raced on its own, so that one does not hide the others.
  public let endsProcess: Bool
  /// Whether all that it does is done when its calls have returned, and none of them waits: then it is also run under
  /// control, where a lock that is not taken shows at once.
  public let staysInCalls: Bool
  /// In how many schedules each of its ways is tried, where one order of many tells; nil: in as few as any primitive.
  public let schedules: Int?
  let make: @Sendable (_ way: Int) -> any LibraryCheckRun
  static let waysMax = 64

  /// - Parameters:
  ///   - name: a word.
  ///   - ways: from 1 to 64.
  ///   - endsProcess: whether a failure ends the process, by a crash or because it hangs.
  ///   - staysInCalls: whether it uses no task, timer or queue, and waits for nothing.
  ///   - schedules: in how many schedules each way is tried, where one order of many tells; only of what stays in calls.
  ///   - make: gives a run of one of the ways, as new; called on one thread, before the race.
  public init(
    _ name: String, ways: Int, endsProcess: Bool = false, staysInCalls: Bool = false,
    schedules: Int? = nil,
    make: @escaping @Sendable (_ way: Int) -> any LibraryCheckRun
  ) {
    precondition(ways > 0 && ways <= Self.waysMax, "\(name) has \(ways) ways")
    (self.name, self.ways, self.make) = (name, ways, make)
    precondition(schedules == nil || staysInCalls, "\(name) cannot be put under control")
    (self.endsProcess, self.staysInCalls) = (endsProcess, staysInCalls)
    self.schedules = schedules
  }
}

/// One run of such a check.
public protocol LibraryCheckRun: AnyObject, Sendable {
  /// Does what one of the two queues, 0 or 1, does; called on a thread of its own for each.
  func perform(queue: Int)
  /// What went wrong, in words that stay the same when it happens again; asked once, on one thread, when both queues are
  /// done and the scheduler queues are empty. May wait for what is due, with a bound.
  func fault() -> LibraryCheckFault?
}

/// What a run of a check has seen.
public struct LibraryCheckFault: Sendable {
  /// The rule that was broken.
  public let invariant: InvariantName
  /// What went wrong.
  public let message: String

  /// - Parameters:
  ///   - invariant: the rule that was broken.
  ///   - message: what went wrong, in words that stay the same when it happens again.
  public init(_ invariant: InvariantName, _ message: String) {
    (self.invariant, self.message) = (invariant, message)
  }
}
