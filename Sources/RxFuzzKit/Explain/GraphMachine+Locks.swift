// How threads meet where libraries have locks instead of queues.

extension GraphMachine {
  /// Ways in which an event can come to a node with a lock: it waits while another thread holds it. Where an end waits
  /// beside it, or is being sent, it may find that the end has been decided, and be dropped.
  func meetChoices(
    _ event: ModelEvent, _ place: Place, _ lane: Int, in state: GraphState
  ) -> Int {
    meetings(event, place, lane, in: state).count
  }

  private enum Meeting { case enter, leave, drop, startInVain }

  private func meetings(
    _ event: ModelEvent, _ place: Place, _ lane: Int, in state: GraphState
  ) -> [Meeting] {
    let owner = state[place].owner
    if leavesEnds(place) {
      if event.isTerminal || owner < 0 || owner == lane { return [.enter] }
      return isPassedBy(place, in: state) ? [.drop] : []
    }
    var ways: [Meeting] = owner < 0 || owner == lane ? [.enter] : []
    if owner >= 0, graph.nodes[place.node].handsOver { ways.append(.leave) }
    // What comes behind an end need not wait until that has been sent.
    if isEndWaiting(for: place, besides: lane, in: state) || state[place].hasEnded
      || isPassedBy(place, in: state)
    {
      ways.append(.drop)
    }
    if state[place].hasEnded, case .next = event, isLatest(place) { ways.append(.startInVain) }
    return ways
  }

  /// Whether what comes to that node may have been dropped by its source instead, which is released with the subscription where
  /// the graph grows, which is not unwound, or with an input that was left. Where operators release their sources first, it may be
  /// an end below that has done it.
  private func isPassedBy(_ place: Place, in state: GraphState) -> Bool {
    if graph.semantics.ending == .releasedFirst { return isOver(place, in: state) }
    if graph.isDynamic, state.subscriptions[place.subscription].isClosed { return true }
    return isLeft(place, in: state)
  }

  /// Whether that node or something below it wants nothing more: whoever releases it may have come to it already, or not yet.
  private func isLeft(_ place: Place, in state: GraphState) -> Bool {
    var place = place
    while !state[place].isCut {
      guard let parent = parent(of: place, in: state) else { return false }
      place = parent
    }
    return true
  }

  private func isLatest(_ place: Place) -> Bool {
    if case .flattening(.latest) = graph.nodes[place.node].role { true } else { false }
  }

  func performLocked(_ frame: Frame, _ choice: Int, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    switch frame {
    case .meet(let place, let event, let input, let origin):
      let owner = state[place].owner
      let queued = GraphState.Queued(input: input, event: event, origin: origin)
      let meeting = meetings(event, place, lane, in: state)[choice]
      if case .drop = meeting { return }
      if leavesEnds(place) { return meetLeavingEnds(queued, place, lane, in: &state) }
      switch meeting {
      case .drop: return
      case .leave: return state[place].queue.append(queued)
      case .startInVain:
        guard queued.starts, case .next(let token) = event else { return }
        return begin(chosenInput(token, of: place), of: place, lane, in: &state)
      case .enter: break
      }
      if state[place].hasEnded || state.subscriptions[place.subscription].isUnwound { return }
      if owner == lane, waitsForItself(event, at: place) {
        return state[place].queue.append(queued)
      }
      if owner < 0 {
        state[place].owner = lane
        state.lanes[lane].stack.append(.unlock(place))
        // Between taking the lock and reading the clock, somebody may move the clock.
        if readsClock(place) { return state.lanes[lane].stack.append(frame) }
      }
      take(queued, place, lane, in: &state)
    case .unlock(let place) where leavesEnds(place):
      if state[place].owner == lane {
        // Between letting the lock go and looking whether there is an end, somebody may decide one.
        state[place].owner = -1
        return state.lanes[lane].stack.append(frame)
      }
      sendEnd(of: place, lane, in: &state)
    case .unlock(let place):
      if state[place].queue.isEmpty || state[place].hasEnded {
        state[place].queue = []
        state[place].owner = -1
      } else {
        state.lanes[lane].stack.append(.unlock(place))
        take(state[place].queue.removeFirst(), place, lane, in: &state)
      }
    case .unlockSubject(let feed): unlockSubject(feed, lane, in: &state)
    case .action, .inject, .emit, .send, .enter, .giveUp, .drain, .drainSubject, .deliver,
      .callback, .subscribe, .inputs, .attach, .reserve, .publish, .subscribed, .dispose, .close,
      .unwind, .settle, .asking, .startInner, .cutOff, .follow, .listen, .connect, .open,
      .drainShare,
      .leaveShare, .startNext, .decide, .job, .advance, .show, .wake, .appoint, .enlistAppointment,
      .stamp,
      .lookAgain:
      return
    }
  }

