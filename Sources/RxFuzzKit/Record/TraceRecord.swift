/// One line of a trace. Its index in the trace is its ticket: one atomic counter orders them all.
public struct TraceRecord: Hashable, Sendable, BitwiseCopyable {
  /// What happened; the comments say what `subject` and `value` mean then.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Never written: a slot whose ticket was drawn but whose writer did not finish.
    case hole = 0
    /// An action of the script starts; `subject` is its ordinal in `Scenario.actions` (from 1).
    case actionEnter, actionExit
    /// A delivery to an observer; `subject` is the subscription, `value` the token or error code.
    case nextEnter, nextExit, errorEnter, errorExit, completedEnter, completedExit
    /// The observer's onDisposed callback; `subject` is the subscription.
    case disposedCallback
    /// The subscribe effect of a feed: `subject` is the attachment's number, `value` the feed.
    case attached
    /// That attachment's resource was disposed (each call is recorded); `subject` and `value` as above.
    case detached
    /// The driver: all racers have finished and asynchronous work has drained.
    case raceEnd
    /// The driver: everything was disposed after the race, and drained again.
    case tornDown
  }
  public var kind: Kind
  /// Who: 0 driver, 1...4 the racing queues, 16... scheduler queues x, y, 255 a thread unknown to the kit.
  public var lane: UInt8
  public var subject: UInt16
  public var value: Int

  public init(_ kind: Kind, lane: UInt8, subject: Int, value: Int = 0) {
    self.kind = kind
    self.lane = lane
    self.subject = UInt16(truncatingIfNeeded: subject)
    self.value = value
  }
}
