// The models of rows that let the graph see what operators do beside passing events on.

extension OperatorModel {
  /// Adds to each element which handlers have been called, and says so once more before the end.
  public static let handlersCounted = OperatorModel(
    .stage(
      OperatorStage { memory, _, event, parameters in
        switch event {
        case .next(let token):
          memory.number += 1
          let called = ObservedWords.handlers(
            elements: memory.number, after: memory.number - 1, subscriptions: 1)
          return [.next(Token.combining(token, called))]
        case .error:
          return [.next(ObservedWords.handlersAtEnd(errors: 1, completions: 0)), event]
        case .completed:
          // A single has no handler for its completion.
          let completions = parameters[0] == 1 ? 0 : 1
          return [
            .next(ObservedWords.handlersAtEnd(errors: 0, completions: completions)), event,
          ]
        }
      }))

  /// Says of each element in which group it is, and of each group when it begins and how it ends. The groups are those of
  /// even and of odd payloads.
  public static let groups = OperatorModel(
    .stage(
      OperatorStage(serialises: true) { memory, _, event, _ in
        switch event {
        case .next(let token):
          let group = Token.payload(token) & 1
          let element = ModelEvent.next(ObservedWords.inner(group, token))
          if memory.elements.contains(group) { return [element] }
          memory.elements.append(group)
          return [.next(ObservedWords.innerBegun(group)), element]
        case .completed:
          return memory.elements.map { .next(ObservedWords.innerCompleted($0)) } + [event]
        case .error:
          return memory.elements.map { .next(ObservedWords.innerFailed($0)) } + [event]
        }
      }))

  /// Says of each element in which window it is, and of each window when it ends and how. What begins with the
  /// subscription is the first one; the others begin where the one before has ended.
  public static let windows = OperatorModel(
    .clocked(
      ClockedStage(startsInTurn: true, virtual: .windows) { memory, signal, parameters in
        var changed = memory
        switch signal {
        case .event(let event):
          let outputs = windowEvents(event, &changed, count: parameters[1])
          return [.init(memory: changed, outputs: outputs)]
        case .due:
          let outputs = windowChanges(&changed)
          return [.init(memory: changed, outputs: outputs), .init(memory: memory)]
        }
      }))

  /// What an event does to the window whose number is the memory's, and which has as many elements as the memory.
  static func windowEvents(
    _ event: ModelEvent, _ memory: inout OperatorStage.Memory, count: Int
  ) -> [ModelEvent] {
    switch event {
    case .next(let token):
      let element = ModelEvent.next(ObservedWords.inner(memory.number, token))
      memory.elements.append(0)
      return [element] + (memory.elements.count == count ? windowChanges(&memory) : [])
    case .completed: return [.next(ObservedWords.innerCompleted(memory.number)), event]
    case .error: return [.next(ObservedWords.innerFailed(memory.number)), event]
    }
  }

  /// The window ends, and the next one begins.
  static func windowChanges(_ memory: inout OperatorStage.Memory) -> [ModelEvent] {
    let number = memory.number
    (memory.elements, memory.number) = ([], number + 1)
    return [
      .next(ObservedWords.innerCompleted(number)), .next(ObservedWords.innerBegun(number + 1)),
    ]
  }
}

extension VirtualStage {
  /// As on real time; the window's number is what appointments are for.
  static let windows = VirtualStage(
    start: { _, parameters in (Memory(), [.appoint(after: parameters[0], tag: 0)]) },
    receive: { memory, signal, _, parameters in
      let number = memory.number
      let outputs: [ModelEvent]
      switch signal {
      case .event(let event):
        outputs = OperatorModel.windowEvents(event, &memory, count: parameters[1])
      case .due(let tag):
        outputs = tag == number ? OperatorModel.windowChanges(&memory) : []
      }
      let effects = outputs.map { Effect.emit($0) }
      return memory.number == number
        ? effects : effects + [.appoint(after: parameters[0], tag: memory.number)]
    })
}
