/// The small steps that threads take inside a graph, between two records of a trace.
///
/// A step is as much as one thread does between two points where it touches what other threads touch:
/// a queue, a list of observers, a gate. A lane whose innermost frame waits for a record has none. Where a
/// correct library may do one thing or another, a step has several choices.
struct GraphMachine: Sendable {
  typealias Frame = GraphState.Frame
  typealias Place = GraphState.Place

  let graph: GraphModel
  private let isAsynchronous: Bool

  init(graph: GraphModel) {
    self.graph = graph
    isAsynchronous = graph.script.isAsynchronous
  }

  /// Number of ways in which the lane can go on by itself; 0 where it waits or has nothing to do.
  func choices(_ lane: Int, in state: GraphState) -> Int {
    guard let frame = state.lanes[lane].stack.last else {
      return isAsynchronous ? idleChoices(lane, in: state) : 0
    }
    let own = choices(of: frame, lane, in: state)
    return graph.sharedLeaves.isEmpty ? own : own + departures(frame, in: state).count
  }

  private func choices(of frame: Frame, _ lane: Int, in state: GraphState) -> Int {
    let tasks = state.lanes[lane].tasks.count
    switch frame {
    case .action, .deliver, .callback, .attach: return 0
    case .inject, .emit, .send, .drain, .drainSubject, .reserve, .publish, .dispose: return 1
    case .subscribe(let place): return subscribeChoices(place, in: state)
    case .inputs: return 1 + tasks
    case .subscribed:
      // What was put off may wait for the end of an outer subscribe of the same thread.
      return tasks == 0 ? 1 : tasks + (isTrampolined(lane, in: state) ? 1 : 0)
    case .job: return tasks == 0 ? 1 : tasks
    case .close(let subscription):
      return pendingLane(of: subscription, in: state) == nil ? 1 : 2
    }
  }

  /// Lets the lane go on in one of those ways.
  func perform(_ choice: Int, _ lane: Int, in state: inout GraphState) {
    guard let frame = state.lanes[lane].stack.last else {
      return beginWork(choice, lane, in: &state)
    }
    if !graph.sharedLeaves.isEmpty {
      let own = choices(of: frame, lane, in: state)
      if choice >= own {
        return leave(departures(frame, in: state)[choice - own], lane, in: &state)
      }
    }
    switch frame {
    case .action, .deliver, .callback, .attach: return
    case .inject(let feed, let event): inject(event, feed, lane, in: &state)
    case .emit(let feed, let event, let rest): emit(event, feed, rest, lane, in: &state)
    case .send(let place, let event):
      state.lanes[lane].stack.removeLast()
      send(event, from: place, lane, in: &state)
    case .drain(let place): drain(place, lane, in: &state)
    case .drainSubject(let feed): drainSubject(feed, lane, in: &state)
    case .subscribe(let place): subscribe(place, choice, lane, in: &state)
    case .inputs(let place, let order, let done):
      if choice == 0 {
        subscribeNextInput(of: place, order, done, lane, in: &state)
      } else {
        runTask(choice - 1, lane, in: &state)
      }
    case .reserve(let place): reserve(place, lane, in: &state)
    case .publish(let place, let slot):
      state.lanes[lane].stack.removeLast()
      state.feeds[graph.nodes[place.node].feed!].published |= 1 << UInt64(slot)
    case .subscribed(let subscription):
      if choice < state.lanes[lane].tasks.count {
        runTask(choice, lane, in: &state)
      } else {
        finishSubscribing(subscription, lane, in: &state)
      }
    case .job:
      if state.lanes[lane].tasks.isEmpty {
        state.lanes[lane].stack.removeLast()
      } else {
        runTask(choice, lane, in: &state)
      }
    case .dispose(let subscription): dispose(subscription, lane, in: &state)
    case .close(let subscription):
      state.lanes[lane].stack.removeLast()
      close(subscription, keepsPending: choice == 0, in: &state)
    }
  }

