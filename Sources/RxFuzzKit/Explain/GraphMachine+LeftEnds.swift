// How threads meet where elements wait for a lock and ends do not.
//
// An end is decided in one step, whoever holds the lock. To send it takes the lock, and is tried by whoever comes by then:
// the thread that has decided, everyone who lets the lock go, everyone who comes with something later, and who disposes.

extension GraphMachine {
  /// The input number under which an end that has been decided waits to be sent.
  private static let endInput = -2
  /// The input number under which an end that a node sends behind an element waits until that has been sent.
  private static let ownEndInput = -3

  /// Whether ends are left at that node. Where a clock strikes, that is an end that it may decide.
  func leavesEnds(_ place: Place) -> Bool {
    let node = graph.nodes[place.node]
    guard node.locks, node.leavesEnds else { return false }
    switch node.role {
    case .stage, .flattening: return true
    case .clocked(let stage): return !isVirtual && !stage.hasReplacement
    case .feed, .subject, .cold, .timed, .handOver, .elsewhere, .succession, .retryWhen, .sharing,
      .connecting, .scheduled, .withoutModel:
      return false
    }
  }

  /// Takes in an event that has come to such a node.
  func meetLeavingEnds(
    _ queued: GraphState.Queued, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    let isOver =
      state[place].hasEnded || state.subscriptions[place.subscription].isUnwound
    if queued.event.isTerminal {
      if queued.input == Self.endInput { return commit(queued.event, place, lane, in: &state) }
      if !isOver, queued.input == Self.ownEndInput {
        leaveEnd(of: [queued.event], at: place, lane, in: &state)
      } else if !isOver {
        if startsNext(place) { state.lanes[lane].stack.append(.startNext(place)) }
        decide(queued, place, lane, in: &state)
      }
      return sendEnd(of: place, lane, in: &state)
    }
    if state[place].owner < 0 {
      // Between taking the lock and looking whether there is an end, somebody may decide one.
      state[place].owner = lane
      state.lanes[lane].stack.append(.unlock(place))
      state.lanes[lane].stack.append(
        .meet(place, queued.event, input: queued.input, origin: queued.origin))
    } else if !isOver {
      take(queued, place, lane, in: &state)
    }
  }

  /// Sends what a stage makes of an element under the lock. An end behind it is decided when the element has been sent: another
  /// one may have been by then.
  func sendUnderLock(
    _ outputs: [ModelEvent], at place: Place, _ lane: Int, in state: inout GraphState
  ) {
    if let end = outputs.last, end.isTerminal {
      state[place].hasEnded = false
      state.lanes[lane].stack.append(.meet(place, end, input: Self.ownEndInput, origin: 0))
    }
    for output in outputs.reversed() where !output.isTerminal {
      state.lanes[lane].stack.append(.send(place, output))
    }
  }

  /// Tries to send the end that waits there, if one does.
  func sendEnd(of place: Place, _ lane: Int, in state: inout GraphState) {
    guard let end = state[place].queue.first, end.input == Self.endInput else { return }
    state.lanes[lane].stack.append(.meet(place, end.event, input: Self.endInput, origin: 0))
  }

  private func commit(
    _ end: ModelEvent, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    guard !state[place].queue.isEmpty, state[place].owner < 0 else { return }
    state[place].queue = []
    state[place].owner = lane
    state.lanes[lane].stack.append(.unlock(place))
    state.lanes[lane].stack.append(.send(place, end))
  }

  /// Lets the node take an event in that may end it.
  private func decide(
    _ queued: GraphState.Queued, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    var outputs: [ModelEvent] = []
    switch graph.nodes[place.node].role {
    case .stage(let stage):
      outputs = react(stage, to: queued.event, queued.input, place, in: &state)
    case .flattening(let flattening):
      outputs = flattened(flattening, queued, at: place, in: &state).map { [$0] } ?? []
    case .clocked(let stage): return clocked(queued, stage, place, lane, in: &state)
    case .feed, .subject, .cold, .timed, .handOver, .elsewhere, .succession, .retryWhen, .sharing,
      .connecting, .scheduled, .withoutModel:
      return
    }
    leaveEnd(of: outputs, at: place, lane, in: &state)
  }

  /// Sends elements, and leaves the end behind them, if there is one, to whoever is at work.
  func leaveEnd(
    of outputs: [ModelEvent], at place: Place, _ lane: Int, in state: inout GraphState
  ) {
    for output in outputs.reversed() where !output.isTerminal {
      state.lanes[lane].stack.append(.send(place, output))
    }
    guard let end = outputs.last, end.isTerminal else { return }
    state[place].hasEnded = true
    state[place].queue = [GraphState.Queued(input: Self.endInput, event: end)]
  }

