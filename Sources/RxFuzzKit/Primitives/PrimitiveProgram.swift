/// A script of a part, of whatever kind the part is: what a corpus file of a part holds.
///
/// A value; safe to send anywhere.
public enum PrimitiveProgram: Hashable, Sendable, CustomStringConvertible {
  case primitive(DisposableScript)
  case scheduler(SchedulerScript)

  /// The part's name among those that a library may have: a kind of primitive, or `scheduler`.
  public var part: String {
    switch self {
    case .primitive(let script): script.kind.rawValue
    case .scheduler: PrimitiveProgram.schedulerName
    }
  }

  static let schedulerName = "scheduler"
  /// Every name that `part` can have.
  static let partNames = PrimitiveKind.allCases.map(\.rawValue) + [schedulerName]

  /// What is raced.
  var script: any PrimitiveScript {
    switch self {
    case .primitive(let script): script
    case .scheduler(let script): script
    }
  }

  /// The script in one line.
  public var description: String { script.description }

  /// Whether the part leaves work to a queue, which may go on when its race is over.
  var isAsynchronous: Bool {
    switch self {
    case .primitive(let script): script.kind == .scheduled
    case .scheduler: true
    }
  }

  /// Whether the library has that part.
  public func isBound(by library: any LibraryUnderTest) -> Bool {
    switch self {
    case .primitive(let script): library.makePrimitive(script.kind, resource: {}) != nil
    case .scheduler: library.makeScheduler(on: SchedulerQueues.all[0]) != nil
    }
  }
}

/// The bounds of a lawful script of a part.
enum PrimitiveLimits {
  /// Queues that race.
  static let queuesMax = 3
  /// Operations of one queue; the search for an order that explains a race grows with them.
  static let operationsPerQueueMax = 4
  /// Largest number of a resource, a loan or an action.
  static let numberMax = 32
}
