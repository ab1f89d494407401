/// The kinds of outcomes that runs of a scenario had, as far as coverage distinguishes them.
///
/// Of one subscription: whether it got elements, and how it ended. A scenario's classes are those of all its
/// subscriptions in all its runs.
public struct OutcomeClasses: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let nothing = OutcomeClasses(rawValue: 1 << 0)
  public static let elements = OutcomeClasses(rawValue: 1 << 1)
  public static let completed = OutcomeClasses(rawValue: 1 << 2)
  public static let elementsCompleted = OutcomeClasses(rawValue: 1 << 3)
  public static let error = OutcomeClasses(rawValue: 1 << 4)
  public static let elementsError = OutcomeClasses(rawValue: 1 << 5)

  /// Each class with its name, the simplest first.
  public static let named: [(classes: OutcomeClasses, name: String)] = [
    (.nothing, "nothing"), (.elements, "elements"), (.completed, "completed"),
    (.elementsCompleted, "elements, completed"), (.error, "error"),
    (.elementsError, "elements, error"),
  ]

  /// The classes of one run.
  init(of trace: Trace) {
    self = []
    for subscription in trace.scenario.subscriptions {
      var (hasElements, end) = (false, TraceRecord.Kind.hole)
      for record in trace.records where record.subject == subscription {
        switch record.kind {
        case .nextEnter: hasElements = true
        case .errorEnter, .completedEnter: end = record.kind
        case .hole, .actionEnter, .actionExit, .nextExit, .errorExit, .completedExit,
          .disposedCallback, .attached, .detached, .raceEnd, .tornDown:
          continue
        }
      }
      switch end {
      case .completedEnter: insert(hasElements ? .elementsCompleted : .completed)
      case .errorEnter: insert(hasElements ? .elementsError : .error)
      default: insert(hasElements ? .elements : .nothing)
      }
    }
  }
}