  /// Takes the steps that touch nothing that other threads see and leave no choice: to put them off would
  /// only multiply the states to look at.
  func settle(_ lane: Int, in state: inout GraphState) {
    while let frame = state.lanes[lane].stack.last, isPrivate(frame, lane, in: state) {
      perform(0, lane, in: &state)
    }
  }

  private func isPrivate(_ frame: Frame, _ lane: Int, in state: GraphState) -> Bool {
    switch frame {
    case .inputs: break
    case .subscribe(let place):
      let node = graph.nodes[place.node]
      switch node.role {
      case .stage where node.orders.count == 1 && node.opening.isEmpty, .handOver: break
      case .feed, .subject, .cold, .timed, .stage, .elsewhere, .unsaid: return false
      }
    case .send(let place, _): if !state.subscriptions[place.subscription].isClosed { return false }
    case .action, .inject, .emit, .drain, .drainSubject, .deliver, .callback, .attach, .reserve,
      .publish, .subscribed, .dispose, .close, .job:
      return false
    }
    return choices(lane, in: state) == 1
  }

  // MARK: Events on their way down

  private func inject(_ event: ModelEvent, _ feed: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    guard case .subject? = graph.leaf(ofFeed: feed)?.role else {
      state.lanes[lane].stack.append(
        .emit(feed: feed, event, rest: state.feeds[feed].published))
      return
    }
    if state.feeds[feed].owner >= 0 {
      state.feeds[feed].queue.append(.event(event))
    } else {
      state.feeds[feed].owner = lane
      state.lanes[lane].stack.append(.drainSubject(feed: feed))
      work(.event(event), feed, lane, in: &state)
    }
  }

  private func drainSubject(_ feed: Int, _ lane: Int, in state: inout GraphState) {
    guard !state.feeds[feed].queue.isEmpty else {
      state.feeds[feed].owner = -1
      state.lanes[lane].stack.removeLast()
      return
    }
    work(state.feeds[feed].queue.removeFirst(), feed, lane, in: &state)
  }

  private func work(
    _ work: GraphState.SubjectWork, _ feed: Int, _ lane: Int, in state: inout GraphState
  ) {
    switch work {
    case .event(let event):
      guard state.feeds[feed].ending == nil else { return }
      broadcast(event, feed, lane, in: &state)
    case .add(let place):
      let ending = state.feeds[feed].ending
      if let ending {
        state.lanes[lane].stack.append(.send(place, ending))
      } else {
        state.feeds[feed].published |= 1 << UInt64(state.feeds[feed].slots.count)
        state.feeds[feed].slots.append(place)
      }
      guard case .subject(let memory) = graph.nodes[place.node].role, memory.replays(ending)
      else { return }
      for token in state.feeds[feed].memory.reversed() {
        state.lanes[lane].stack.append(.send(place, .next(token)))
      }
    }
  }

  /// Lets a subject remember the event and tell its observers.
  private func broadcast(
    _ event: ModelEvent, _ feed: Int, _ lane: Int, in state: inout GraphState
  ) {
    guard let leaf = graph.leaf(ofFeed: feed), case .subject(let memory) = leaf.role else { return }
    let everybody = state.feeds[feed].published
    if case .next(let token) = event {
      memory.remember(&state.feeds[feed].memory, token, leaf.parameters)
      if !memory.tellsAtOnce { return }
    } else {
      state.feeds[feed].ending = event
      state.feeds[feed].published = 0
    }
    state.lanes[lane].stack.append(.emit(feed: feed, event, rest: everybody))
    guard event == .completed, !memory.tellsAtOnce else { return }
    for token in state.feeds[feed].memory.reversed() {
      state.lanes[lane].stack.append(.emit(feed: feed, .next(token), rest: everybody))
    }
  }

