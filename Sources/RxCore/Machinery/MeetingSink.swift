/// A sink in which parties of different kinds meet: several sources, or a source and a timer.
///
/// What they do to the sink's state and downstream is done by one of them at a time: whoever finds another one
/// at it leaves its work behind and returns. `dispose` drops the work that waits. An event that can be dealt
/// with at once allocates nothing:
/// ```
/// if sink.tryEnter() { ...; sink.leave() } else { sink.putOff { ... } }
/// ```
class MeetingSink<Input: Sendable, Output: Sendable>: Sink<Input, Output>, @unchecked Sendable {
  // Safety: the queue is safe by itself. What subclasses add is touched by its owner only.
  private final let queue = DrainQueue<@Sendable () -> Void>()

  /// Makes the caller the owner if nobody is; it then ends with `leave`.
  @inline(__always)
  final func tryEnter() -> Bool { queue.tryEnter() }

  /// Does what others have put off meanwhile, and gives up ownership.
  @inline(__always)
  final func leave() { queue.drain { $0() } }

  /// Leaves work for the owner, or does it if there is none.
  final func putOff(_ work: @escaping @Sendable () -> Void) {
    if queue.push(work) { leave() }
  }

  /// Does `work` as the owner, now or after what is under way.
  final func perform(_ work: @escaping @Sendable () -> Void) {
    guard tryEnter() else { return putOff(work) }
    work()
    leave()
  }

  /// Releases the work that waits. Overriding methods call this one.
  override func disposeSink() { queue.discard() }
}
