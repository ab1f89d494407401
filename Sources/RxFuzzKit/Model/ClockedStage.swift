/// The pure transition of an operator that also acts on its own, at moments which the clock decides.
///
/// Of real time a model knows nothing: a clock that runs may strike at any moment, and what depends on how long ago
/// something was may turn out either way. What it does on virtual time is known exactly.
struct ClockedStage: Sendable {
  /// What happens at the node when it is its turn.
  enum Signal: Hashable, Sendable {
    case event(ModelEvent)
    case due
  }

  /// One of the ways in which it may go on.
  struct Branch {
    var memory: OperatorStage.Memory
    var outputs: [ModelEvent] = []
    /// Its second input takes the place of the first.
    var replacesSource = false
  }

  /// The second input is subscribed only when it replaces the first.
  var hasReplacement = false
  /// The clock is started in turn with events, so that a first strike may be served by who subscribes.
  var startsInTurn = false
  /// True if the clock runs at all with those parameters.
  var hasClock: @Sendable (_ parameters: [Int]) -> Bool = { _ in true }
  /// Events that the clock does not hold up pass without waiting for those that others emit.
  var serialises = true
  /// How events meet here, where that is not as everywhere in the library.
  var meeting: LibrarySemantics.Meeting?
  /// The same on virtual time.
  var virtual: VirtualStage
  /// At least one outcome.
  var outcomes:
    @Sendable (_ memory: OperatorStage.Memory, _ signal: Signal, _ parameters: [Int]) -> [Branch]
}