  /// Whether an event that a thread brings to that node from inside what it sends there waits until that has been sent.
  private func waitsForItself(_ event: ModelEvent, at place: Place) -> Bool {
    guard event == .completed, case .stage(let stage) = graph.nodes[place.node].role else {
      return false
    }
    return stage.nestedCompletionsWait
  }

  /// True if another thread is about to end that node, as soon as it gets the lock.
  func isEndWaiting(for place: Place, besides lane: Int, in state: GraphState) -> Bool {
    state.lanes.indices.contains { other in
      guard other != lane, case .meet(place, let event, _, _)? = state.lanes[other].stack.last
      else { return false }
      return event.isTerminal
    }
  }

  // MARK: Subjects

  /// Ways in which an event can be sent into a feed: none while another thread holds the subject's lock.
  func injectChoices(
    _ event: ModelEvent, _ feed: Int, _ lane: Int, in state: GraphState
  ) -> Int {
    let owner = state.feeds[feed].owner
    guard state.feeds[feed].node >= 0, owner >= 0, owner != lane else { return 1 }
    switch graph.semantics.subjects {
    case .queue, .snapshot: return 1
    case .underLock: return 0
    case .elementsUnderLock: return event.isTerminal ? 1 : 0
    }
  }

  /// Ways in which the rest of the observers can be notified: in no order where there is no queue, and some of them although
  /// they have been disposed meanwhile. Where another thread is about to send the first of them an end, this one may send it, or find
  /// that it is on its way already.
  func emitChoices(
    _ event: ModelEvent, _ feed: Int, _ rest: UInt64, _ lane: Int, in state: GraphState
  ) -> Int {
    let ways = waysToNotify(feed, rest, in: state)
    guard rest != 0, event.isTerminal else { return ways }
    let first = state.feeds[feed].slots[rest.trailingZeroBitCount]
    return laneWithEnd(of: first, but: lane, in: state) == nil ? ways : ways + 1
  }

  func waysToNotify(_ feed: Int, _ rest: UInt64, in state: GraphState) -> Int {
    emitChoicesInTime(feed, rest, in: state) + lateSlots(feed, rest, in: state).nonzeroBitCount
  }

  /// The same for those who have not been disposed.
  func emitChoicesInTime(_ feed: Int, _ rest: UInt64, in state: GraphState) -> Int {
    guard graph.semantics.subjects != .queue, subjectMemory(ofFeed: feed, in: state) != nil else {
      return 1
    }
    return max(1, rest.nonzeroBitCount)
  }

  /// Those of the rest who have been disposed since it was noted who is to be notified, and are notified directly: no
  /// operator is in between that would know of it.
  func lateSlots(_ feed: Int, _ rest: UInt64, in state: GraphState) -> UInt64 {
    guard graph.semantics.subjects == .snapshot, rest != 0 else { return 0 }
    return rest & closedSlots(feed, in: state)
  }

  /// Who receives what a subject sends from now on.
  func listeners(_ feed: Int, in state: GraphState) -> UInt64 {
    let published = state.feeds[feed].published
    guard graph.semantics.subjects == .snapshot else { return published }
    return published & ~closedSlots(feed, in: state)
  }

