// How events pass from where they begin down to the observers.

extension GraphMachine {
  func inject(_ event: ModelEvent, _ feed: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    let memory = subjectMemory(ofFeed: feed, in: state)
    var event = event
    if memory?.isPromise == true {
      guard let kept = kept(event, feed, in: &state) else { return }
      event = kept
    }
    guard let memory, !memory.isLocked else {
      guard state.feeds[feed].ending == nil else { return }
      state.lanes[lane].stack.append(
        .emit(feed: feed, event, rest: state.feeds[feed].published))
      if event.isTerminal, memory != nil {
        state.feeds[feed].ending = event
        state.feeds[feed].published = 0
      }
      return
    }
    if graph.semantics.subjects == .elementsUnderLock {
      return injectLeavingEnds(event, feed, lane, in: &state)
    }
    if graph.semantics.subjects != .queue { return notify(event, feed, lane, in: &state) }
    if state.feeds[feed].owner >= 0 {
      state.feeds[feed].queue.append(.event(event))
    } else {
      state.feeds[feed].owner = lane
      state.lanes[lane].stack.append(.drainSubject(feed: feed))
      work(.event(event), feed, lane, in: &state)
    }
  }

  /// What an event is to a promise: its first element is what it tells when it completes, and completes it.
  private func kept(_ event: ModelEvent, _ feed: Int, in state: inout GraphState) -> ModelEvent? {
    switch event {
    case .error: return event
    case .completed: return state.feeds[feed].memory.isEmpty ? nil : event
    case .next(let token):
      guard state.feeds[feed].ending == nil else { return nil }
      state.feeds[feed].memory = [token]
      return .completed
    }
  }

  func drainSubject(_ feed: Int, _ lane: Int, in state: inout GraphState) {
    guard !state.feeds[feed].queue.isEmpty else {
      state.feeds[feed].owner = -1
      state.lanes[lane].stack.removeLast()
      return
    }
    work(state.feeds[feed].queue.removeFirst(), feed, lane, in: &state)
  }

  func work(
    _ work: GraphState.SubjectWork, _ feed: Int, _ lane: Int, in state: inout GraphState
  ) {
    switch work {
    case .event(let event):
      guard state.feeds[feed].ending == nil else { return }
      if event.isTerminal, subjectMemory(ofFeed: feed, in: state)?.ends == false { return }
      broadcast(event, feed, lane, in: &state)
    case .add(let place):
      let ending = state.feeds[feed].ending
      if state.feeds[feed].slots.count == GraphState.slotsMax { state.isExceeded = true }
      if let ending {
        state.lanes[lane].stack.append(.send(place, ending))
      } else {
        state.feeds[feed].published |= 1 << UInt64(state.feeds[feed].slots.count)
      }
      // Who comes after the end leaves through the queue, too.
      state.feeds[feed].slots.append(place)
      guard let memory = subjectMemory(ofFeed: feed, in: state), memory.replays(ending) else {
        return
      }
      for token in state.feeds[feed].memory.reversed() {
        state.lanes[lane].stack.append(.send(place, .next(token)))
      }
    }
  }

  /// Lets a subject remember the event and notify its observers.
  func broadcast(
    _ event: ModelEvent, _ feed: Int, _ lane: Int, in state: inout GraphState
  ) {
    guard let memory = subjectMemory(ofFeed: feed, in: state) else { return }
    let parameters = graph.nodes[state.feeds[feed].node].parameters
    let everybody = listeners(feed, in: state)
    if case .next(let token) = event {
      memory.remember(&state.feeds[feed].memory, token, parameters)
      if !memory.deliversAtOnce { return }
    } else {
      state.feeds[feed].ending = event
      state.feeds[feed].published = 0
    }
    // A promise tells its end to each right behind the element.
    if event != .completed || !memory.isPromise {
      state.lanes[lane].stack.append(.emit(feed: feed, event, rest: everybody))
    }
    guard event == .completed, !memory.deliversAtOnce else { return }
    for token in state.feeds[feed].memory.reversed() {
      state.lanes[lane].stack.append(.emit(feed: feed, .next(token), rest: everybody))
    }
  }

