// The models of operators that combine, number, collect and wrap.

extension OperatorModel {
  /// Pairs the elements of its inputs in order; completes when all inputs have.
  public static let zip = gathering(
    keepsLatest: false, hopelessElementCompletes: false)
  /// The same, and completes with an element that can find no partner.
  public static let zipAll = gathering(keepsLatest: false, hopelessElementCompletes: true)
  /// The same, and completes as soon as an input has ended of which no element waits; an input that completes from inside what
  /// the zip sends has done so when that has been sent.
  public static let zipUntilUsedUp = gathering(
    keepsLatest: false, hopelessElementCompletes: false, usedUpInputCompletes: true)
  /// Combines the latest elements of its inputs whenever one emits.
  public static let combineLatest = gathering(keepsLatest: true, hopelessElementCompletes: true)

  /// The same as `zipAll` and `combineLatest`, where who finds another thread at work may leave its event to that thread.
  public static let zipAllHandingOver = OperatorModel.zipAll.handingOver
  public static let combineLatestHandingOver = OperatorModel.combineLatest.handingOver

  private var handingOver: OperatorModel {
    guard case .stage(var stage) = role else { return self }
    stage.meeting = .queueOrLock
    return OperatorModel(.stage(stage))
  }

  /// Combines each element of its first input with the latest one of the second.
  public static let withLatestFrom = OperatorModel(
    .stage(
      OperatorStage(orders: { _ in [[1, 0]] }, serialises: true) { memory, input, event, _ in
        switch (input, event) {
        case (0, .next(let token)):
          return memory.elements.first.map { [.next(Token.combining(token, $0))] } ?? []
        case (_, .next(let token)):
          memory.elements = [token]
          return []
        case (0, .completed), (_, .error): return [event]
        case (_, .completed): return []
        }
      }))

  /// Emits, for each element of its first input, the latest one of the second.
  public static let withLatestFromOther = OperatorModel(
    .stage(
      OperatorStage(orders: { _ in [[1, 0]] }, serialises: true) { memory, input, event, _ in
        switch (input, event) {
        case (0, .next): return memory.elements.map { .next($0) }
        case (_, .next(let token)):
          memory.elements = [token]
          return []
        case (0, .completed), (_, .error): return [event]
        case (_, .completed): return []
        }
      }))

  /// Passes on the input that is the first to emit anything.
  public static let amb = OperatorModel(
    .stage(
      OperatorStage(
        start: { _, _ in OperatorStage.Memory(number: -1) },
        chosenInput: { memory in memory.number < 0 ? nil : memory.number }
      ) { memory, input, event, _ in
        if memory.number < 0 { memory.number = input }
        return [event]
      }))

  /// Emits its parameter when subscribed.
  public static let startWith = OperatorModel(
    .stage(
      OperatorStage(
        opening: { parameters in [.next(Token.make(payload: parameters[0], emission: 0))] }
      ) { _, _, event, _ in [event] }))

  /// Ends with its parameter and completed instead of with an error.
  public static let catchAndReturn = OperatorModel(
    .stage(
      OperatorStage { _, _, event, parameters in
        guard case .error = event else { return [event] }
        return [.next(Token.make(payload: parameters[0], emission: 0)), .completed]
      }))

  /// Adds to each element its number, from 0.
  public static let enumerated = OperatorModel(
    .stage(
      .perElement { memory, token, _ in
        defer { memory.number += 1 }
        return Token.adding(memory.number, to: token)
      }))

  /// Emits the combination of its parameter and all elements at the end.
  public static let reduce = folding { parameters in
    Token.make(payload: parameters[0], emission: 0)
  }
  /// Emits the combination of all elements at the end.
  public static let toArray = folding { _ in Token.make(payload: 0, emission: 0) }

  /// Emits a number for each event, then completed.
  public static let materialize = OperatorModel(
    .stage(
      OperatorStage { _, _, event, _ in
        switch event {
        case .next(let token): [.next(Token.materialized(next: token))]
        case .error: [.next(Token.materializedError), .completed]
        case .completed: [.next(Token.materializedCompleted), .completed]
        }
      }))

