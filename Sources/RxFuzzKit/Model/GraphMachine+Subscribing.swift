// How a graph is subscribed and disposed, and what scheduler queues do by themselves.

extension GraphMachine {
  /// The largest number of elements that a timer without a limit emits in a model.
  static let timerElementsMax = 64

  // MARK: Subscribing

  /// True if the node's part of the graph has come to an end, so that subscribing it is optional and what
  /// it has attached may be released.
  func isOver(_ place: Place, in state: GraphState) -> Bool {
    let subscription = state.subscriptions[place.subscription]
    if subscription.isClosed || subscription.hasEnded { return true }
    var number = place.node
    while true {
      if subscription.nodes[number].hasEnded { return true }
      guard let parent = graph.nodes[number].parent else { return false }
      let bit = UInt8(1) << UInt8(graph.nodes[number].position)
      if subscription.nodes[parent].endedInputs & bit != 0 { return true }
      number = parent
    }
  }

  func subscribeChoices(_ place: Place, in state: GraphState) -> Int {
    let node = graph.nodes[place.node]
    switch node.role {
    case .feed: return isOver(place, in: state) ? 2 : 1
    case .stage: return node.orders.count
    case .subject, .cold, .timed, .handOver, .elsewhere, .unsaid: return 1
    }
  }

  func subscribe(_ place: Place, _ choice: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    let node = graph.nodes[place.node]
    switch node.role {
    case .feed:
      if choice == 0 { state.lanes[lane].stack.append(.attach(place)) }
    case .subject:
      guard let feed = node.feed else { return }
      if state.feeds[feed].owner >= 0 {
        state.feeds[feed].queue.append(.add(place))
      } else {
        state.feeds[feed].owner = lane
        state.lanes[lane].stack.append(.drainSubject(feed: feed))
        state.feeds[feed].queue.insert(.add(place), at: 0)
      }
    case .cold: putOff(place, lane, in: &state)
    case .timed: state.timers.append(GraphState.Timer(place: place, fired: 0))
    case .handOver: state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    case .elsewhere: state.jobs.append(place)
    case .unsaid: return
    case .stage:
      if node.opening.contains(where: \.isTerminal) { state[place].hasEnded = true }
      putOff(place, lane, in: &state)
      state.lanes[lane].stack.append(.inputs(place, order: choice, done: 0))
    }
  }

  /// Notes what the node emits by itself. A cold source may emit at once, or when the outermost subscribe
  /// of this thread is about to return, in turn with others.
  private func putOff(_ place: Place, _ lane: Int, in state: inout GraphState) {
    guard !graph.nodes[place.node].opening.isEmpty else { return }
    state.lanes[lane].tasks.append(GraphState.Task(place: place, done: 0))
  }

  func runTask(_ index: Int, _ lane: Int, in state: inout GraphState) {
    let task = state.lanes[lane].tasks[index]
    let opening = graph.nodes[task.place.node].opening
    if task.done + 1 == opening.count {
      state.lanes[lane].tasks.remove(at: index)
    } else {
      state.lanes[lane].tasks[index].done += 1
    }
    state.lanes[lane].stack.append(.send(task.place, opening[task.done]))
  }

  func subscribeNextInput(
    of place: Place, _ order: Int, _ done: Int, _ lane: Int, in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    let node = graph.nodes[place.node]
    guard done < node.orders[order].count else { return }
    state.lanes[lane].stack.append(.inputs(place, order: order, done: done + 1))
    let input = node.inputs[node.orders[order][done]]
    state.lanes[lane].stack.append(
      .subscribe(Place(subscription: place.subscription, node: input)))
  }

  /// The observer has a slot before it gets events, so that the order of two that attach at once is known.
  func reserve(_ place: Place, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    guard let feed = graph.nodes[place.node].feed else { return }
    let slot = state.feeds[feed].slots.count
    state.feeds[feed].slots.append(place)
    state.lanes[lane].stack.append(.publish(place, slot: slot))
  }

  func finishSubscribing(_ subscription: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    state.subscriptions[subscription].isSubscribed = true
    if state.subscriptions[subscription].isDisposalRequested {
      state.lanes[lane].stack.append(.close(subscription: subscription))
    }
  }

  /// True if an outer subscribe or a piece of a queue's work on this thread can run what was put off.
  func isTrampolined(_ lane: Int, in state: GraphState) -> Bool {
    state.lanes[lane].stack.dropLast().contains { frame in
      switch frame {
      case .subscribed, .job: true
      case .action, .inject, .emit, .send, .drain, .drainSubject, .deliver, .callback, .subscribe,
        .inputs, .attach, .reserve, .publish, .dispose, .close:
        false
      }
    }
  }

  // MARK: Disposing

  func dispose(_ subscription: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    guard !state.subscriptions[subscription].isDisposalRequested else { return }
    state.subscriptions[subscription].isDisposalRequested = true
    if state.subscriptions[subscription].isSubscribed {
      state.lanes[lane].stack.append(.close(subscription: subscription))
    }
  }