  func emit(
    _ event: ModelEvent, _ feed: Int, _ rest: UInt64, _ choice: Int, _ lane: Int,
    in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    guard rest != 0 else { return }
    let inTime = emitChoicesInTime(feed, rest, in: state)
    let isInVain = choice == waysToNotify(feed, rest, in: state)
    let isLate = choice >= inTime && !isInVain
    var later = isLate ? lateSlots(feed, rest, in: state) : rest
    if !isInVain { for _ in 0..<(isLate ? choice - inTime : choice) { later &= later - 1 } }
    let slot = later.trailingZeroBitCount
    let others = rest & ~(1 << UInt64(slot))
    if others != 0 { state.lanes[lane].stack.append(.emit(feed: feed, event, rest: others)) }
    if !event.isTerminal, subjectMemory(ofFeed: feed, in: state)?.isPromise == true {
      state.lanes[lane].stack.append(
        .emit(feed: feed, .completed, rest: 1 << UInt64(slot)))
    }
    let place = state.feeds[feed].slots[slot]
    if isInVain { return }
    if isLate { return deliverLate(event, place, lane, in: &state) }
    if event.isTerminal, let other = laneWithEnd(of: place, but: lane, in: state) {
      return takeOverEnd(from: other, lane, in: &state)
    }
    guard !state[place].hasEnded, !isReleased(place, in: state) else { return }
    if isNewcomer(place, lane, in: state) {
      // Who was sent what was before is sent this after it, by the same thread.
      state[place].queue.append(GraphState.Queued(input: 0, event: event))
      return
    }
    if event.isTerminal {
      // To be the first terminal event is one step, to arrive below is another.
      state[place].hasEnded = true
      state.lanes[lane].stack.append(.send(place, event))
    } else {
      send(event, from: place, lane, in: &state)
    }
  }

  /// Whether that source has been released for good: what sequences that follow one another have left sends nothing, though a
  /// thread may still hold locks below it.
  private func isReleased(_ place: Place, in state: GraphState) -> Bool {
    graph.isDynamic && state.attachments.contains { $0.place == place && $0.isDetached }
  }

  /// Takes an event from a node that emitted it through all stages up to the next place that several
  /// threads share.
  func send(
    _ event: ModelEvent, from place: Place, _ lane: Int, in state: inout GraphState
  ) {
    var (event, place) = (event, place)
    while true {
      guard !isUnwound(place, lane, in: state), !state[place].isCut else { return }
      guard let parent = parent(of: place, in: state) else {
        if graph.nodes[place.node].parent != nil {
          return passToListeners(event, from: place, lane, in: &state)
        }
        return deliver(event, place.subscription, lane, in: &state)
      }
      if turnsAway(parent, in: state) { return turnAway(event, place, parent, lane, in: &state) }
      let source = place
      place = parent
      switch graph.nodes[parent.node].role {
      case .feed, .subject, .cold, .timed, .scheduled, .sharing, .withoutModel: return
      case .clocked(let stage):
        guard passesClock(event, from: source, stage, place, lane, in: &state) else { return }
      case .connecting:
        // The first element makes the connection; an end without one is of no interest.
        state[source].isCut = true
        if !event.isTerminal { state.lanes[lane].stack.append(.connect(place)) }
        return
      case .elsewhere: if event.isTerminal { state[place].hasEnded = true }
      case .handOver:
        if event.isTerminal { state[source].isCut = true }
        state[place].queue.append(GraphState.Queued(input: 0, event: event))
        return
      case .succession(let succession):
        guard let passed = passed(event, from: source, succession, place, lane, in: &state) else {
          return
        }
        event = passed
      case .flattening(let flattening):
        return flatten(flattening, event, from: source, to: place, lane, in: &state)
      case .retryWhen:
        guard passesRetry(event, from: source, place, lane, in: &state) else { return }
      case .stage(let stage):
        let input = graph.nodes[source.node].position
        if onlyChooses(event, from: source, stage, place, lane, in: &state) { return }
        if stage.endsInput(input, event) { state[source].isCut = true }
        guard let left = leftToWait(event, input, stage, place, in: &state) else { return }
        event = left
        if stage.endsOthers != nil { return come(event, from: source, stage, lane, in: &state) }
        if stage.serialises { return arrive(event, input, place, lane, in: &state) }
        let outputs = react(stage, to: event, input, place, in: &state)
        guard let first = outputs.first else { return }
        if stage.emitsWhileSubscribing { state.lanes[lane].stack.append(.job) }
        for later in outputs.dropFirst().reversed() {
          state.lanes[lane].stack.append(.send(place, later))
        }
        if stage.chosenInput != nil {
          // The others are released before the first event of the chosen one arrives below.
          return state.lanes[lane].stack.append(.send(place, first))
        }
        event = first
      }
    }
  }