  /// Passes on the elements that satisfy its predicate; completes with the first other one.
  public static let dematerialize = OperatorModel(
    .stage(
      OperatorStage { _, _, event, parameters in
        guard case .next(let token) = event else { return [event] }
        return accepts(Token.payload(token), predicate: parameters[0]) ? [event] : [.completed]
      }))

  /// Emits its first parameter as often as its second says, then completed.
  public static let repeated = OperatorModel(
    .cold { parameters in
      Array(repeating: .next(Token.make(payload: parameters[0], emission: 0)), count: parameters[1])
        + [.completed]
    })

  private static func folding(_ seed: @escaping @Sendable ([Int]) -> Int) -> OperatorModel {
    OperatorModel(
      .stage(
        OperatorStage(
          start: { parameters, _ in OperatorStage.Memory(number: seed(parameters)) }
        ) { memory, _, event, _ in
          switch event {
          case .next(let token):
            memory.number = Token.combining(memory.number, token)
            return []
          case .error: return [event]
          case .completed: return [.next(memory.number), .completed]
          }
        }))
  }

  private static func gathering(
    keepsLatest: Bool, hopelessElementCompletes: Bool, usedUpInputCompletes: Bool = false
  ) -> OperatorModel {
    OperatorModel(
      .stage(
        OperatorStage(
          start: { _, inputs in GatheringMemory(inputs: inputs).packed }, serialises: true,
          nestedCompletionsWait: usedUpInputCompletes
        ) { memory, input, event, _ in
          var columns = GatheringMemory(memory)
          defer { memory = columns.packed }
          switch event {
          case .error: return [event]
          case .completed:
            columns.done[input] = true
            let isOver = usedUpInputCompletes && columns.hasUsedUpInput
            return isOver || !columns.done.contains(false) ? [.completed] : []
          case .next(let token):
            columns.put(token, input, keepsLatest: keepsLatest)
            if let row = columns.takeRow(keepsLatest: keepsLatest) {
              return [.next(row)]
                + (usedUpInputCompletes && columns.hasUsedUpInput ? [.completed] : [])
            }
            let othersEnded = columns.done.indices.allSatisfy { $0 == input || columns.done[$0] }
            return hopelessElementCompletes && othersEnded ? [.completed] : []
          }
        }))
  }
}

/// What a zip or combineLatest remembers, as one list of numbers: for each input whether it has ended, how many
/// elements wait, and these.
private struct GatheringMemory {
  var done: [Bool]
  private var columns: [[Int]]

  init(inputs: Int) {
    done = Array(repeating: false, count: inputs)
    columns = Array(repeating: [], count: inputs)
  }

  init(_ memory: OperatorStage.Memory) {
    done = []
    columns = []
    var rest = memory.elements[...]
    while let ended = rest.popFirst(), let count = rest.popFirst() {
      done.append(ended == 1)
      columns.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
  }

  var packed: OperatorStage.Memory {
    OperatorStage.Memory(
      elements: Swift.zip(done, columns).flatMap { [$0 ? 1 : 0, $1.count] + $1 })
  }

  /// Whether an input has ended of which no element waits.
  var hasUsedUpInput: Bool { Swift.zip(done, columns).contains { $0 && $1.isEmpty } }

  mutating func put(_ token: Int, _ input: Int, keepsLatest: Bool) {
    if keepsLatest { columns[input] = [] }
    columns[input].append(token)
  }

  /// The combination of one element of each input, if there is one.
  mutating func takeRow(keepsLatest: Bool) -> Int? {
    let row = columns.compactMap(\.first)
    guard row.count == columns.count else { return nil }
    if !keepsLatest { for input in columns.indices { columns[input].removeFirst() } }
    return row.dropFirst().reduce(row[0]) { Token.combining($0, $1) }
  }
}