  /// The lane that is about to deliver to the subscription: it has passed the gate, or is in front of it.
  func pendingLane(of subscription: Int, in state: GraphState) -> Int? {
    state.lanes.firstIndex { lane in
      guard case .deliver(subscription, _)? = lane.stack.last else { return false }
      return true
    }
  }

  /// Closes the gate. The one event that is in front of it may have passed it.
  func close(_ subscription: Int, keepsPending: Bool, in state: inout GraphState) {
    if !keepsPending, let lane = pendingLane(of: subscription, in: state) {
      state.lanes[lane].stack.removeLast()
    }
    state.subscriptions[subscription].isClosed = true
    for node in state.subscriptions[subscription].nodes.indices {
      state.subscriptions[subscription].nodes[node].queue = []
    }
    for lane in state.lanes.indices {
      state.lanes[lane].tasks.removeAll { $0.place.subscription == subscription }
    }
    state.timers.removeAll { $0.place.subscription == subscription }
  }

  /// The places whose part of the graph is over and that are still on the list of an idle subject.
  ///
  /// Whoever ends them takes them off, and owns the subject while doing so: what others send it meanwhile is
  /// for this thread to deliver.
  func departures(_ frame: Frame, in state: GraphState) -> [Place] {
    switch frame {
    case .deliver, .callback, .attach, .dispose, .close: return []
    case .action, .inject, .emit, .send, .drain, .drainSubject, .subscribe, .inputs, .reserve,
      .publish, .subscribed, .job:
      break
    }
    var places: [Place] = []
    for node in graph.sharedLeaves {
      guard let feed = graph.nodes[node].feed, state.feeds[feed].owner < 0 else { continue }
      for subscription in state.subscriptions.indices {
        let place = Place(subscription: subscription, node: node)
        guard !state[place].hasLeft, state.feeds[feed].slots.contains(place),
          isOver(place, in: state)
        else { continue }
        places.append(place)
      }
    }
    return places
  }

  func leave(_ place: Place, _ lane: Int, in state: inout GraphState) {
    guard let feed = graph.nodes[place.node].feed else { return }
    state[place].hasLeft = true
    state.feeds[feed].owner = lane
    state.lanes[lane].stack.append(.drainSubject(feed: feed))
  }

  // MARK: Scheduler queues

  /// Number of pieces of work that an idle scheduler queue can begin.
  func idleChoices(_ lane: Int, in state: GraphState) -> Int {
    guard lane >= GraphModel.firstSchedulerLane else { return 0 }
    return works(lane, in: state).count
  }

  func beginWork(_ choice: Int, _ lane: Int, in state: inout GraphState) {
    switch works(lane, in: state)[choice] {
    case .deliver(let place):
      let event = state[place].queue.removeFirst().event
      if event.isTerminal {
        state[place].hasEnded = true
        state[place].queue = []
      }
      state.lanes[lane].stack.append(.job)
      state.lanes[lane].stack.append(.send(place, event))
    case .subscribe(let job):
      let place = state.jobs.remove(at: job)
      state.lanes[lane].stack.append(.job)
      state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    case .skip(let job): state.jobs.remove(at: job)
    case .fire(let timer): fire(timer, lane, in: &state)
    }
  }

  private enum Work {
    case deliver(Place)
    case subscribe(job: Int)
    case skip(job: Int)
    case fire(timer: Int)
  }

  private func works(_ lane: Int, in state: GraphState) -> [Work] {
    var works: [Work] = []
    for node in graph.handOvers where graph.nodes[node].lane == lane {
      for subscription in state.subscriptions.indices {
        let place = Place(subscription: subscription, node: node)
        if !state[place].queue.isEmpty { works.append(.deliver(place)) }
      }
    }
    for (job, place) in state.jobs.enumerated() where graph.nodes[place.node].lane == lane {
      works.append(.subscribe(job: job))
      if isOver(place, in: state) { works.append(.skip(job: job)) }
    }
    for (timer, each) in state.timers.enumerated()
    where graph.nodes[each.place.node].lane == lane && each.fired < Self.timerElementsMax {
      works.append(.fire(timer: timer))
    }
    return works
  }

  private func fire(_ timer: Int, _ lane: Int, in state: inout GraphState) {
    let place = state.timers[timer].place
    let number = state.timers[timer].fired
    state.timers[timer].fired += 1
    state.lanes[lane].stack.append(.job)
    if case .timed(let elementsMax?) = graph.nodes[place.node].role, number + 1 >= elementsMax {
      state.timers.remove(at: timer)
      state.lanes[lane].stack.append(.send(place, .completed))
    }
    state.lanes[lane].stack.append(
      .send(place, .next(Token.make(payload: number, emission: 0))))
  }
}
