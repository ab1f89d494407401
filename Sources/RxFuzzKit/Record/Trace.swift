/// A finished run of one scenario: what judges read. A value; safe to send anywhere.
public struct Trace: Sendable {
  /// What the driver knows at the end, besides the records.
  public struct EndState: Hashable, Sendable {
    /// Some closure given to the library is still alive after everything was disposed and dropped.
    public var capturesAlive = false
    /// How many of the resources that closures counted were never closed, and how many more than once.
    public var resourcesOpen = 0
    public var resourcesClosedAgain = 0
    /// What each of many rounds of coming and going left allocated, where that was counted: objects, and bytes.
    public var objectsGrown = 0.0
    public var bytesGrown = 0.0
    /// Growth of the library's own resource counter over the run, if it has one.
    public var resourcesAlive = 0
    /// Records that found no slot; a trace with any is judged undecided.
    public var recordsLost = 0
    /// How long timers had to fire, in milliseconds of real time; 0 where none ran, or on virtual time.
    public var milliseconds = 0
    /// The run did not end; the trace stops where it hung.
    public var hung = false
    /// Where it hung, some thread went on computing; else all of them waited.
    public var isAtWork = false
    /// Queues that nobody else knows may have been at work still, so that what came late was perhaps on its way.
    public var mayBeAtWorkElsewhere = false
    /// The first scheduler queue for which two threads were at work at once, or nil.
    public var overlappedQueue: Int?
    public init() {}

    /// Whether such a queue has something to do still, so that what is due may come yet.
    var isUnderWayElsewhere: Bool { mayBeAtWorkElsewhere && capturesAlive }
    /// Whether some counted resource was not closed exactly once.
    var hasOddResources: Bool { resourcesOpen != 0 || resourcesClosedAgain != 0 }
  }

  public let scenario: Scenario
  public let records: [TraceRecord]
  public let endState: EndState

  public init(scenario: Scenario, records: [TraceRecord], endState: EndState = EndState()) {
    self.scenario = scenario
    self.records = records
    self.endState = endState
  }
}
