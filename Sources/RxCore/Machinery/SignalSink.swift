/// A sink in which a source meets timers or further sources, and which has state that all of them change.
///
/// What arrives becomes a signal; signals are handled one at a time, by whoever finds nobody at it. Whoever finds
/// somebody leaves the signal behind and returns. State of subclasses that only `handle` touches needs no
/// other guard, and `handle` may call out, because the queue is no lock.
class SignalSink<Signal: Sendable, Input: Sendable, Output: Sendable>:
  Sink<Input, Output>, @unchecked Sendable
{
  // Safety: the queue serialises what is handled, and is safe by itself.
  private final let queue = DrainQueue<Signal>()

  /// Does what the signal asks for. Calls never overlap and never nest; none begins once the sequence is over.
  func handle(_ signal: Signal) { Violation.abstractMethod.trap() }

  /// Handles the signal now, or leaves it to whoever is handling another one.
  final func receive(_ signal: Signal) {
    if isOver { return }
    if queue.tryEnter() {
      handle(signal)
      drain()
    } else if queue.push(signal) {
      drain()
    }
  }

  /// Releases the signals that wait. Overriding methods call this one.
  override func disposeSink() { queue.discard() }

  private final func drain() {
    queue.drain { signal in
      if !isOver { handle(signal) }
    }
  }
}
