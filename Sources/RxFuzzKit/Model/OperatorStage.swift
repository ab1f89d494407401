/// The pure transition of an operator that has inputs.
struct OperatorStage: Sendable {
  typealias Memory = OperatorMemory

  /// What it remembers when it is subscribed, from the parameters and the number of inputs.
  var start: @Sendable ([Int], Int) -> Memory = { _, _ in Memory() }
  /// What it emits when it is subscribed. A terminal event there ends it before its inputs are subscribed.
  var opening: @Sendable ([Int]) -> [ModelEvent] = { _ in [] }
  /// The orders in which it may subscribe its inputs, from their number.
  var orders: @Sendable (Int) -> [[Int]] = { [Array(0..<$0)] }
  /// True if events from several threads are put in a row here.
  var serialises = false
  /// How they meet then, where that is not as everywhere in the library.
  var meeting: LibrarySemantics.Meeting?
  /// What it does with an event as soon as it comes, before that waits for its turn: nil where nothing of it is left to wait.
  var atOnce:
    (
      @Sendable (_ memory: inout Memory, _ input: Int, _ event: ModelEvent, _ parameters: [Int]) ->
        ModelEvent?
    )?
  /// True if it has ended without a word.
  var isOver: @Sendable (Memory) -> Bool = { _ in false }
  /// True if it wants nothing more of that input once this event has arrived, even before it is its turn.
  var endsInput: @Sendable (_ input: Int, _ event: ModelEvent) -> Bool = { _, event in
    event.isTerminal
  }
  /// True if that event makes it give up all other inputs as soon as it comes, before it is its turn: they are released
  /// one after the other. What has left each of them by then is on its way, and goes on until the event has had its
  /// turn. Nil where inputs are given up in turn, and events take their turns in the order in which they come.
  var endsOthers: (@Sendable (_ input: Int, _ event: ModelEvent) -> Bool)?
  /// True if what it emits comes from inside a subscription of its own, so that what is subscribed in a delivery may be put off
  /// until that subscription is over.
  var emitsWhileSubscribing = false
  /// True if its inputs are subscribed when it has emitted its opening, which may be asked for later than it is subscribed.
  var opensBeforeInputs = false
  /// True if a completion that comes from inside what it sends waits until that has been sent, also where threads meet in a
  /// recursive lock.
  var nestedCompletionsWait = false
  /// True if who completes an input subscribes the next one where the thread that subscribes them has not come to it yet.
  var completionsStartNext = false
  /// The only input that it still wants, from its memory; nil where it wants all that have not ended.
  var chosenInput: (@Sendable (Memory) -> Int?)?
  /// True if its inputs are the elements of a sequence that completes when the last of them is subscribed: that completion comes to
  /// it, too, as that of one input more.
  var closes = false
  /// What it emits in answer to an event of one of its inputs. Emitting a terminal event ends it.
  var receive:
    @Sendable (_ memory: inout Memory, _ input: Int, _ event: ModelEvent, _ parameters: [Int]) ->
      [ModelEvent]

  /// A stage that turns each element into an element or nothing, and passes terminal events on.
  static func perElement(
    start: @escaping @Sendable ([Int], Int) -> Memory = { _, _ in Memory() },
    _ transform: @escaping @Sendable (inout Memory, Int, [Int]) -> Int?
  ) -> OperatorStage {
    OperatorStage(start: start) { memory, _, event, parameters in
      guard case .next(let token) = event else { return [event] }
      return transform(&memory, token, parameters).map { [.next($0)] } ?? []
    }
  }
}
