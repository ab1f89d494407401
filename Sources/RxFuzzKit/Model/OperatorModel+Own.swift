// How adapters say what a row means in their library, where the catalogue's meaning does not hold.

/// What an operator remembers between two events of one subscription.
public struct OperatorMemory: Hashable, Sendable {
  public var number: Int
  public var elements: [Int]

  public init(number: Int = 0, elements: [Int] = []) {
    self.number = number
    self.elements = elements
  }
}

extension OperatorModel {
  /// An operator that turns each event of its inputs into events of its own.
  ///
  /// All closures are pure. Elements are tokens: see `Token`. A terminal event among the answers ends the operator.
  /// - Parameters:
  ///   - serialises: whether events that several threads bring are put in a row here.
  ///   - subscribes: the orders in which it may subscribe its inputs, from their number.
  ///   - start: what it remembers when it is subscribed, from the row's parameters and the number of inputs.
  ///   - opening: what it emits when it is subscribed.
  ///   - opensFirst: whether its inputs are subscribed when it has emitted that, which may be when somebody asks for elements.
  ///   - endsInput: whether it wants nothing more of that input once this event has come.
  ///   - endsOthers: whether that event makes it give up its other inputs as soon as it comes, before it tells its end; nil: no
  ///     event does.
  ///   - atOnce: what it does with an event as soon as it comes, before that waits for its turn: what is left to wait, or nil.
  ///   - isOver: whether it has ended without a word.
  ///   - chooses: the only input that it still wants, from its memory; nil where it wants all that have not ended.
  ///   - closes: whether its inputs are the elements of a sequence whose completion comes to it, too, when the last of them is
  ///     subscribed, as that of one input more. An end of which `atOnce` leaves nothing but a choice comes again then, a moment
  ///     later.
  ///   - receive: what it emits in answer to an event of that input.
  public static func stage(
    serialises: Bool = false,
    subscribes: @escaping @Sendable (_ inputs: Int) -> [[Int]] = { [Array(0..<$0)] },
    start: @escaping @Sendable (_ parameters: [Int], _ inputs: Int) -> OperatorMemory = { _, _ in
      OperatorMemory()
    },
    opening: @escaping @Sendable (_ parameters: [Int]) -> [ModelEvent] = { _ in [] },
    opensFirst: Bool = false,
    endsInput: @escaping @Sendable (_ input: Int, _ event: ModelEvent) -> Bool = { _, event in
      event.isTerminal
    },
    endsOthers: (@Sendable (_ input: Int, _ event: ModelEvent) -> Bool)? = nil,
    atOnce: (
      @Sendable (
        _ memory: inout OperatorMemory, _ input: Int, _ event: ModelEvent, _ parameters: [Int]
      ) -> ModelEvent?
    )? = nil,
    isOver: @escaping @Sendable (OperatorMemory) -> Bool = { _ in false },
    chooses: (@Sendable (OperatorMemory) -> Int?)? = nil,
    closes: Bool = false,
    receive:
      @escaping @Sendable (
        _ memory: inout OperatorMemory, _ input: Int, _ event: ModelEvent, _ parameters: [Int]
      ) -> [ModelEvent]
  ) -> OperatorModel {
    OperatorModel(
      .stage(
        OperatorStage(
          start: start, opening: opening, orders: subscribes, serialises: serialises,
          atOnce: atOnce, isOver: isOver, endsInput: endsInput, endsOthers: endsOthers,
          opensBeforeInputs: opensFirst, chosenInput: chooses, closes: closes, receive: receive)))
  }

  /// A source that emits these events by itself while it is being subscribed.
  public static func source(
    _ events: @escaping @Sendable (_ parameters: [Int]) -> [ModelEvent]
  ) -> OperatorModel {
    OperatorModel(.cold(events))
  }
}
