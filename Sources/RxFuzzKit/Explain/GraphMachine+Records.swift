// What a record of a trace means for the state of a model.

extension GraphMachine {
  /// False if a look at the lane's innermost frame shows that the state cannot take the record in.
  func mayAccept(_ record: TraceRecord, _ lane: Int, in state: GraphState) -> Bool {
    switch record.kind {
    case .hole, .disposedCallback, .detached: return true
    case .raceEnd, .tornDown: return state.lanes[lane].stack.isEmpty
    case .actionEnter where graph.script.comesOutsideDeliveries(Int(record.subject)): return true
    case .actionEnter, .actionExit, .nextEnter, .errorEnter, .completedEnter, .nextExit, .errorExit,
      .completedExit, .attached:
      switch state.lanes[lane].stack.last {
      case nil, .action?, .deliver?, .callback?, .attach?: return true
      case .inject?, .emit?, .send?, .enter?, .giveUp?, .drain?, .drainSubject?, .subscribe?,
        .inputs?,
        .reserve?,
        .publish?, .subscribed?, .dispose?, .close?, .unwind?, .settle?, .asking?, .startInner?,
        .cutOff?,
        .follow?, .listen?, .connect?, .open?, .drainShare?, .leaveShare?, .startNext?, .decide?,
        .job?,
        .advance?, .show?, .wake?, .appoint?, .enlistAppointment?, .stamp?, .lookAgain?, .meet?,
        .unlock?, .unlockSubject?:
        return false
      }
    }
  }

  /// Takes the record in, if the state allows just that now.
  ///
  /// - Parameter lane: the index of the record's lane.
  /// - Returns: false, with the state unchanged, if it does not.
  func accept(_ record: TraceRecord, _ lane: Int, in state: inout GraphState) -> Bool {
    let top = state.lanes[lane].stack.last
    switch record.kind {
    case .hole, .disposedCallback: return true
    case .actionEnter: return begin(Int(record.subject), lane, in: &state)
    case .actionExit:
      guard top == .action(ordinal: Int(record.subject)) else { return false }
      state.lanes[lane].stack.removeLast()
      dismiss(lane, in: &state)
      return true
    case .nextEnter, .errorEnter, .completedEnter:
      guard let (subscription, event) = delivery(record),
        top == .deliver(subscription: subscription, event)
      else { return false }
      state.lanes[lane].stack.removeLast()
      state.lanes[lane].stack.append(.callback(subscription: subscription, event))
      return true
    case .nextExit, .errorExit, .completedExit:
      guard let (subscription, event) = delivery(record),
        top == .callback(subscription: subscription, event)
      else { return false }
      state.lanes[lane].stack.removeLast()
      return true
    case .attached: return attach(record, lane, in: &state)
    case .detached: return detach(record, in: &state)
    case .raceEnd:
      guard isBetweenWorks(state) else { return false }
      // Where timers fire, queues have more to do at any time, and releasing may be among it.
      let hasDrained = isQuiet(state) && releases(state, everything: false)
      guard hasDrained || graph.script.isTimed else { return false }
      beginTearDown(&state)
      return true
    case .tornDown: return isQuiet(state) && releases(state, everything: true)
    }
  }

  /// Who is delivered what by that record, or nil where the scenario has no such subscription.
  func delivery(_ record: TraceRecord) -> (subscription: Int, event: ModelEvent)? {
    guard let subscription = graph.index(ofSubscription: Int(record.subject)) else { return nil }
    switch record.kind {
    case .nextEnter, .nextExit: return (subscription, .next(record.value))
    case .errorEnter, .errorExit: return (subscription, .error(record.value))
    case .completedEnter, .completedExit: return (subscription, .completed)
    case .hole, .actionEnter, .actionExit, .disposedCallback, .attached, .detached, .raceEnd,
      .tornDown:
      return nil
    }
  }