  /// What is left of an event once the stage has done with it what it does at once.
  private func leftToWait(
    _ event: ModelEvent, _ input: Int, _ stage: OperatorStage, _ place: Place,
    in state: inout GraphState
  ) -> ModelEvent? {
    guard let atOnce = stage.atOnce else { return event }
    let left = atOnce(&state[place].memory, input, event, graph.nodes[place.node].parameters)
    cutOthers(stage, place, in: &state)
    return left
  }

  /// Lets an end choose the input that it comes from, where that is all it does at first: it comes again, and others may have
  /// come before it by then.
  private func onlyChooses(
    _ event: ModelEvent, from source: Place, _ stage: OperatorStage, _ place: Place, _ lane: Int,
    in state: inout GraphState
  ) -> Bool {
    guard event.isTerminal, stage.closes, let atOnce = stage.atOnce, let chosen = stage.chosenInput,
      chosen(state[place].memory) == nil
    else { return false }
    let node = graph.nodes[source.node]
    var memory = state[place].memory
    let left = atOnce(&memory, node.position, event, graph.nodes[place.node].parameters)
    guard left == nil, chosen(memory) != nil else { return false }
    state[place].memory = memory
    cutOthers(stage, place, in: &state)
    state.lanes[lane].stack.append(.send(source, event))
    return true
  }

  /// Lets the inputs go that the stage does not want any more, once it has chosen one.
  private func cutOthers(_ stage: OperatorStage, _ place: Place, in state: inout GraphState) {
    guard let chosen = stage.chosenInput?(state[place].memory) else { return }
    for other in graph.nodes[place.node].inputs.indices where other != chosen {
      state[input(other, of: place)].isCut = true
    }
  }

  /// Whether the completion of the sequence of a stage's inputs comes when so many of them have been subscribed.
  func isClosing(_ place: Place, order: Int, done: Int) -> Bool {
    guard case .stage(let stage) = graph.nodes[place.node].role, stage.closes else { return false }
    return done == graph.nodes[place.node].orders[order].count
  }

  /// Lets that completion come.
  func close(_ place: Place, _ lane: Int, in state: inout GraphState) {
    guard case .stage(let stage) = graph.nodes[place.node].role, !state[place].hasEnded else {
      return
    }
    let last = graph.nodes[place.node].inputs.count
    guard let left = leftToWait(.completed, last, stage, place, in: &state) else { return }
    arrive(left, last, place, lane, in: &state)
  }

  /// Whether what comes to that node now comes in vain; where ends are left, it may have to send the end.
  private func turnsAway(_ place: Place, in state: GraphState) -> Bool {
    guard state[place].hasEnded else { return false }
    return leavesEnds(place) || !(isEnding(place, in: state) || isConnecting(place))
  }

  /// What comes of an event that comes in vain: a sequence that begins in vain, or the end that waits there.
  private func turnAway(
    _ event: ModelEvent, _ source: Place, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    guard startsInVain(event, from: source, place, in: state) else {
      return sendEnd(of: place, lane, in: &state)
    }
    state.lanes[lane].stack.append(.startInner(place, event))
  }

  /// Whether an element begins a sequence there in vain: the end of the whole is being delivered, and the source of such elements
  /// is released after that.
  private func startsInVain(
    _ event: ModelEvent, from source: Place, _ place: Place, in state: GraphState
  ) -> Bool {
    guard case .next = event, graph.nodes[source.node].position == 0 else { return false }
    return beginsUnlocked(place) && leavesEnds(place) && isEnding(place, in: state)
  }

