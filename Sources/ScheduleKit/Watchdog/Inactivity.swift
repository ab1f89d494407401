/// What the threads of a process that gets nowhere did between two readings. A value.
public struct Inactivity: Hashable, Sendable {
  /// The kinds of standing still.
  public enum Kind: Hashable, Sendable {
    /// They wait, for one another or for what nobody will do.
    case waiting
    /// Some compute, and all that could got a processor.
    case working
    /// Some could go on, and get no processor: the machine is busy with something else.
    case starved
  }
  /// What they did.
  public var kind: Kind
  /// Nanoseconds of the time between the readings in which every thread that could go on was let.
  public var counted: UInt64
  /// All of the time between the readings.
  public var span: UInt64
  /// Whether nobody did anything at all, but for those that wait in a loop.
  public var isAsleep = false

  /// Shares of the span, in percent, from which on a thread computes, or was kept from it. On a busy machine a thread
  /// that computes gets a small share, but one that waits gets none.
  private static let workingPercent: UInt64 = 5
  private static let keptPercent: UInt64 = 30

  /// What happened between two readings.
  ///
  /// Of a thread that wants to go on only what it ran counts: what is left undone by one that gets no processor proves
  /// nothing, and may be what all the others wait for. Where the system keeps no accounts, everybody counts as waiting.
  /// - `known`: the threads that wait in a loop for the others. They compute, which means nothing; but one of them
  ///   that has not run at all may only not have seen that its wait is over.
  public init(
    from before: ThreadActivity, to after: ThreadActivity, waitingInLoops known: Set<Int32> = []
  ) {
    span = after.nanoseconds - min(before.nanoseconds, after.nanoseconds)
    var (counted, isStarved, isWorking, isAsleep) = (span, false, false, true)
    for (thread, now) in after.accounts {
      // One that has just come may be about to do what the others wait for.
      let then =
        before.accounts[thread]
        ?? ThreadActivity.Account(
          ran: 0, ready: 0, wantsProcessor: true)
      let ran = now.ran - min(then.ran, now.ran)
      let ready = now.ready - min(then.ready, now.ready)
      let isKept = now.wantsProcessor && ran == 0
      if known.contains(thread) {
        guard isKept else { continue }
        (counted, isStarved, isAsleep) = (0, true, false)
        continue
      }
      let works = ran * 100 >= span * Self.workingPercent
      if now.wantsProcessor || then.wantsProcessor || works { isAsleep = false }
      let starves = !works && (now.wantsProcessor || ready * 100 >= span * Self.keptPercent)
      if starves { isAsleep = false }
      isStarved = isStarved || starves
      isWorking = isWorking || works
      // What one sleeps that was let whenever it wanted to go on is no less proof than what all the others sleep.
      let sleptFreely = works && !now.wantsProcessor && !then.wantsProcessor
      let could = sleptFreely ? max(ran, span - min(ready, span)) : ran
      if works || starves { counted = min(counted, could) }
    }
    kind = isStarved ? .starved : isWorking ? .working : .waiting
    self.counted = counted
    self.isAsleep = isAsleep && !after.accounts.isEmpty
  }
}
