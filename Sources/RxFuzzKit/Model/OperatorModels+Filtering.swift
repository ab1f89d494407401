// The models of operators that leave something out.

extension OperatorModel {
  /// Passes only terminal events on.
  public static let ignoreElements = OperatorModel(.stage(.perElement { _, _, _ in nil }))
  /// Drops elements whose payload is odd, or even, like the one before.
  public static let distinctUntilChanged = OperatorModel(
    .stage(
      .perElement(
        start: { _, _ in OperatorStage.Memory(number: -1) },
        { memory, token, _ in
          let key = Token.payload(token) & 1
          if key == memory.number { return nil }
          memory.number = key
          return token
        })))
  /// Passes one element on and completes; fails where it does not come.
  public static let elementAt = OperatorModel(
    .stage(
      OperatorStage(start: { parameters, _ in OperatorStage.Memory(number: parameters[0]) }) {
        memory, _, event, _ in
        switch event {
        case .next:
          memory.number -= 1
          return memory.number == -1 ? [event, .completed] : []
        case .completed: return [.error(FuzzError.codeOfOthers)]
        case .error: return [event]
        }
      }))
  /// Passes on the only element that satisfies its predicate; fails where there are more or none.
  public static let single = OperatorModel(
    .stage(
      OperatorStage { memory, _, event, parameters in
        switch event {
        case .next(let token):
          guard accepts(Token.payload(token), predicate: parameters[0]) else { return [] }
          memory.number += 1
          return [memory.number == 1 ? event : .error(FuzzError.codeOfOthers)]
        case .completed: return [memory.number == 1 ? event : .error(FuzzError.codeOfOthers)]
        case .error: return [event]
        }
      }))
  /// Drops elements up to the first that does not satisfy its predicate.
  public static let skipWhile = OperatorModel(
    .stage(
      .perElement { memory, token, parameters in
        if !accepts(Token.payload(token), predicate: parameters[0]) { memory.number = 1 }
        return memory.number == 1 ? token : nil
      }))
  /// Drops elements of its first input until the second emits one.
  public static let skipUntil = skipping(endsSilently: false)
  /// The same, and says nothing when its source completes before the trigger.
  public static let skipUntilSilent = skipping(endsSilently: true)
  /// Keeps the last elements until it is completed.
  public static let takeLast = OperatorModel(
    .stage(
      OperatorStage { memory, _, event, parameters in
        switch event {
        case .next(let token):
          memory.elements.append(token)
          if memory.elements.count > parameters[0] { memory.elements.removeFirst() }
          return []
        case .completed: return memory.elements.map(ModelEvent.next) + [event]
        case .error: return [event]
        }
      }))
  /// Completes at the first element that does not satisfy its predicate, with or without that element.
  public static let takeWhile = ending(atElementsThatAre: false)
  /// Completes at the first element that satisfies its predicate, with or without that element.
  public static let takeUntilPredicate = ending(atElementsThatAre: true)
  /// Passes on the latest element of its first input whenever the second emits.
  public static let sample = sampling(endsSilently: false) { _ in nil }
  /// The same, and says nothing when its source completes after the sampler.
  public static let sampleSilent = sampling(endsSilently: true) { _ in nil }
  /// The same, with its parameter where there was no new element.
  public static let sampleOrDefault = sampling(endsSilently: false) {
    Token.make(payload: $0[0], emission: 0)
  }
  /// The same, and says nothing when its source completes after the sampler.
  public static let sampleOrDefaultSilent = sampling(endsSilently: true) {
    Token.make(payload: $0[0], emission: 0)
  }
  /// Emits its parameter where there was no element.
  public static let ifEmptyDefault = OperatorModel(
    .stage(
      OperatorStage { memory, _, event, parameters in
        switch event {
        case .next: memory.number = 1
        case .completed where memory.number == 0:
          return [.next(Token.make(payload: parameters[0], emission: 0)), event]
        case .completed, .error: break
        }
        return [event]
      }))

  private static func skipping(endsSilently: Bool) -> OperatorModel {
    let (opened, silenced) = (1, 2)
    return OperatorModel(
      .stage(
        OperatorStage(
          orders: { _ in [[0, 1], [1, 0]] }, serialises: true,
          isOver: { $0.number == silenced },
          endsInput: { input, event in input == 1 || event.isTerminal }
        ) { memory, input, event, _ in
          switch event {
          case .error: return [event]
          case .next where input == 1:
            memory.number = opened
            return []
          case .next: return memory.number == opened ? [event] : []
          case .completed where input == 1: return []
          case .completed:
            if !endsSilently || memory.number == opened { return [event] }
            memory.number = silenced
            return []
          }
        }))
  }

  private static func ending(atElementsThatAre accepted: Bool) -> OperatorModel {
    OperatorModel(
      .stage(
        OperatorStage { _, _, event, parameters in
          guard case .next(let token) = event,
            accepts(Token.payload(token), predicate: parameters[0]) == accepted
          else { return [event] }
          return parameters[1] == 1 ? [event, .completed] : [.completed]
        }))
  }

  /// Bits of what a sample remembers: which of its inputs are over.
  private static let overBits = (source: 1, sampler: 2)

  private static func sampling(
    endsSilently: Bool, orElse defaultToken: @escaping @Sendable ([Int]) -> Int?
  ) -> OperatorModel {
    OperatorModel(
      .stage(
        OperatorStage(orders: { _ in [[0, 1], [1, 0]] }, serialises: true) {
          memory, input, event, parameters in
          switch event {
          case .error: return [event]
          case .next(let token) where input == 0:
            memory.elements = [token]
            return []
          case .completed where input == 0:
            memory.number |= overBits.source
            return endsSilently || memory.number & overBits.sampler == 0 ? [] : [.completed]
          case .next, .completed:
            if event.isTerminal { memory.number |= overBits.sampler }
            let token = memory.elements.first ?? defaultToken(parameters)
            memory.elements = []
            let end: [ModelEvent] = memory.number & overBits.source == 0 ? [] : [.completed]
            return (token.map { [.next($0)] } ?? []) + end
          }
        }))
  }
}