  // MARK: Inputs

  /// Whether who completes an input of that node goes on with the next one where another thread has not begun it yet.
  func startsNext(_ place: Place) -> Bool {
    guard case .stage(let stage) = graph.nodes[place.node].role else { return false }
    return stage.completionsStartNext
  }

  /// The other lane that is about to subscribe an input of that node.
  func laneStarting(_ place: Place, but own: Int, in state: GraphState) -> Int? {
    state.lanes.indices.first { lane in
      guard lane != own, case .inputs(place, let order, let done)? = state.lanes[lane].stack.last
      else { return false }
      return done < graph.nodes[place.node].orders[order].count
    }
  }

  /// Leaves the next input to the thread that is about to subscribe it, or subscribes it in its place.
  func startNext(_ place: Place, _ choice: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    if case .succession = graph.nodes[place.node].role {
      return sendLeftEnd(of: place, lane, in: &state)
    }
    guard choice == 1, let other = laneStarting(place, but: lane, in: state),
      case .inputs(_, let order, let done)? = state.lanes[other].stack.popLast()
    else { return }
    state.lanes[other].stack.append(.inputs(place, order: order, done: done + 1))
    let next = graph.nodes[place.node].orders[order][done]
    state.lanes[lane].stack.append(.subscribe(input(next, of: place)))
  }

  // MARK: Subjects

  /// Sends an event into a subject whose elements wait for its lock.
  func injectLeavingEnds(
    _ event: ModelEvent, _ feed: Int, _ lane: Int, in state: inout GraphState
  ) {
    if !event.isTerminal {
      if state.feeds[feed].owner == lane {
        guard state.feeds[feed].ending == nil else { return }
        return broadcast(event, feed, lane, in: &state)
      }
      state.feeds[feed].owner = lane
      state.lanes[lane].stack.append(.unlockSubject(feed: feed))
      return state.lanes[lane].stack.append(.inject(feed: feed, event))
    }
    guard subjectMemory(ofFeed: feed, in: state)?.ends == true else { return }
    if state.feeds[feed].ending == nil {
      state.feeds[feed].ending = event
      state.feeds[feed].queue = [.event(event)]
      return state.lanes[lane].stack.append(.inject(feed: feed, event))
    }
    guard case .event(let end)? = state.feeds[feed].queue.first, state.feeds[feed].owner < 0 else {
      return
    }
    state.feeds[feed].queue = []
    state.feeds[feed].owner = lane
    state.lanes[lane].stack.append(.unlockSubject(feed: feed))
    broadcast(end, feed, lane, in: &state)
  }

  // MARK: Feeds

  /// The lane that is about to send the end of that source of a feed, where another thread with an end may send it instead.
  func laneWithEnd(of place: Place, but own: Int, in state: GraphState) -> Int? {
    guard graph.semantics.meeting == .elementsWait, state[place].hasEnded else { return nil }
    return state.lanes.indices.first { lane in
      guard lane != own, case .send(place, let event)? = state.lanes[lane].stack.last else {
        return false
      }
      return event.isTerminal
    }
  }

  /// Takes over what that lane was about to send.
  func takeOverEnd(from other: Int, _ lane: Int, in state: inout GraphState) {
    guard let frame = state.lanes[other].stack.popLast() else { return }
    state.lanes[lane].stack.append(frame)
  }

  // MARK: Disposing

  /// Ways in which a gate can be closed: the event that is in front of it comes through or does not; an end may be sent by
  /// who closes it, with what operators make of it; what others are about may all come through, where only the nodes with a
  /// lock would stop it; and elements may be kept out first, while ends still come.
  private func closings(
    _ subscription: Int, _ lane: Int, in state: GraphState
  ) -> [Closing] {
    let pending = pendingDelivery(to: subscription, in: state)
    var ways = pending == nil ? [Closing.plain] : [.keeping, .plain]
    guard graph.semantics.meeting == .elementsWait else { return ways }
    if let pending, endInFront(pending, lane, in: state) != nil { ways.append(.sending) }
    if laneWithEnd(of: subscription, but: lane, in: state) != nil { ways.append(.takingOver) }
    if lanesAtWork(on: subscription, lane, in: state) != 0 { ways.append(.admitting) }
    if !state.subscriptions[subscription].takesEndsOnly { ways.append(.toElements) }
    return ways
  }

  private enum Closing { case plain, keeping, sending, takingOver, admitting, toElements }

  func closeChoices(_ subscription: Int, _ lane: Int, in state: GraphState) -> Int {
    closings(subscription, lane, in: state).count
  }

