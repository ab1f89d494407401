/// The pure part of an operator that has one of its inputs subscribed at a time, the first one at first.
struct Succession: Sendable {
  /// Takes in an event of the input that is subscribed. For a terminal event it says which input is to be
  /// subscribed next; nil where the event is passed on instead.
  var follow:
    @Sendable (
      _ memory: inout OperatorStage.Memory, _ event: ModelEvent, _ inputs: Int, _ parameters: [Int]
    ) -> Int?
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
  /// What late subscribers are told.
  var memory: SubjectMemory
  /// The subject outlives its connections.
  var keepsHub = false
}
