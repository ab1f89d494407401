// What operators do on virtual time. Their first parameter is the span; a list in memory begins with what a stamp
// notes, where there is one.

extension VirtualStage {
  private static let isTimerSet = 1
  private static let hasSent = 2
  private static let isCompleted = 4
  /// Stands for completed among elements that wait.
  private static let completedMark = Int.min

  /// Remembers the latest element and its deadline.
  static let debounce = VirtualStage { memory, signal, now, parameters in
    switch signal {
    case .event(.next(let token)):
      memory.elements = [token, now + parameters[0]]
      return timer(after: parameters[0], &memory)
    case .event(.completed):
      return memory.elements.prefix(1).map { .emit(.next($0)) } + [.emit(.completed)]
    case .event(let event): return [.emit(event)]
    case .due:
      memory.number = 0
      guard let token = memory.elements.first else { return [] }
      if memory.elements[1] > now { return timer(after: memory.elements[1] - now, &memory) }
      memory.elements = []
      return [.emit(.next(token))]
    }
  }

  /// Remembers when it has emitted last, and behind that the element that waits.
  static let throttle = VirtualStage(
    start: { _, _ in (Memory(elements: [0]), []) },
    receive: { memory, signal, now, parameters in
      let isOpen = memory.number & hasSent == 0
      let left = isOpen ? 0 : max(0, parameters[0] - (now - memory.elements[0]))
      switch signal {
      case .event(.next(let token)):
        if left == 0 { return sent(token, &memory) }
        guard parameters[2] == 1 else { return [] }
        memory.elements = [memory.elements[0], token]
        return timer(after: left, &memory)
      case .event(.completed):
        if memory.elements.count == 1 { return [.emit(.completed)] }
        memory.number |= isCompleted
        return []
      case .event(let event): return [.emit(event)]
      case .due:
        memory.number &= ~isTimerSet
        guard memory.elements.count > 1 else { return [] }
        if left > 0 { return timer(after: left, &memory) }
        let isLast = memory.number & isCompleted != 0
        return sent(memory.elements[1], &memory) + (isLast ? [.emit(.completed)] : [])
      }
    })

  /// Remembers for each element when it is due.
  static let delay = VirtualStage { memory, signal, now, parameters in
    func wait(_ element: Int) -> [Effect] {
      memory.elements += [now + parameters[0], element]
      return timer(after: parameters[0], &memory)
    }
    switch signal {
    case .event(.next(let token)): return wait(token)
    case .event(.completed): return wait(completedMark)
    case .event(let event): return [.emit(event)]
    case .due:
      memory.number = 0
      guard let due = memory.elements.first else { return [] }
      if due > now { return timer(after: due - now, &memory) }
      let element = memory.elements[1]
      memory.elements.removeFirst(2)
      return [.emit(element == completedMark ? .completed : .next(element)), .lookAgain]
    }
  }

  static let takeFor = VirtualStage(start: waiting) { _, signal, _, _ in
    switch signal {
    case .event(let event): [.emit(event)]
    case .due: [.emit(.completed)]
    }
  }

  static let skipFor = VirtualStage(start: waiting) { memory, signal, _, _ in
    switch signal {
    case .event(.next) where memory.number == 0: return []
    case .event(let event): return [.emit(event)]
    case .due:
      memory.number = 1
      return []
    }
  }

  /// Remembers when it has emitted last.
  static let timeout = timingOut { _ in [.emit(.error(FuzzError.codeOfOthers))] }

  /// The same until it has given up its source.
  static let timeoutOther = timingOut { memory in
    memory.number = 1
    return [.replaceSource]
  }

  /// Remembers what it has collected; its number distinguishes one span from another.
  static let buffer = VirtualStage(start: waiting) { memory, signal, _, parameters in
    func emitAll() -> [Effect] {
      let full = OperatorModel.folded(memory)
      (memory.elements, memory.number) = ([], memory.number + 1)
      return [.emit(full), .appoint(after: parameters[0], tag: memory.number)]
    }
    switch signal {
    case .event(.next(let token)):
      memory.elements.append(token)
      return memory.elements.count < parameters[1] ? [] : emitAll()
    case .event(.completed): return [.emit(OperatorModel.folded(memory)), .emit(.completed)]
    case .event(let event): return [.emit(event)]
    case .due(let tag): return tag == memory.number ? emitAll() : []
    }
  }

  /// Remembers how many elements the window has got; its number distinguishes one window from another.
  static let window = VirtualStage(start: waiting) { memory, signal, _, parameters in
    func change() -> [Effect] {
      (memory.elements, memory.number) = ([], memory.number + 1)
      return [.appoint(after: parameters[0], tag: memory.number)]
    }
    switch signal {
    case .event(.next(let token)):
      memory.elements.append(0)
      let isFull = memory.elements.count == parameters[1]
      return [.emit(.next(token))] + (isFull ? change() : [])
    case .event(let event): return [.emit(event)]
    case .due(let tag): return tag == memory.number ? change() : []
    }
  }

  /// Asks to be woken once.
  private static let waiting: @Sendable (Int, [Int]) -> (memory: Memory, effects: [Effect]) = {
    _, parameters in (Memory(), [.appoint(after: parameters[0], tag: 0)])
  }

  private static func timingOut(
    _ giveUp: @escaping @Sendable (inout Memory) -> [Effect]
  ) -> VirtualStage {
    VirtualStage(
      start: { now, parameters in
        (Memory(elements: [now]), [.appoint(after: parameters[0], tag: 0)])
      },
      receive: { memory, signal, now, parameters in
        switch signal {
        case .event where memory.number == 1: return []
        case .event(let event): return event.isTerminal ? [.emit(event)] : [.emit(event), .stamp]
        case .due:
          let left = parameters[0] - (now - memory.elements[0])
          return left > 0 ? [.appoint(after: left, tag: 0)] : giveUp(&memory)
        }
      })
  }

  /// Sets the timer, unless it is set.
  private static func timer(after span: Int, _ memory: inout Memory) -> [Effect] {
    guard memory.number & isTimerSet == 0 else { return [] }
    memory.number |= isTimerSet
    return [.appoint(after: span, tag: 0)]
  }

  private static func sent(_ token: Int, _ memory: inout Memory) -> [Effect] {
    memory.elements = [memory.elements[0]]
    memory.number |= hasSent
    return [.emit(.next(token)), .stamp]
  }
}
