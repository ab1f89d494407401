import RxFuzzKit

/// What rows mean in ReactiveSwift where that is something else than the catalogue says.
enum Meanings {
  static let rows: [String: OperatorModel] = [
    "take": take, "takeUntil": takeUntil, "skipUntil": skipUntil, "zip": zip, "zipAll": zip,
    "combineLatest": combineLatest, "merge": .mergeStartingNext,
    "combineLatestAll": combineLatest, "materialize": materialize, "dematerialize": dematerialize,
    "collectCount": collectCount, "sample": sample, "withLatestFrom": withLatest,
    // An element that waits is dropped at completion; at an error it may come before that.
    "debounce": .latestLater(endDrops: { $0 == .completed }),
    // An end does not wait for the element that waits.
    "throttle": .latestLater(endDrops: { _ in false }),
    "delay": .later(overtakes: { $0 != .completed }),
    "startWith": startWith, "amb": amb, "timeout": timeout,
  ]

  /// `take(first: 0)` is interrupted.
  private static let take = OperatorModel.stage(
    start: { parameters, _ in OperatorMemory(number: parameters[0]) },
    opening: { $0[0] == 0 ? [.interrupted] : [] },
    receive: { memory, _, event, _ in
      guard case .next = event else { return [event] }
      memory.number -= 1
      return memory.number == 0 ? [event, .completed] : [event]
    })

  /// The end that the clock decides waits for nothing. Where the time is up before anybody observes, whoever observes then is
  /// interrupted.
  private static let timeout = OperatorModel.clocked(serialises: true) { memory, signal, _ in
    switch signal {
    case .event(let event): return [ClockedOutcome(OperatorMemory(number: 1), emits: [event])]
    case .due:
      let ends: [ModelEvent] =
        [.error(FuzzError.codeOfOthers)] + (memory.number == 0 ? [.interrupted] : [])
      return ends.map { ClockedOutcome(memory, emits: [$0]) }
    }
  }

  /// A flattening of a list: which of its producers is the first to send anything is decided at once, and the whole completes when
  /// that one has and the list is over, on the thread where the later of these is.
  private static let amb = OperatorModel.stage(
    serialises: true,
    start: { _, inputs in OperatorMemory(number: Race.nobody, elements: [0, 0, inputs]) },
    atOnce: { memory, input, event, _ in
      let isOfList = input == memory.elements[Race.inputs]
      if !isOfList, memory.number == Race.nobody {
        memory.number = input
        // A completion counts a moment later, when the list may be over.
        if event == .completed { return nil }
      }
      guard isOfList || memory.number == input else { return nil }
      guard event == .completed else { return event }
      memory.elements[isOfList ? Race.list : Race.winner] = 1
      return memory.elements[Race.list] + memory.elements[Race.winner] == 2 ? event : nil
    },
    chooses: { $0.number == Race.nobody ? nil : $0.number }, closes: true,
    receive: { _, _, event, _ in [event] })

  /// Where a race remembers what is over.
  private enum Race {
    static let (nobody, list, winner, inputs) = (-1, 0, 1, 2)
  }

  /// One of two sequences, one after the other: where the second is interrupted, the whole completes, though not before the list
  /// of the two is over.
  private static let startWith = OperatorModel.stage(
    opening: { [.next(Token.make(payload: $0[0], emission: 0))] }, closes: true,
    receive: { memory, _, event, _ in
      guard event == .completed || event == .interrupted else { return [event] }
      memory.number += 1
      return memory.number == 2 ? [.completed] : []
    })

  /// The trigger's completion counts as much as an element of it; what breaks it off counts nothing. Either is an end as soon as
  /// it comes, and so waits for no element that is being sent.
  private static let takeUntil = OperatorModel.stage(
    serialises: true, subscribes: inAnyOrder,
    atOnce: { _, input, event, _ in
      guard input == 1 else { return event }
      if case .error = event { return nil }
      return .completed
    },
    receive: { _, _, event, _ in [event] })

  /// The source is heard from the trigger on; where it has ended before, the whole is interrupted.
  private static let skipUntil = OperatorModel.stage(
    serialises: true, subscribes: inAnyOrder,
    endsInput: { input, event in input == 1 || event.isTerminal },
    receive: { memory, input, event, _ in
      let (opened, missed) = (1, 2)
      if input == 0 {
        if memory.number == opened { return [event] }
        if event.isTerminal { memory.number = missed }
        return []
      }
      // Whoever would open it is gone with an interruption, and so is who observes it.
      if event == .interrupted { return memory.number == opened ? [] : [.interrupted] }
      if case .error = event { return [] }
      if memory.number == missed { return [.interrupted] }
      memory.number = opened
      return []
    })

  /// Completes as soon as an input that has completed has no element left. What makes no row waits for nobody: the lock that is
  /// held while a row is sent is another one.
  private static let zip = gathering(keepsLatest: false) { memory, input, event, _ in
    var columns = Columns(memory)
    switch event {
    case .error: return event
    case .completed:
      columns.hasEnded[input] = true
      memory = columns.packed
      return columns.isComplete(false) ? event : nil
    case .next(let token):
      columns.elements[input].append(token)
      var filled = columns
      guard filled.row(false) == nil else { return event }
      memory = columns.packed
      return nil
    }
  }
  /// Completes when all inputs have.
  private static let combineLatest = gathering(keepsLatest: true)

