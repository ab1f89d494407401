/// The pure part of an operator that has one of its inputs subscribed at a time, the first one at first.
struct Succession: Sendable {
  /// What an event of the input that is subscribed leads to.
  enum Step {
    /// It is passed on.
    case pass
    /// The operator ends with this event instead.
    case end(ModelEvent)
    /// After a terminal event, that input is subscribed.
    case next(Int)
  }

  /// What breaks an input off counts as its completion; otherwise it breaks the whole off.
  var followsInterruption = false
  /// Events that may leave it to the thread that is subscribing an input to go on, or to end the whole: where the library
  /// hands successions over.
  var leaves: @Sendable (_ event: ModelEvent) -> Bool = { _ in false }
  /// Takes in an event of the input that is subscribed.
  var follow:
    @Sendable (
      _ memory: inout OperatorStage.Memory, _ event: ModelEvent, _ inputs: Int, _ parameters: [Int]
    ) -> Step
}

/// How an operator treats the sequences that the elements of its first input stand for.
enum Flattening: Hashable, Sendable {
  /// Subscribes every one at once.
  case all
  /// Leaves out those that come while one is running.
  case first
  /// Replaces the one that is running.
  case latest
  /// Keeps those that come while so many are running as its first parameter says, for later.
  case bounded
  /// The same for a bound of one.
  case queued
}

/// How an operator shares its connection.
struct Sharing: Sendable {
  /// What late subscribers are sent.
  var memory: SubjectMemory
  /// The subject outlives its connections.
  var keepsHub = false
}
