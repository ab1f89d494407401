// How a graph is subscribed and disposed, and what scheduler queues do by themselves.

extension GraphMachine {
  /// The largest number of elements that a timer without a limit emits in a model.
  static let timerElementsMax = 64

  // MARK: Subscribing

  func subscribeChoices(_ place: Place, in state: GraphState) -> Int {
    let node = graph.nodes[place.node]
    switch node.role {
    case .feed, .connecting: return isOver(place, in: state) ? 2 : 1
    case .sharing:
      return (isOver(place, in: state) ? 2 : 1) + (mayListenFirst(place, in: state) ? 1 : 0)
    case .stage: return node.orders.count
    case .subject, .cold, .timed, .handOver, .elsewhere, .succession, .flattening, .retryWhen,
      .clocked, .scheduled, .withoutModel:
      return 1
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
      enlist(place, in: feed, lane, in: &state)
    case .cold: putOff(place, lane, in: &state)
    case .timed:
      if isVirtual { return state.lanes[lane].stack.append(firstAppointment(of: place)) }
      state.timers.append(GraphState.Timer(place: place, fired: 0))
    case .handOver:
      state.handOvers.append(place)
      state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    case .scheduled:
      state.handOvers.append(place)
      state[place].queue = node.opening.map { GraphState.Queued(input: 0, event: $0) }
    case .clocked(let stage) where isVirtual:
      startOnVirtualTime(stage, place, lane, in: &state)
    case .clocked(let stage):
      if stage.hasClock(node.parameters) { state.clocks.append(place) }
      state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
      guard stage.startsInTurn, !node.locks else { return }
      state[place].owner = lane
      state.lanes[lane].stack.append(.drain(place))
    case .elsewhere:
      if isVirtual { return state.lanes[lane].stack.append(firstAppointment(of: place)) }
      state.jobs.append(place)
    case .flattening: state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    case .succession(let succession):
      if closesList(succession) { state.lanes[lane].stack.append(.startNext(place)) }
      begin(0, of: place, lane, in: &state)
    case .retryWhen:
      begin(0, of: place, lane, in: &state)
      state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    case .sharing where choice == 0: join(place, lane, in: &state)
    case .sharing:
      let isLeftOut = choice == 1 && isOver(place, in: state)
      if !isLeftOut { listenFirst(place, lane, in: &state) }
    case .connecting: if choice == 0 { listenUncounted(place, lane, in: &state) }
    case .withoutModel: return
    case .stage:
      if node.opening.contains(where: \.isTerminal) { state[place].hasEnded = true }
      putOff(place, lane, in: &state)
      if !opensBeforeInputs(place) {
        state.lanes[lane].stack.append(.inputs(place, order: choice, done: 0))
      }
    }
  }

  /// Whether the inputs of that node are subscribed behind what it emits by itself.
  private func opensBeforeInputs(_ place: Place) -> Bool {
    let node = graph.nodes[place.node]
    guard case .stage(let stage) = node.role else { return false }
    return stage.opensBeforeInputs && !node.opening.isEmpty
  }

