// How threads meet where libraries have locks instead of queues.

extension GraphMachine {
  /// Ways in which an event can come to a node with a lock: it waits while another thread holds it. Where an end waits
  /// beside it, it may find that the end has been decided, and be dropped.
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
    var ways: [Meeting] = owner < 0 || owner == lane ? [.enter] : []
    if owner >= 0, graph.nodes[place.node].handsOver { ways.append(.leave) }
    if isEndWaiting(for: place, besides: lane, in: state) { ways.append(.drop) }
    if state[place].hasEnded, case .next = event, isLatest(place) { ways.append(.startInVain) }
    return ways
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
      switch meetings(event, place, lane, in: state)[choice] {
      case .drop: return
      case .leave: return state[place].queue.append(queued)
      case .startInVain:
        guard queued.starts, case .next(let token) = event else { return }
        return begin(chosenInput(token, of: place), of: place, lane, in: &state)
      case .enter: break
      }
      if state[place].hasEnded || state.subscriptions[place.subscription].isUnwound { return }
      if owner < 0 {
        state[place].owner = lane
        state.lanes[lane].stack.append(.unlock(place))
        // Between taking the lock and reading the clock, somebody may move the clock.
        if readsClock(place) { return state.lanes[lane].stack.append(frame) }
      }
      take(queued, place, lane, in: &state)
    case .unlock(let place):
      if state[place].queue.isEmpty || state[place].hasEnded {
        state[place].queue = []
        state[place].owner = -1
      } else {
        state.lanes[lane].stack.append(.unlock(place))
        take(state[place].queue.removeFirst(), place, lane, in: &state)
      }
    case .unlockSubject(let feed): state.feeds[feed].owner = -1
    case .action, .inject, .emit, .send, .enter, .giveUp, .drain, .drainSubject, .deliver,
      .callback, .subscribe, .inputs, .attach, .reserve, .publish, .subscribed, .dispose, .close,
      .unwind, .settle, .asking, .startInner, .follow, .listen, .connect, .open, .drainShare,
      .leaveShare, .decide, .job, .advance, .show, .wake, .appoint, .enlistAppointment, .stamp,
      .lookAgain:
      return
    }
  }

  /// True if another thread is about to end that node, as soon as it gets the lock.
  private func isEndWaiting(for place: Place, besides lane: Int, in state: GraphState) -> Bool {
    state.lanes.indices.contains { other in
      guard other != lane, case .meet(place, let event, _, _)? = state.lanes[other].stack.last
      else { return false }
      return event.isTerminal
    }
  }

  // MARK: Subjects

  /// Ways in which an event can be sent into a feed: none while another thread holds the subject's lock.
  func injectChoices(_ feed: Int, _ lane: Int, in state: GraphState) -> Int {
    guard graph.semantics.subjects == .underLock, state.feeds[feed].node >= 0 else { return 1 }
    let owner = state.feeds[feed].owner
    return owner < 0 || owner == lane ? 1 : 0
  }

  /// Ways in which the rest of the observers can be told: in no order where there is no queue.
  func emitChoices(_ feed: Int, _ rest: UInt64, in state: GraphState) -> Int {
    guard graph.semantics.subjects != .queue, subjectMemory(ofFeed: feed, in: state) != nil else {
      return 1
    }
    return max(1, rest.nonzeroBitCount)
  }

  /// Lets a subject without a queue tell those who observe it now.
  func tell(_ event: ModelEvent, _ feed: Int, _ lane: Int, in state: inout GraphState) {
    guard state.feeds[feed].ending == nil else { return }
    if event.isTerminal, subjectMemory(ofFeed: feed, in: state)?.ends == false { return }
    if graph.semantics.subjects == .underLock, state.feeds[feed].owner < 0 {
      state.feeds[feed].owner = lane
      state.lanes[lane].stack.append(.unlockSubject(feed: feed))
    }
    broadcast(event, feed, lane, in: &state)
  }

  /// Puts the place on the list of a subject without a queue, and tells it what is remembered.
  func enlistAtOnce(_ place: Place, in feed: Int, _ lane: Int, in state: inout GraphState) {
    let ending = state.feeds[feed].ending
    if state.feeds[feed].slots.count == GraphState.slotsMax { state.isExceeded = true }
    if ending == nil {
      state.feeds[feed].published |= 1 << UInt64(state.feeds[feed].slots.count)
    }
    state.feeds[feed].slots.append(place)
    var told = ending.map { [$0] } ?? []
    if subjectMemory(ofFeed: feed, in: state)?.replays(ending) == true {
      told = state.feeds[feed].memory.map { .next($0) } + told
    }
    guard !told.isEmpty else { return }
    state[place].owner = lane
    state.lanes[lane].stack.append(.drain(place))
    for event in told.reversed() { state.lanes[lane].stack.append(.send(place, event)) }
  }

  /// True if another thread is telling that observer of a subject what was before it came.
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