  private func emit(
    _ event: ModelEvent, _ feed: Int, _ rest: UInt64, _ lane: Int, in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    guard rest != 0 else { return }
    let slot = rest.trailingZeroBitCount
    if rest & (rest - 1) != 0 {
      state.lanes[lane].stack.append(.emit(feed: feed, event, rest: rest & (rest - 1)))
    }
    let place = state.feeds[feed].slots[slot]
    guard !state[place].hasEnded else { return }
    if event.isTerminal {
      // To be the first terminal event is one step, to arrive below is another.
      state[place].hasEnded = true
      state.lanes[lane].stack.append(.send(place, event))
    } else {
      send(event, from: place, lane, in: &state)
    }
  }

  /// Takes an event from a node that emitted it through all stages up to the next place that several
  /// threads share.
  private func send(
    _ event: ModelEvent, from place: Place, _ lane: Int, in state: inout GraphState
  ) {
    var (event, place) = (event, place)
    while true {
      guard !state.subscriptions[place.subscription].isClosed else { return }
      guard let parent = graph.nodes[place.node].parent else {
        return deliver(event, place.subscription, lane, in: &state)
      }
      let input = graph.nodes[place.node].position
      place.node = parent
      guard !state[place].hasEnded, state[place].endedInputs & (1 << UInt8(input)) == 0 else {
        return
      }
      switch graph.nodes[parent].role {
      case .feed, .subject, .cold, .timed, .unsaid: return
      case .elsewhere: if event.isTerminal { state[place].hasEnded = true }
      case .handOver:
        if event.isTerminal { state[place].endedInputs = 1 }
        state[place].queue.append(GraphState.Queued(input: input, event: event))
        return
      case .stage(let stage):
        if stage.endsInput(input, event) { state[place].endedInputs |= 1 << UInt8(input) }
        if stage.serialises {
          return arrive(event, input, place, lane, in: &state)
        }
        let outputs = react(stage, to: event, input, place, in: &state)
        guard let first = outputs.first else { return }
        for later in outputs.dropFirst().reversed() {
          state.lanes[lane].stack.append(.send(place, later))
        }
        event = first
      }
    }
  }

  private func arrive(
    _ event: ModelEvent, _ input: Int, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    let queued = GraphState.Queued(input: input, event: event)
    if state[place].owner >= 0 {
      state[place].queue.append(queued)
    } else {
      state[place].owner = lane
      state.lanes[lane].stack.append(.drain(place))
      take(queued, place, lane, in: &state)
    }
  }

  private func drain(_ place: Place, _ lane: Int, in state: inout GraphState) {
    if state[place].hasEnded || state.subscriptions[place.subscription].isClosed {
      state[place].queue = []
    }
    guard !state[place].queue.isEmpty else {
      state[place].owner = -1
      state.lanes[lane].stack.removeLast()
      return
    }
    take(state[place].queue.removeFirst(), place, lane, in: &state)
  }

  /// Takes an event whose turn has come through a serialising stage.
  private func take(
    _ queued: GraphState.Queued, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    guard case .stage(let stage) = graph.nodes[place.node].role else { return }
    let outputs = react(stage, to: queued.event, queued.input, place, in: &state)
    for output in outputs.reversed() { state.lanes[lane].stack.append(.send(place, output)) }
  }

  private func react(
    _ stage: OperatorStage, to event: ModelEvent, _ input: Int, _ place: Place,
    in state: inout GraphState
  ) -> [ModelEvent] {
    let parameters = graph.nodes[place.node].parameters
    let outputs = stage.receive(&state[place].memory, input, event, parameters)
    if outputs.contains(where: \.isTerminal) { state[place].hasEnded = true }
    return outputs
  }

  private func deliver(
    _ event: ModelEvent, _ subscription: Int, _ lane: Int, in state: inout GraphState
  ) {
    guard !state.subscriptions[subscription].hasEnded else { return }
    if event.isTerminal { state.subscriptions[subscription].hasEnded = true }
    state.lanes[lane].stack.append(.deliver(subscription: subscription, event))
  }
}

extension GraphModel {
  /// The first leaf of that feed, or nil where the graph does not name it.
  func leaf(ofFeed feed: Int) -> Node? {
    guard firstLeaves.indices.contains(feed), let leaf = firstLeaves[feed] else { return nil }
    return nodes[leaf]
  }
}