  /// What was never filled comes at completion even where it is empty.
  private static let collectCount = OperatorModel.stage { memory, _, event, parameters in
    let list = memory.elements.reduce(Token.make(payload: 0, emission: 0)) {
      Token.combining($0, $1)
    }
    switch event {
    case .error: return [event]
    case .completed:
      return (memory.elements.isEmpty && memory.number == 1 ? [] : [.next(list)]) + [event]
    case .next(let token):
      guard memory.elements.count + 1 == parameters[0] else {
        memory.elements.append(token)
        return []
      }
      memory = OperatorMemory(number: 1)
      return [.next(Token.combining(list, token))]
    }
  }

  /// The source only sets what the sampler reads; both do it before they wait for their turn.
  private static let sample = OperatorModel.stage(
    serialises: true, subscribes: inAnyOrder,
    atOnce: { memory, input, event, _ in
      let (source, sampler) = (1, 2)
      switch event {
      case .next(let token) where input == 0:
        memory.elements = [token]
        return nil
      case .next: return memory.elements.first.map { .next($0) }
      case .completed:
        memory.number |= input == 0 ? source : sampler
        return memory.number == source | sampler ? event : nil
      case .error: return input == 0 || event == .interrupted ? event : nil
      }
    },
    receive: { _, _, event, _ in [event] })

  /// The second input only sets what the first one reads before it waits for its turn; how it ends means nothing.
  private static let withLatest = OperatorModel.stage(
    serialises: true, subscribes: inAnyOrder,
    atOnce: { memory, input, event, _ in
      guard case .next(let token) = event else { return input == 0 ? event : nil }
      if input == 1 {
        memory.elements = [token]
        return nil
      }
      return memory.elements.first.map { .next(Token.combining(token, $0)) }
    },
    receive: { _, _, event, _ in [event] })

  private static let materialize = OperatorModel.stage { _, _, event, _ in
    switch event {
    case .next(let token): [.next(Token.materialized(next: token))]
    case .error:
      event == .interrupted ? [event] : [.next(Token.materializedError), .completed]
    case .completed: [.next(Token.materializedCompleted), .completed]
    }
  }

  /// Only what cannot fail can be dematerialised; here an error makes it silent.
  private static let dematerialize = OperatorModel.stage(
    isOver: { $0.number == 1 },
    receive: { memory, _, event, parameters in
      switch event {
      case .next(let token):
        return Bindings.accepts(Token.payload(token), predicate: parameters[0])
          ? [event] : [.completed]
      case .completed: return [event]
      case .error:
        if event == .interrupted { return [event] }
        memory.number = 1
        return []
      }
    })

  private static let inAnyOrder: @Sendable (Int) -> [[Int]] = { count in
    [Array(0..<count), Array((0..<count).reversed())]
  }

  private static func gathering(
    keepsLatest: Bool,
    atOnce: (@Sendable (inout OperatorMemory, Int, ModelEvent, [Int]) -> ModelEvent?)? = nil
  ) -> OperatorModel {
    .stage(
      serialises: true, subscribes: inAnyOrder,
      start: { _, inputs in Columns(inputs).packed }, atOnce: atOnce,
      receive: { memory, input, event, _ in
        var columns = Columns(memory)
        defer { memory = columns.packed }
        switch event {
        case .error: return [event]
        case .completed:
          columns.hasEnded[input] = true
          return columns.isComplete(keepsLatest) ? [.completed] : []
        case .next(let token):
          if keepsLatest { columns.elements[input] = [] }
          columns.elements[input].append(token)
          guard let row = columns.row(keepsLatest) else { return [] }
          return columns.isComplete(keepsLatest) ? [.next(row), .completed] : [.next(row)]
        }
      })
  }

  /// What a zip or combineLatest remembers, as one list of numbers: for each input whether it has ended, how many elements
  /// wait, and these.
  private struct Columns {
    var hasEnded: [Bool] = []
    var elements: [[Int]] = []

    init(_ inputs: Int) {
      hasEnded = Array(repeating: false, count: inputs)
      elements = Array(repeating: [], count: inputs)
    }

    init(_ memory: OperatorMemory) {
      var rest = memory.elements[...]
      while let ended = rest.popFirst(), let count = rest.popFirst() {
        hasEnded.append(ended == 1)
        elements.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
    }

    var packed: OperatorMemory {
      OperatorMemory(
        elements: Swift.zip(hasEnded, elements).flatMap { [$0 ? 1 : 0, $1.count] + $1 })
    }

    func isComplete(_ keepsLatest: Bool) -> Bool {
      if !hasEnded.contains(false) { return true }
      return !keepsLatest && Swift.zip(hasEnded, elements).contains { $0 && $1.isEmpty }
    }

    /// The combination of one element of each input, if there is one.
    mutating func row(_ keepsLatest: Bool) -> Int? {
      let row = elements.compactMap(\.first)
      guard row.count == elements.count else { return nil }
      if !keepsLatest { for input in elements.indices { elements[input].removeFirst() } }
      return row.dropFirst().reduce(row[0]) { Token.combining($0, $1) }
    }
  }
}
