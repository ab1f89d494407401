// How operators go on with another sequence when one has ended.

extension GraphMachine {
  /// Takes in an event of the sequence that is subscribed, and returns what is to be passed on.
  func passed(
    _ event: ModelEvent, from source: Place, _ succession: Succession, _ place: Place, _ lane: Int,
    in state: inout GraphState
  ) -> ModelEvent? {
    let node = graph.nodes[place.node]
    if event == .interrupted, !succession.followsInterruption {
      state[source].isCut = true
      state[place].hasEnded = true
      return event
    }
    let event = event == .interrupted ? .completed : event
    let step = succession.follow(&state[place].memory, event, node.inputs.count, node.parameters)
    guard event.isTerminal else { return event }
    state[source].isCut = true
    switch step {
    case .pass where graph.semantics.successions == .handOver && succession.leaves(event):
      state[source].successor = Self.mark(ofEnd: event)
      state.lanes[lane].stack.append(.follow(source))
      return nil
    case .pass:
      state[place].hasEnded = true
      return event
    case .end(let ending):
      state[place].hasEnded = true
      return ending
    case .next(let successor):
      state[source].successor = successor
      state.lanes[lane].stack.append(.follow(source))
      return nil
    }
  }

  /// Takes in an event of an input of an operator that subscribes its first input again when the second has
  /// answered; true if it is to be passed on.
  func passesRetry(
    _ event: ModelEvent, from source: Place, _ place: Place, _ lane: Int, in state: inout GraphState
  ) -> Bool {
    let input = graph.nodes[source.node].position
    if event.isTerminal { state[source].isCut = true }
    switch (input, event) {
    case (0, .next): return true
    case (0, .completed):
      state[place].hasEnded = true
      return true
    case (0, .error):
      state.lanes[lane].stack.append(.asking(source))
      arrive(event, 0, place, origin: source.instance, lane, in: &state)
      return false
    case (_, _):
      arrive(event, 1, place, lane, in: &state)
      return false
    }
  }

  /// What the second input's events and the first one's errors lead to when it is their turn.
  func answer(
    _ queued: GraphState.Queued, _ place: Place, _ retriesMax: Int, _ lane: Int,
    in state: inout GraphState
  ) {
    var memory = RetryMemory(state[place].memory)
    let endsWithLastAnswer = graph.semantics.retryWhen == .atOnce
    if queued.input == 0 {
      if memory.ending == nil {
        memory.retries += 1
        if memory.hasAnswer {
          let source = Place(
            subscription: place.subscription, node: graph.nodes[place.node].inputs[0],
            instance: queued.origin)
          state[source].successor = 0
          if endsWithLastAnswer, memory.retries == retriesMax {
            state.lanes[lane].stack.append(.enter(input(1, of: place), .completed))
          }
          state.lanes[lane].stack.append(.follow(source))
        } else if endsWithLastAnswer, memory.retries == retriesMax {
          memory.isWaiting = true
          memory.ending = .completed
        } else {
          memory.isWaiting = true
        }
        if memory.retries == retriesMax, !endsWithLastAnswer {
          // There is no further question: the next error is the last one.
          memory.ending = .completed
          state[input(1, of: place)].isCut = true
        }
      } else {
        memory.isWaiting = true
      }
    } else if memory.ending == nil {
      switch queued.event {
      case .next: memory.hasAnswer = true
      case .error: memory.ending = queued.event
      case .completed:
        if endsWithLastAnswer, memory.retries == retriesMax {
          memory.isWaiting = true
          memory.ending = .completed
        }
      }
    }
    state[place].memory = memory.packed
    guard memory.isWaiting, let ending = memory.ending else { return }
    state[place].hasEnded = true
    state.lanes[lane].stack.append(.send(place, ending))
  }
}

/// What a node remembers that asks before it subscribes again.
struct RetryMemory {
  var retries = 0
  var hasAnswer = false
  /// An error has been followed by nothing so far.
  var isWaiting = false
  /// What an error without an answer leads to from now on.
  var ending: ModelEvent?

  init() {}

  init(_ memory: OperatorStage.Memory) {
    retries = memory.number
    hasAnswer = memory.elements[0] == 1
    isWaiting = memory.elements[1] == 1
    switch memory.elements.count {
    case 2: ending = nil
    case 3: ending = .completed
    default: ending = .error(memory.elements[3])
    }
  }

  var packed: OperatorStage.Memory {
    var elements = [hasAnswer ? 1 : 0, isWaiting ? 1 : 0]
    switch ending {
    case nil: break
    case .completed?: elements += [0]
    case .error(let code)?: elements += [0, code]
    case .next?: break
    }
    return OperatorStage.Memory(number: retries, elements: elements)
  }
}