  /// Lets a subject put the place on its list.
  func enlist(_ place: Place, in feed: Int, _ lane: Int, in state: inout GraphState) {
    if graph.semantics.subjects != .queue { return enlistAtOnce(place, in: feed, lane, in: &state) }
    if state.feeds[feed].owner >= 0 {
      state.feeds[feed].queue.append(.add(place))
    } else {
      state.feeds[feed].owner = lane
      state.lanes[lane].stack.append(.drainSubject(feed: feed))
      state.feeds[feed].queue.insert(.add(place), at: 0)
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
      if opensBeforeInputs(task.place) {
        state.lanes[lane].stack.append(.inputs(task.place, order: 0, done: 0))
      }
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
    if isClosing(place, order: order, done: done) { return close(place, lane, in: &state) }
    guard done < node.orders[order].count else { return }
    state.lanes[lane].stack.append(.inputs(place, order: order, done: done + 1))
    state.lanes[lane].stack.append(.subscribe(input(node.orders[order][done], of: place)))
  }

  /// The observer has a slot before it gets events, so that the order of two that attach at once is known.
  func reserve(_ place: Place, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    guard let feed = graph.nodes[place.node].feed else { return }
    let slot = state.feeds[feed].slots.count
    if slot == GraphState.slotsMax { state.isExceeded = true }
    state.feeds[feed].slots.append(place)
    state.lanes[lane].stack.append(.publish(place, slot: slot))
  }

  func publish(_ place: Place, slot: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    state.feeds[graph.nodes[place.node].feed!].published |= 1 << UInt64(slot)
  }

  /// Does what was put off, and is done when nothing is left, or an outer subscribe of this thread can do the rest.
  func goOnWithJob(_ choice: Int, _ lane: Int, in state: inout GraphState) {
    if choice < state.lanes[lane].tasks.count {
      runTask(choice, lane, in: &state)
    } else {
      state.lanes[lane].stack.removeLast()
      dismiss(lane, in: &state)
    }
  }

  /// - Parameter isLeft: another thread is about to dispose it, and does what that leads to.
  func finishSubscribing(
    _ subscription: Int, isLeft: Bool, _ lane: Int, in state: inout GraphState
  ) {
    let isLeft = isLeft && state.lanes[lane].tasks.isEmpty
    let disposing = isLeft ? laneDisposing(subscription, in: state) : nil
    state.lanes[lane].stack.removeLast()
    state.subscriptions[subscription].isSubscribed = true
    if state.subscriptions[subscription].isDisposalRequested {
      state.lanes[disposing ?? lane].stack.append(.close(subscription: subscription))
    }
  }

  /// The lane that is at the end of an action that disposes the subscription, where a disposal has been requested: of two that
  /// dispose at once one does it, and the other one need not wait.
  func laneDisposing(_ subscription: Int, in state: GraphState) -> Int? {
    guard state.subscriptions[subscription].isDisposalRequested else { return nil }
    return state.lanes.indices.first { lane in
      state.lanes[lane].stack.last.map { disposes($0, subscription) } ?? false
    }
  }

  /// Whether that is a call which disposes the subscription.
  func disposes(_ frame: GraphState.Frame, _ subscription: Int) -> Bool {
    guard case .action(let ordinal) = frame else { return false }
    switch graph.script.actions[ordinal - 1] {
    case .dispose(let number), .drop(let number):
      return graph.index(ofSubscription: number) == subscription
    case .next, .error, .completed, .subscribe, .advance: return false
    }
  }

  /// True if an outer subscribe or a piece of a queue's work on this thread can run what was put off.
  func isTrampolined(_ lane: Int, in state: GraphState) -> Bool {
    state.lanes[lane].stack.dropLast().contains { frame in
      switch frame {
      case .subscribed, .settle, .job: true
      case .action, .inject, .emit, .send, .enter, .giveUp, .drain, .drainSubject, .deliver,
        .callback,
        .subscribe,
        .inputs, .attach, .reserve, .publish, .dispose, .close, .unwind, .asking, .startInner,
        .cutOff,
        .follow, .listen, .connect, .open, .drainShare, .leaveShare, .startNext, .decide, .advance,
        .show,
        .wake,
        .appoint, .enlistAppointment, .stamp, .lookAgain, .meet, .unlock, .unlockSubject:
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

  /// The thread that is about to deliver to the subscription: it has passed the gate, or is in front of it. Inside a
  /// closure on its way there it may do other things first.
  func pendingDelivery(
    to subscription: Int, in state: GraphState
  ) -> (lane: Int, frame: Int)? {
    for (lane, each) in state.lanes.enumerated() {
      for (number, frame) in each.stack.enumerated() {
        if case .deliver(subscription, _) = frame { return (lane, number) }
      }
    }
    return nil
  }

  /// Closes the gate. The one event that is in front of it may have passed it.
  func close(_ subscription: Int, keepsPending: Bool, in state: inout GraphState) {
    if !keepsPending, let pending = pendingDelivery(to: subscription, in: state) {
      state.lanes[pending.lane].stack.remove(at: pending.frame)
    }
    state.subscriptions[subscription].isClosed = true
  }

  /// Ends what is above the gate, where all of it is known by now.
  ///
  /// Where sequences are subscribed one after another, some thread may be at it, and hands over what would stop it
  /// only when it returns: what it has begun goes on, and whatever comes of that is optional.
  func unwind(_ subscription: Int, in state: inout GraphState) {
    if graph.isDynamic { return }
    state.subscriptions[subscription].isUnwound = true
    for place in state.handOvers where place.subscription == subscription {
      state[place].queue = []
    }
    for lane in state.lanes.indices {
      state.lanes[lane].tasks.removeAll { $0.place.subscription == subscription }
    }
    state.timers.removeAll { $0.place.subscription == subscription }
    // Of who has nothing to do now nothing more can come.
    for lane in state.lanes.indices { dismiss(lane, in: &state) }
  }
}
