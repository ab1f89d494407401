// How adapters say what a row means that acts on its queue, at moments which the clock decides.

/// What happens at an operator that depends on the clock.
public enum ClockedSignal: Hashable, Sendable {
  /// An event of its input has come.
  case event(ModelEvent)
  /// Its queue has come to what the operator has left there, however much of that is due.
  case due
}

/// One of the ways in which an operator that depends on the clock may go on.
public struct ClockedOutcome: Sendable {
  public var memory: OperatorMemory
  public var outputs: [ModelEvent]

  public init(_ memory: OperatorMemory, emits outputs: [ModelEvent] = []) {
    (self.memory, self.outputs) = (memory, outputs)
  }
}

extension OperatorModel {
  /// An operator of one input that leaves work to the queue of its queue parameter, in real time.
  ///
  /// Nothing is known of how much time has passed: `due` may come at any moment, and then every outcome that some time would
  /// explain is one. All closures are pure. A terminal event among the outputs ends the operator; one that has only come
  /// does not. An input that has ended says nothing more.
  /// - Parameters:
  ///   - serialises: whether events of the input and what the queue does are put in a row here. Where they are not, the
  ///     memory changes in one step, and the queue alone delivers.
  ///   - outcomes: at least one.
  public static func clocked(
    serialises: Bool = false,
    outcomes:
      @escaping @Sendable (
        _ memory: OperatorMemory, _ signal: ClockedSignal, _ parameters: [Int]
      ) -> [ClockedOutcome]
  ) -> OperatorModel {
    OperatorModel(
      .clocked(
        ClockedStage(
          serialises: serialises,
          // Such rows are of libraries without a virtual clock, or do not look at it.
          virtual: VirtualStage { _, signal, _, _ in
            if case .event(let event) = signal { [.emit(event)] } else { [] }
          }
        ) { memory, signal, parameters in
          let seen: ClockedSignal =
            switch signal {
            case .event(let event): .event(event)
            case .due: .due
            }
          return outcomes(memory, seen, parameters).map {
            ClockedStage.Branch(memory: $0.memory, outputs: $0.outputs)
          }
        }))
  }

  /// An operator whose events all come later, on the queue of its queue parameter, in the order in which they came to it.
  /// - Parameters:
  ///   - overtakes: whether an end overtakes the elements that wait, which are dropped unless they come before it.
  ///   - gaps: an event that the queue may emit at any moment instead of what waits, and that ends the operator.
  public static func later(
    overtakes: @escaping @Sendable (_ end: ModelEvent) -> Bool = { _ in false },
    gaps: ModelEvent? = nil
  ) -> OperatorModel {
    .clocked { memory, signal, _ in
      switch signal {
      case .event(let event):
        var waiting = Waiting(memory)
        waiting.put(event)
        return [ClockedOutcome(waiting.packed)]
      case .due:
        let waiting = Waiting(memory)
        var outcomes = (0...waiting.elements.count).reversed().flatMap { count in
          let rest = Waiting(end: waiting.end, elements: Array(waiting.elements.dropFirst(count)))
          let sent = waiting.elements.prefix(count).map { ModelEvent.next($0) }
          guard let end = waiting.end, rest.elements.isEmpty || overtakes(end) else {
            return [ClockedOutcome(rest.packed, emits: sent)]
          }
          return [
            ClockedOutcome(rest.packed, emits: sent + [end]),
            ClockedOutcome(rest.packed, emits: sent),
          ]
        }
        if let gaps { outcomes.append(ClockedOutcome(memory, emits: [gaps])) }
        return outcomes
      }
    }
  }

  /// An operator that keeps one element for its queue: a later one takes its place. An end comes through the queue, too.
  /// - Parameters:
  ///   - endDrops: whether that end drops the element that waits as soon as it comes; otherwise it may overtake it.
  ///   - endWaits: whether that end comes only when the element that waits has been sent.
  ///   - adds: whether the queue adds the row's first parameter to the element.
  ///   - omits: whether an element may be left out that comes while another waits, from the row's parameters.
  public static func latestLater(
    endDrops: @escaping @Sendable (_ end: ModelEvent) -> Bool,
    endWaits: Bool = false,
    omits: @escaping @Sendable (_ parameters: [Int]) -> Bool = { _ in false },
    adds: Bool = false
  ) -> OperatorModel {
    .clocked { memory, signal, parameters in
      var waiting = Waiting(memory)
      switch signal {
      case .event(.next(let token)):
        if omits(parameters), !waiting.elements.isEmpty { return [ClockedOutcome(memory)] }
        waiting.elements = [token]
        return [ClockedOutcome(waiting.packed)]
      case .event(let end):
        if endDrops(end) { waiting.elements = [] }
        waiting.end = end
        return [ClockedOutcome(waiting.packed)]
      case .due:
        let sent = waiting.elements.map {
          ModelEvent.next(adds ? Token.adding(parameters[0], to: $0) : $0)
        }
        let rest = Waiting(end: waiting.end, elements: [])
        guard let end = waiting.end else {
          return [ClockedOutcome(rest.packed, emits: sent), ClockedOutcome(memory)]
        }
        var outcomes = [ClockedOutcome(rest.packed, emits: sent + [end])]
        if !endWaits { outcomes.append(ClockedOutcome(rest.packed, emits: [end])) }
        return outcomes + [ClockedOutcome(rest.packed, emits: sent), ClockedOutcome(memory)]
      }
    }
  }
}

/// Events that wait for a queue: elements, and behind them an end.
private struct Waiting {
  var end: ModelEvent?
  var elements: [Int]

  init(end: ModelEvent?, elements: [Int]) { (self.end, self.elements) = (end, elements) }

  init(_ memory: OperatorMemory) {
    elements = memory.elements
    switch memory.number {
    case Self.none: end = nil
    case Self.completed: end = .completed
    default: end = .error(memory.number - Self.errors)
    }
  }

  var packed: OperatorMemory {
    let number =
      switch end {
      case .error(let code)?: Self.errors + code
      case .completed?: Self.completed
      case .next?, nil: Self.none
      }
    return OperatorMemory(number: number, elements: elements)
  }

  mutating func put(_ event: ModelEvent) {
    if case .next(let token) = event { elements.append(token) } else { end = event }
  }

  private static let (none, completed, errors) = (0, 1, 10)
}
