/// What one run delivered, regardless of how its threads were interleaved, and how often that was seen.
public struct Outcome: Hashable, Sendable {
  /// One event that began its delivery.
  public struct Delivery: Hashable, Sendable {
    public let subscription: Int
    public let event: Event
  }
  /// An event as a person reads it: the payload without its tag.
  public enum Event: Hashable, Sendable {
    case next(payload: Int)
    case error(code: Int)
    case completed
  }

  /// By subscription, and within one in the order of delivery.
  public let deliveries: [Delivery]
  /// Number of runs that ended so.
  public var count = 0
  /// What was judged of the runs that ended so: a violation if any, else whether one was found lawful.
  public var verdict = Judge.Verdict.undecided(.notJudged)

  /// The outcome of a trace, with a count of zero.
  public init(of trace: Trace) { deliveries = Self.deliveries(in: trace.records) }

  /// What these records say was delivered.
  static func deliveries(in records: [TraceRecord]) -> [Delivery] {
    var deliveries: [Delivery] = []
    for record in records {
      let event: Event
      switch record.kind {
      case .nextEnter: event = .next(payload: Token.payload(record.value))
      case .errorEnter: event = .error(code: record.value)
      case .completedEnter: event = .completed
      default: continue
      }
      deliveries.append(Delivery(subscription: Int(record.subject), event: event))
    }
    // Stable within a subscription: the position breaks ties.
    let ordered = deliveries.enumerated().sorted {
      ($0.element.subscription, $0.offset) < ($1.element.subscription, $1.offset)
    }
    return ordered.map(\.element)
  }

  /// One outcome for each distinct row, counts added up, the most frequent first.
  static func merged(_ outcomes: [Outcome]) -> [Outcome] {
    var merged: [[Delivery]: Outcome] = [:]
    for outcome in outcomes {
      guard let seen = merged[outcome.deliveries] else {
        merged[outcome.deliveries] = outcome
        continue
      }
      merged[outcome.deliveries]?.count += outcome.count
      merged[outcome.deliveries]?.verdict = weightier(seen.verdict, outcome.verdict)
    }
    // The text breaks ties, so that equal runs print equal tables.
    return merged.values.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text
    }
  }

  /// The one of two verdicts that says more: a violation outweighs all, and a lawful run one that could not be judged.
  static func weightier(_ first: Judge.Verdict, _ second: Judge.Verdict) -> Judge.Verdict {
    switch (first, second) {
    case (.violated, _): first
    case (_, .violated): second
    case (.lawful, _): first
    case (_, .lawful): second
    case (.undecided, .undecided): first
    }
  }

  private var text: String { deliveries.map { "\($0.subscription) \($0.event.text)" }.joined() }

  /// As reports print it, for example `1: next 1, completed; 2: nothing`.
  public func describe(subscriptions: [Int]) -> String {
    subscriptions.map { subscription in
      let events = deliveries.filter { $0.subscription == subscription }.map(\.event.text)
      return "\(subscription): " + (events.isEmpty ? "nothing" : events.joined(separator: ", "))
    }.joined(separator: "; ")
  }
}

extension Outcome.Event {
  /// As in the text form of scenarios.
  public var text: String {
    switch self {
    case .next(let payload): "next \(payload)"
    case .error(let code): "error \(code)"
    case .completed: "completed"
    }
  }
}