  func arrive(
    _ event: ModelEvent, _ input: Int, _ place: Place, origin: Int = 0, _ lane: Int,
    in state: inout GraphState
  ) {
    if graph.nodes[place.node].locks {
      return state.lanes[lane].stack.append(.meet(place, event, input: input, origin: origin))
    }
    let queued = GraphState.Queued(input: input, event: event, origin: origin)
    if state[place].owner >= 0 {
      state[place].queue.append(queued)
    } else {
      state[place].owner = lane
      state.lanes[lane].stack.append(.drain(place))
      if readsClock(place) {
        // Between taking the queue and reading the clock, somebody may move the clock.
        state[place].queue.append(queued)
      } else {
        take(queued, place, lane, in: &state)
      }
    }
  }

  func readsClock(_ place: Place) -> Bool {
    guard isVirtual, case .clocked = graph.nodes[place.node].role else { return false }
    return true
  }

  /// Puts an event that nothing holds up any more in the queue of the node below its source.
  func enter(
    _ event: ModelEvent, from source: Place, _ lane: Int, in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    guard let place = parent(of: source, in: state), !state[place].hasEnded,
      !isReplaced(source, of: place, in: state)
    else { return }
    let input = graph.nodes[source.node].position
    if case (.error, .retryWhen(let retriesMax)) = (event, graph.nodes[place.node].role) {
      return ask(event, about: source, place, retriesMax, lane, in: &state)
    }
    if event == .completed, countsAtOnce(source, of: place, in: &state) { return }
    arrive(event, input, place, origin: source.instance, lane, in: &state)
  }

  func drain(_ place: Place, _ lane: Int, in state: inout GraphState) {
    if state[place].hasEnded || state.subscriptions[place.subscription].isUnwound {
      state[place].queue = []
    }
    guard !state[place].queue.isEmpty else {
      state[place].owner = -1
      state.lanes[lane].stack.removeLast()
      return
    }
    take(state[place].queue.removeFirst(), place, lane, in: &state)
  }

  /// Takes an event whose turn has come through a node that puts them in a row.
  func take(
    _ queued: GraphState.Queued, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    switch graph.nodes[place.node].role {
    case .stage(let stage):
      let outputs = react(stage, to: queued.event, queued.input, place, in: &state)
      if leavesEnds(place), !queued.event.isTerminal {
        return sendUnderLock(outputs, at: place, lane, in: &state)
      }
      for output in outputs.reversed() { state.lanes[lane].stack.append(.send(place, output)) }
    case .flattening(.latest) where graph.nodes[place.node].locks && queued.starts:
      replaceLatest(by: queued, of: place, lane, in: &state)
    case .flattening(let flattening):
      guard let output = flattened(flattening, queued, at: place, in: &state) else { return }
      if output.isTerminal { state[place].hasEnded = true }
      state.lanes[lane].stack.append(.send(place, output))
    case .retryWhen: answer(queued, place, lane, in: &state)
    case .clocked(let stage): clocked(queued, stage, place, lane, in: &state)
    case .subject, .sharing, .connecting:
      if queued.event.isTerminal { state[place].hasEnded = true }
      state.lanes[lane].stack.append(.send(place, queued.event))
    case .feed, .cold, .timed, .handOver, .elsewhere, .succession, .scheduled, .withoutModel: return
    }
  }

  func react(
    _ stage: OperatorStage, to event: ModelEvent, _ input: Int, _ place: Place,
    in state: inout GraphState
  ) -> [ModelEvent] {
    let parameters = graph.nodes[place.node].parameters
    let outputs = stage.receive(&state[place].memory, input, event, parameters)
    if outputs.contains(where: \.isTerminal) || stage.isOver(state[place].memory) {
      state[place].hasEnded = true
    }
    cutOthers(stage, place, in: &state)
    return outputs
  }

  func deliver(
    _ event: ModelEvent, _ subscription: Int, _ lane: Int, in state: inout GraphState
  ) {
    let gate = state.subscriptions[subscription]
    guard !gate.hasEnded, !gate.isClosed || gate.admitted & 1 << lane != 0 else { return }
    if gate.takesEndsOnly && !event.isTerminal { return }
    if event.isTerminal { state.subscriptions[subscription].hasEnded = true }
    if event == .interrupted { return }
    state.lanes[lane].stack.append(.deliver(subscription: subscription, event))
  }
}
