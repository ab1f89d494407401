/// The sequential meaning of one operator: what it does with one event at a time.
///
/// A row of the catalogue names its model; the machine that explains traces is generic over them. All
/// closures are pure and take the parameters that the graph gives to the row.
public struct OperatorModel: Sendable {
  /// How a node takes part in a graph.
  enum Role: Sendable {
    /// A leaf that the script drives, with one observer for each attachment.
    case feed
    /// A leaf that the script drives, shared by all places that name it; it serialises its events.
    case subject(SubjectMemory)
    /// A leaf that emits these events by itself while it is being subscribed.
    case cold(@Sendable ([Int]) -> [ModelEvent])
    /// A leaf that emits 0, 1, 2 ... by itself on the queue of its last parameter; a limit, and completed
    /// after it, or none.
    case timed(elementsMax: Int?)
    /// Turns events of its inputs into events of its own.
    case stage(OperatorStage)
    /// Passes events on through a first-in first-out queue that its queue parameter drains.
    case handOver
    /// Subscribes its input on the queue of its parameter.
    case elsewhere
    /// Does what this language cannot say; a trace of a graph that holds it is undecided, never passed.
    case unsaid
  }
  let role: Role

  init(_ role: Role) { self.role = role }

  /// True if events from several threads are put in a row here.
  var serialises: Bool {
    if case .stage(let stage) = role { return stage.serialises }
    return false
  }
}

/// What a subject remembers, and what it tells of it to whom.
struct SubjectMemory: Sendable {
  /// What it remembers at first, from its parameters.
  var start: @Sendable ([Int]) -> [Int] = { _ in [] }
  /// Takes an element in, as one of the parameters' meaning.
  var remember: @Sendable (_ memory: inout [Int], _ token: Int, _ parameters: [Int]) -> Void = {
    _, _, _ in
  }
  /// True if observers are told each element when it comes; otherwise what is remembered when it completes.
  var tellsAtOnce = true
  /// True if a newcomer is told what is remembered before that end, or, for nil, while there is none.
  var replays: @Sendable (_ ending: ModelEvent?) -> Bool = { _ in false }
}

/// The pure transition of an operator that has inputs.
struct OperatorStage: Sendable {
  /// What an operator remembers between two events of one subscription.
  struct Memory: Hashable, Sendable {
    var number = 0
    var elements: [Int] = []
  }

  /// What it remembers when it is subscribed, from the parameters and the number of inputs.
  var start: @Sendable ([Int], Int) -> Memory = { _, _ in Memory() }
  /// What it emits when it is subscribed. A terminal event there ends it before its inputs are subscribed.
  var opening: @Sendable ([Int]) -> [ModelEvent] = { _ in [] }
  /// The orders in which it may subscribe its inputs, from their number.
  var orders: @Sendable (Int) -> [[Int]] = { [Array(0..<$0)] }
  /// True if events from several threads are put in a row here.
  var serialises = false
  /// True if it wants nothing more of that input once this event has arrived, even before it is its turn.
  var endsInput: @Sendable (_ input: Int, _ event: ModelEvent) -> Bool = { _, event in
    event.isTerminal
  }
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
