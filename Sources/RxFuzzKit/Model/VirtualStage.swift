/// The exact transition of an operator on a clock that only `advance` moves.
///
/// On such a clock nothing depends on chance: what is due is known, and what is not due cannot happen. A span is in
/// milliseconds of that clock.
struct VirtualStage: Sendable {
  typealias Memory = OperatorStage.Memory

  /// What happens at the node when it is its turn.
  enum Signal: Hashable, Sendable {
    case event(ModelEvent)
    /// An appointment has come; with what it was made for.
    case due(tag: Int)
  }

  /// One thing that the node does, in the order in which it does them.
  enum Effect: Hashable, Sendable {
    case emit(ModelEvent)
    /// It reads the clock, then asks to be woken after a span from there.
    case appoint(after: Int, tag: Int)
    /// It notes, first in its memory, what the clock shows.
    case stamp
    /// It looks again at what is due, as if it had just been woken.
    case lookAgain
    /// Its second input takes the place of the first.
    case replaceSource
  }

  /// What it remembers and does when it is subscribed.
  var start: @Sendable (_ now: Int, _ parameters: [Int]) -> (memory: Memory, effects: [Effect]) = {
    _, _ in (Memory(), [])
  }
  /// What it does in answer to a signal. Emitting a terminal event ends it.
  var receive:
    @Sendable (_ memory: inout Memory, _ signal: Signal, _ now: Int, _ parameters: [Int]) ->
      [Effect]
}