  /// Sends an event to an observer who has been disposed meanwhile.
  func deliverLate(
    _ event: ModelEvent, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    guard !state[place].hasEnded, !state.subscriptions[place.subscription].hasEnded else { return }
    if event.isTerminal {
      state[place].hasEnded = true
      state.subscriptions[place.subscription].hasEnded = true
    }
    state.lanes[lane].stack.append(.deliver(subscription: place.subscription, event))
  }

  /// Those who observe the subject with nothing in between, and have been disposed.
  private func closedSlots(_ feed: Int, in state: GraphState) -> UInt64 {
    var closed: UInt64 = 0
    for (slot, place) in state.feeds[feed].slots.enumerated()
    where isObservedDirectly(place.node) && state.subscriptions[place.subscription].isClosed {
      closed |= 1 << UInt64(slot)
    }
    return closed
  }

  /// Whether nothing is between that node and the observer that would know of its disposal.
  private func isObservedDirectly(_ node: Int) -> Bool {
    var node = node
    while let parent = graph.nodes[node].parent {
      guard graph.nodes[parent].standsAside else { return false }
      node = parent
    }
    return true
  }

  /// Lets a subject without a queue notify those who observe it now.
  func notify(_ event: ModelEvent, _ feed: Int, _ lane: Int, in state: inout GraphState) {
    guard state.feeds[feed].ending == nil else { return }
    if event.isTerminal, subjectMemory(ofFeed: feed, in: state)?.ends == false { return }
    if graph.semantics.subjects == .underLock, state.feeds[feed].owner < 0 {
      state.feeds[feed].owner = lane
      state.lanes[lane].stack.append(.unlockSubject(feed: feed))
    }
    broadcast(event, feed, lane, in: &state)
  }

  /// Lets the lock of a subject go, and looks whether an end was left there meanwhile.
  private func unlockSubject(_ feed: Int, _ lane: Int, in state: inout GraphState) {
    if state.feeds[feed].owner == lane {
      state.feeds[feed].owner = -1
      // As where a node lets its lock go.
      if graph.semantics.subjects == .elementsUnderLock {
        return state.lanes[lane].stack.append(.unlockSubject(feed: feed))
      }
    }
    guard case .event(let end)? = state.feeds[feed].queue.first else { return }
    state.lanes[lane].stack.append(.inject(feed: feed, end))
  }

  /// Puts the place on the list of a subject without a queue, and sends it what is remembered.
  func enlistAtOnce(_ place: Place, in feed: Int, _ lane: Int, in state: inout GraphState) {
    let ending = state.feeds[feed].ending
    if state.feeds[feed].slots.count == GraphState.slotsMax { state.isExceeded = true }
    if ending == nil {
      state.feeds[feed].published |= 1 << UInt64(state.feeds[feed].slots.count)
    }
    state.feeds[feed].slots.append(place)
    let isCutShort = graph.semantics.subjects == .elementsUnderLock
    var sent = ending.map { [isCutShort ? .interrupted : $0] } ?? []
    if subjectMemory(ofFeed: feed, in: state)?.replays(ending) == true {
      sent = state.feeds[feed].memory.map { .next($0) } + sent
    }
    guard !sent.isEmpty else { return }
    state[place].owner = lane
    state.lanes[lane].stack.append(.drain(place))
    for event in sent.reversed() { state.lanes[lane].stack.append(.send(place, event)) }
  }

  /// True if another thread is sending that observer of a subject what was before it came.
  func isNewcomer(_ place: Place, _ lane: Int, in state: GraphState) -> Bool {
    guard graph.semantics.subjects != .queue, state[place].owner >= 0 else { return false }
    switch graph.nodes[place.node].role {
    case .subject, .sharing, .connecting: return state[place].owner != lane
    case .feed, .cold, .timed, .stage, .handOver, .elsewhere, .succession, .flattening, .retryWhen,
      .clocked, .scheduled, .withoutModel:
      return false
    }
  }
}
