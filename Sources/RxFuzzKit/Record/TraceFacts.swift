/// What every judge needs to know about a trace, worked out once: when each action ran, where each
/// subscription's point of disposal lies, and what became of each attachment.
///
/// A value; safe to send anywhere. Complexity: linear in records and actions. All positions are
/// indices into `records`, that is, tickets.
public struct TraceFacts: Sendable {
  public let trace: Trace
  public let script: ScenarioFacts
  /// When each action ran; index 0 is unused, as ordinals count from 1.
  public let runs: [Span]
  /// One for each subscription of the scenario, in ascending order of their numbers.
  public let subscriptions: [SubscriptionFacts]
  /// One for each subscribe effect of a feed, in order.
  public let attachments: [Attachment]
  /// Where the race and its asynchronous work had ended, if the run got there.
  public let raceEnd: Int?
  /// Where everything had been disposed, if the run got there.
  public let tornDown: Int?

  public var records: [TraceRecord] { trace.records }

  public init(_ trace: Trace) { self.init(trace, ScenarioFacts(trace.scenario)) }

  /// - Precondition: `script` is that of the trace's scenario.
  public init(_ trace: Trace, _ script: ScenarioFacts) {
    self.trace = trace
    self.script = script
    var reader = TraceReader(script)
    for (index, record) in trace.records.enumerated() { reader.read(record, at: index) }
    runs = reader.runs
    raceEnd = reader.raceEnd
    tornDown = reader.tornDown
    attachments = reader.attachments
    subscriptions = script.subscriptions.map { number in
      SubscriptionFacts(number, script: script, reader: reader)
    }
  }

  /// The facts of the subscription with that number, or nil where the scenario has none.
  public func subscription(_ number: Int) -> SubscriptionFacts? {
    subscriptions.first { $0.number == number }
  }

  /// True if every racer came to its end and everything was torn down, so that what has not happened
  /// never will.
  public var isComplete: Bool { raceEnd != nil && tornDown != nil && !trace.endState.hung }

  /// Whether somebody's operator may let it go later than the end of its subscription: with the graph itself, where it keeps its
  /// source for later subscriptions, or, in a free race, on a queue of its own.
  func mayOutliveSubscription(_ attachment: Attachment) -> Bool {
    if trace.endState.mayBeAtWorkElsewhere { return true }
    guard script.isUnspecified, let tornDown, let detached = attachment.detachedAt.first else {
      return false
    }
    return detached > tornDown
  }
}

extension TraceFacts {
  /// From when to when something ran.
  public struct Span: Hashable, Sendable {
    /// Position of the entry, or nil if it never started.
    public var enter: Int?
    /// Position of the exit, or nil if it never ended.
    public var exit: Int?

    /// True if it had started before `position` and not ended before it.
    public func isOpen(at position: Int) -> Bool {
      guard let enter, enter < position else { return false }
      return exit.map { $0 > position } ?? true
    }
  }

  /// One subscribe effect of a feed, and the disposals of its resource.
  public struct Attachment: Hashable, Sendable {
    public let number: Int
    public let feed: Int
    public let attachedAt: Int
    /// The subscription that caused it, or nil where the trace does not say.
    public let subscription: Int?
    public var detachedAt: [Int] = []
  }
}
