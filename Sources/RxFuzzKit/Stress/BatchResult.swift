/// What racing one scenario a number of times showed.
public struct BatchResult: Sendable {
  /// Iterations raced to the end and judged.
  public var raced = 0
  /// Of those, the ones in which two racers' scripts truly overlapped, from the first entry to the last
  /// exit; where deliveries come on scheduler queues, they belong to the script that emits.
  public var overlapped = 0
  /// Of those, the ones in which the first queue's effect came first: a delivery, an attachment or a
  /// detachment. Where all effects come in one order whoever starts first, the ones in which the first
  /// queue started first.
  public var firstQueueFirst = 0
  /// Traces that could not be judged (records lost, a judge's bound reached).
  public var undecided: Int { undecidedCounts.total }
  /// The same by cause.
  public var undecidedCounts = UndecidedCounts()
  /// One for each distinct violation, in the order of their first appearance; then one for each report
  /// of ThreadSanitizer.
  public var findings: [Finding] = []
  /// The kinds of outcomes of all runs.
  public var outcomeClasses: OutcomeClasses = []
  /// The distinct outcomes with their counts, the most frequent first; empty unless the engine collects them.
  public var outcomes: [Outcome] = []
  public init() {}
}
