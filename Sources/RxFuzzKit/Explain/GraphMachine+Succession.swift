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
    case .pass where leavesEnd(event, succession, at: place, in: state):
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
      // The input is given up before the question is put.
      state.lanes[lane].stack.append(.asking(source))
      state.lanes[lane].stack.append(.enter(source, event))
      return false
    case (_, _):
      arrive(event, 1, place, lane, in: &state)
      return false
    }
  }

  /// Puts the question whether to subscribe the input again; the end of questions comes after the last one.
  func ask(
    _ event: ModelEvent, about source: Place, _ place: Place, _ retriesMax: Int, _ lane: Int,
    in state: inout GraphState
  ) {
    var memory = RetryMemory(state[place].memory)
    memory.isAsking = true
    state[place].memory = memory.packed
    if memory.retries + 1 == retriesMax {
      state.lanes[lane].stack.append(.enter(source, .completed))
    }
    arrive(event, 0, place, origin: source.instance, lane, in: &state)
  }

  /// What the questions and the second input's events lead to when it is their turn.
  func answer(
    _ queued: GraphState.Queued, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    var memory = RetryMemory(state[place].memory)
    switch (queued.input, queued.event) {
    case (0, .completed): memory.ending = memory.ending ?? .completed
    case (0, _): take(questionFrom: queued.origin, &memory, place, lane, in: &state)
    case (_, .next): memory.hasAnswer = true
    case (_, .error): memory.ending = memory.ending ?? queued.event
    case (_, .completed): break
    }
    if memory.ending == .completed { state[input(1, of: place)].isCut = true }
    state[place].memory = memory.packed
    let isAtOnce = graph.semantics.retryWhen == .atOnce
    guard let ending = memory.ending, memory.isWaiting || isAtOnce && memory.isAsking else {
      return
    }
    state[place].hasEnded = true
    state.lanes[lane].stack.append(.send(place, ending))
  }

  private func take(
    questionFrom instance: Int, _ memory: inout RetryMemory, _ place: Place, _ lane: Int,
    in state: inout GraphState
  ) {
    if memory.ending == nil { memory.retries += 1 }
    guard memory.ending == nil, memory.hasAnswer else {
      memory.isWaiting = true
      return
    }
    let source = Place(
      subscription: place.subscription, node: graph.nodes[place.node].inputs[0],
      instance: instance)
    state[source].successor = 0
    state.lanes[lane].stack.append(.follow(source))
  }

  /// The input is subscribed again, so that what was asked about it is settled.
  func settleQuestion(of place: Place, in state: inout GraphState) {
    var memory = RetryMemory(state[place].memory)
    memory.isAsking = false
    state[place].memory = memory.packed
  }
}

/// What a node remembers that asks before it subscribes again.
struct RetryMemory {
  var retries = 0
  var hasAnswer = false
  /// A question is about to be put or has been, and nothing has followed so far.
  var isAsking = false
  /// A question was taken that had no answer.
  var isWaiting = false
  /// What an error without an answer leads to from now on.
  var ending: ModelEvent?

  init() {}

  init(_ memory: OperatorStage.Memory) {
    retries = memory.number
    hasAnswer = memory.elements[0] == 1
    isAsking = memory.elements[1] == 1
    isWaiting = memory.elements[2] == 1
    switch memory.elements.count {
    case 3: ending = nil
    case 4: ending = .completed
    default: ending = .error(memory.elements[4])
    }
  }

  var packed: OperatorStage.Memory {
    var elements = [hasAnswer, isAsking, isWaiting].map { $0 ? 1 : 0 }
    switch ending {
    case nil: break
    case .completed?: elements += [0]
    case .error(let code)?: elements += [0, code]
    case .next?: break
    }
    return OperatorStage.Memory(number: retries, elements: elements)
  }
}
