// The models of the catalogue's rows.

extension OperatorModel {
  /// A leaf that the script drives.
  public static let feed = OperatorModel(.feed)
  /// The library's own subject.
  public static let subject = OperatorModel(.subject(SubjectMemory()))
  /// Emits its parameters as elements, then completed.
  public static let elements = OperatorModel(
    .cold { payloads in
      payloads.map { .next(Token.make(payload: $0, emission: 0)) } + [.completed]
    })
  /// Emits as many consecutive numbers as its second parameter says, from the first on.
  public static let range = OperatorModel(
    .cold { parameters in
      (0..<parameters[1]).map { .next(Token.make(payload: parameters[0] + $0, emission: 0)) }
        + [.completed]
    })
  /// Completes at once.
  public static let empty = OperatorModel(.cold { _ in [.completed] })
  /// Emits nothing.
  public static let never = OperatorModel(.cold { _ in [] })
  /// Ends with an error at once.
  public static let failure = OperatorModel(.cold { _ in [.error(0)] })
  /// Emits one element after a delay.
  public static let timer = OperatorModel(.timed(elementsMax: 1))
  /// Emits elements for ever: the first one after its first span, the others after its last.
  public static let interval = OperatorModel(.timed(elementsMax: nil))

  /// Passes everything on.
  public static let identity = OperatorModel(.stage(.perElement { _, token, _ in token }))
  /// Adds its parameter to each element.
  public static let map = OperatorModel(
    .stage(.perElement { _, token, parameters in Token.adding(parameters[0], to: token) }))
  /// Keeps the elements that satisfy its predicate.
  public static let filter = OperatorModel(
    .stage(
      .perElement { _, token, parameters in
        accepts(Token.payload(token), predicate: parameters[0]) ? token : nil
      }))
  /// Combines each element with all before it, from its parameter on.
  public static let scan = OperatorModel(
    .stage(
      .perElement(
        start: { parameters, _ in
          OperatorStage.Memory(number: Token.make(payload: parameters[0], emission: 0))
        },
        { memory, token, _ in
          memory.number = Token.combining(memory.number, token)
          return memory.number
        })))
  /// Drops the first elements.
  public static let skip = OperatorModel(
    .stage(
      .perElement(
        start: { parameters, _ in OperatorStage.Memory(number: parameters[0]) },
        { memory, token, _ in
          guard memory.number > 0 else { return token }
          memory.number -= 1
          return nil
        })))
  /// Completes after the first elements; at once where there are none to wait for.
  public static let take = OperatorModel(
    .stage(
      OperatorStage(
        start: { parameters, _ in OperatorStage.Memory(number: parameters[0]) },
        opening: { parameters in parameters[0] == 0 ? [.completed] : [] }
      ) { memory, _, event, _ in
        guard case .next = event else { return [event] }
        memory.number -= 1
        return memory.number == 0 ? [event, .completed] : [event]
      }))
  /// Completes when the element after the first ones comes.
  public static let takeLate = OperatorModel(
    .stage(
      OperatorStage(start: { parameters, _ in OperatorStage.Memory(number: parameters[0]) }) {
        memory, _, event, _ in
        guard case .next = event else { return [event] }
        memory.number -= 1
        return [memory.number < 0 ? .completed : event]
      }))
  /// Passes all inputs' elements on; completes when all have, ends with the first error.
  public static let merge = merge(endsOthers: nil)
  /// Passes its first input on until the second emits an element.
  public static let takeUntil = OperatorModel(
    .stage(
      OperatorStage(
        orders: { _ in [[1, 0], [0, 1]] }, serialises: true,
        endsInput: { input, event in input == 1 || event.isTerminal }
      ) { _, input, event, _ in
        guard input == 1 else { return [event] }
        switch event {
        case .next: return [.completed]
        case .error: return [event]
        case .completed: return []
        }
      }))
  /// Delivers on another queue.
  public static let observeOn = OperatorModel(.handOver)
  /// Subscribes on another queue.
  public static let subscribeOn = OperatorModel(.elsewhere)

  /// Does what this language cannot say, for example because it depends on the clock.
  public static let withoutModel = OperatorModel(.withoutModel)

  /// What the predicates of the catalogue mean: all, none, even, odd.
  static func accepts(_ payload: Int, predicate: Int) -> Bool {
    switch predicate {
    case 0: true
    case 1: false
    case 2: payload.isMultiple(of: 2)
    default: !payload.isMultiple(of: 2)
    }
  }
}