  /// Closes the gate in that way.
  func performClose(
    _ subscription: Int, _ choice: Int, _ lane: Int, in state: inout GraphState
  ) {
    let way = closings(subscription, lane, in: state)[choice]
    if way == .toElements {
      state.subscriptions[subscription].takesEndsOnly = true
      return
    }
    state.lanes[lane].stack.removeLast()
    let taken = way == .takingOver ? takeEnd(of: subscription, lane, in: &state) : nil
    var end: ModelEvent?
    if way == .sending, let pending = pendingDelivery(to: subscription, in: state) {
      end = endInFront(pending, lane, in: state)
    }
    let keeps = way == .keeping || way == .admitting || way == .takingOver
    close(subscription, keepsPending: keeps, in: &state)
    if way == .admitting {
      state.subscriptions[subscription].admitted = lanesAtWork(on: subscription, lane, in: state)
    }
    state.lanes[lane].stack.append(.unwind(subscription: subscription))
    if let taken {
      state.subscriptions[subscription].admitted |= 1 << UInt16(lane)
      state.lanes[lane].stack.append(taken)
    }
    if let end { state.lanes[lane].stack.append(.deliver(subscription: subscription, end)) }
  }

  /// The other lane that is about to send an end which goes to that subscription.
  private func laneWithEnd(of subscription: Int, but own: Int, in state: GraphState) -> Int? {
    state.lanes.indices.first { lane in
      guard lane != own, case .send(let place, let event)? = state.lanes[lane].stack.last else {
        return false
      }
      return event.isTerminal && place.subscription == subscription && state[place].hasEnded
    }
  }

  /// What that lane was about.
  private func takeEnd(
    of subscription: Int, _ own: Int, in state: inout GraphState
  ) -> GraphState.Frame? {
    laneWithEnd(of: subscription, but: own, in: state).flatMap {
      state.lanes[$0].stack.popLast()
    }
  }

  /// Whether nothing more passes that node on that lane.
  func isUnwound(_ place: Place, _ lane: Int, in state: GraphState) -> Bool {
    let subscription = state.subscriptions[place.subscription]
    return subscription.isUnwound && subscription.admitted & 1 << lane == 0
  }

  /// Lets nobody pass a closed gate who has come to the end of what it was about.
  func dismiss(_ lane: Int, in state: inout GraphState) {
    guard graph.semantics.meeting == .elementsWait, state.lanes[lane].stack.isEmpty else { return }
    // A queue may come to more before what it serves is unwound.
    for subscription in state.subscriptions.indices
    where lane < GraphModel.firstSchedulerLane || state.subscriptions[subscription].isUnwound {
      state.subscriptions[subscription].admitted &= ~(1 << UInt16(lane))
    }
  }

  /// The other lanes that are at something, or are queues that may begin something at any moment; and the own one where the
  /// disposal comes from inside a callback, and the operator above has more to send on behalf of the event that is being
  /// delivered, or an end to send that was left to it.
  private func lanesAtWork(
    on subscription: Int, _ own: Int, in state: GraphState
  ) -> UInt16 {
    var lanes: UInt16 = 0
    for lane in state.lanes.indices where lane != own {
      let isAtWork = !state.lanes[lane].stack.isEmpty
      if isAtWork || serves(subscription, lane, in: state) { lanes |= 1 << UInt16(lane) }
    }
    let hasMoreToSend = state.lanes[own].stack.contains { frame in
      switch frame {
      case .send(let place, _): place.subscription == subscription
      case .unlock(let place):
        place.subscription == subscription && state[place].queue.first?.input == Self.endInput
      default: false
      }
    }
    return hasMoreToSend ? lanes | 1 << UInt16(own) : lanes
  }

  /// Whether the subscription has left something to the queue of that lane.
  private func serves(_ subscription: Int, _ lane: Int, in state: GraphState) -> Bool {
    func isThere(_ place: Place) -> Bool {
      place.subscription == subscription && graph.nodes[place.node].lane == lane
    }
    return state.clocks.contains { isThere($0) } || state.timers.contains { isThere($0.place) }
      || state.handOvers.contains { isThere($0) && !state[$0].queue.isEmpty }
  }

  /// The end that another thread is about to send, where who disposes may send it instead.
  private func endInFront(
    _ pending: (lane: Int, frame: Int), _ lane: Int, in state: GraphState
  ) -> ModelEvent? {
    guard pending.lane != lane,
      case .deliver(_, let event) = state.lanes[pending.lane].stack[pending.frame]
    else { return nil }
    return event.isTerminal ? event : nil
  }
}