  private func begin(_ ordinal: Int, _ lane: Int, in state: inout GraphState) -> Bool {
    guard ordinal > 0, ordinal <= graph.script.actions.count else { return false }
    let action = graph.script.actions[ordinal - 1]
    if graph.script.comesOutsideDeliveries(ordinal) {
      // A closure is called in the middle of something, at a moment that no record gives: whatever a step leads to,
      // it may have come before or after it. A queue may also call one in a piece of work that does nothing else.
      guard !state.lanes[lane].stack.isEmpty || lane >= GraphModel.firstSchedulerLane else {
        return false
      }
    } else if ordinal > graph.script.scriptedCount {
      guard case .callback? = state.lanes[lane].stack.last else {
        // The actions of a reaction follow each other inside the same callback.
        return false
      }
    } else {
      guard state.lanes[lane].stack.isEmpty, state.lanes[0].stack.isEmpty else { return false }
    }
    state.lanes[lane].stack.append(.action(ordinal: ordinal))
    switch action {
    case .next(let feed, let payload):
      let token = Token.make(payload: payload, emission: ordinal)
      inject(.next(token), into: feed, lane, in: &state)
    case .error(let feed): inject(.error(ordinal), into: feed, lane, in: &state)
    case .completed(let feed): inject(.completed, into: feed, lane, in: &state)
    case .dispose(let number), .drop(let number):
      let subscription = graph.index(ofSubscription: number)!
      state.lanes[lane].stack.append(.dispose(subscription: subscription))
    case .advance(let clock, let span):
      state.lanes[lane].stack.append(.advance(clock: clock, until: state.times[clock] + span))
    case .subscribe(let number):
      let subscription = graph.index(ofSubscription: number)!
      state.beginSubscribing(
        subscription, lane: lane, root: graph.blocks[0].count * subscription)
    }
    return true
  }

  private func inject(
    _ event: ModelEvent, into feed: Int, _ lane: Int, in state: inout GraphState
  ) {
    // An event of a feed that the graph does not name reaches nobody.
    guard graph.leaf(ofFeed: feed) != nil else { return }
    state.lanes[lane].stack.append(.inject(feed: feed, event))
  }

  private func attach(_ record: TraceRecord, _ lane: Int, in state: inout GraphState) -> Bool {
    guard case .attach(let place)? = state.lanes[lane].stack.last,
      graph.nodes[place.node].feed == record.value
    else { return false }
    state.attachments.append(
      GraphState.Attachment(number: Int(record.subject), place: place))
    state.lanes[lane].stack.removeLast()
    state.lanes[lane].stack.append(.reserve(place))
    return true
  }

  private func detach(_ record: TraceRecord, in state: inout GraphState) -> Bool {
    guard
      let index = state.attachments.firstIndex(where: { $0.number == Int(record.subject) }),
      !state.attachments[index].isDetached, isOver(state.attachments[index].place, in: state)
    else { return false }
    state.attachments[index].isDetached = true
    mute(state.attachments[index].place, in: &state)
    return true
  }

  /// True if no thread has anything left to do.
  private func isQuiet(_ state: GraphState) -> Bool {
    guard state.jobs.isEmpty, isBetweenWorks(state) else { return false }
    return state.handOvers.allSatisfy { state[$0].queue.isEmpty }
  }

  /// True if no thread is in the middle of something.
  private func isBetweenWorks(_ state: GraphState) -> Bool {
    state.lanes.allSatisfy { $0.stack.isEmpty }
  }

  /// True if what has come to an end, or everything, is detached.
  private func releases(_ state: GraphState, everything: Bool) -> Bool {
    guard overdueListeners(in: state).isEmpty else { return false }
    return state.attachments.allSatisfy {
      $0.isDetached || !(everything || isOver($0.place, in: state))
    }
  }

  private func beginTearDown(_ state: inout GraphState) {
    state.isTearingDown = true
    for subscription in state.subscriptions.indices.reversed()
    where !state.subscriptions[subscription].isDisposalRequested {
      state.lanes[0].stack.append(.dispose(subscription: subscription))
    }
  }
}
