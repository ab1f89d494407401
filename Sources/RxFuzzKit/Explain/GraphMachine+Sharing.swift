// How several subscribers share one connection.
//
// Between the source and those who listen there is a subject, the hub: a feed of its own among the state's feeds. What a
// listener remembers is its hub and the connection that counts it.

extension GraphMachine {
  /// What a subject among the feeds remembers; nil for a feed with one observer for each attachment.
  func subjectMemory(ofFeed feed: Int, in state: GraphState) -> SubjectMemory? {
    let node = state.feeds[feed].node
    guard node >= 0 else { return nil }
    switch graph.nodes[node].role {
    case .subject(let memory): return memory
    case .sharing(let sharing): return sharing.memory
    case .connecting: return SubjectMemory()
    case .feed, .cold, .timed, .stage, .handOver, .elsewhere, .succession, .flattening, .retryWhen,
      .clocked, .scheduled, .withoutModel:
      return nil
    }
  }

  /// Joins the connection of that node, or makes one.
  func join(_ place: Place, _ lane: Int, in state: inout GraphState) {
    let number = share(ofListener: place)
    let hub = presentHub(of: number, in: &state)
    connect(number, to: hub, lane, in: &state)
    if state.shares[number].connection >= 0 { state.shares[number].joined += 1 }
    state[place].memory = OperatorStage.Memory(
      number: state.shares[number].connection, elements: [hub])
    // Who joins may be the one who opens what another has asked for.
    if graph.semantics.subjects != .queue { state.lanes[lane].stack.append(.drainShare(number)) }
    state.lanes[lane].stack.append(.listen(place))
  }

  /// Whether who subscribes may be put on the hub's list first, and be counted after that.
  func mayListenFirst(_ place: Place, in state: GraphState) -> Bool {
    guard graph.semantics.subjects == .snapshot,
      case .sharing = graph.nodes[place.node].role
    else { return false }
    return state.shares[share(ofListener: place)].connection >= 0
  }

  /// Puts the place on the list of the present connection's hub, and lets it be counted later.
  func listenFirst(_ place: Place, _ lane: Int, in state: inout GraphState) {
    let number = share(ofListener: place)
    state[place].memory = OperatorStage.Memory(
      number: state.shares[number].connection, elements: [presentHub(of: number, in: &state)])
    state.lanes[lane].stack.append(.connect(place))
    state.lanes[lane].stack.append(.listen(place))
  }

  /// Ways in which who listens already can be counted: none where its connection was closed meanwhile without an end, for
  /// nobody would send it anything, unless the next connection has the same hub.
  func countChoices(_ place: Place, in state: GraphState) -> Int {
    let number = share(ofListener: place)
    let isPresent = state.shares[number].connection == state[place].memory.number
    let hasEnded = state.feeds[state[place].memory.elements[0]].ending != nil
    return isPresent || hasEnded || keepsHub(number) ? 1 : 0
  }

  /// Counts who listens already. Where the connection has ended meanwhile, and the end has not come to this listener yet,
  /// another one is made in vain, and closed when it has.
  private func count(_ place: Place, _ lane: Int, in state: inout GraphState) {
    let number = share(ofListener: place)
    if state.shares[number].connection == state[place].memory.number {
      state.shares[number].joined += 1
      return
    }
    guard !isOver(place, in: state) else { return }
    let hub = presentHub(of: number, in: &state)
    connect(number, to: hub, lane, in: &state)
    guard state.shares[number].connection >= 0 else { return }
    state.shares[number].joined += 1
    state[place].memory.number = state.shares[number].connection
    if hub == state[place].memory.elements[0] { return }
    if state.feeds[hub].slots.count == GraphState.slotsMax { state.isExceeded = true }
    state.feeds[hub].slots.append(place)
  }

  /// Listens to the hub of that node, whether there is a connection or not, then to what asks for one.
  func listenUncounted(_ place: Place, _ lane: Int, in state: inout GraphState) {
    let hub = presentHub(of: share(ofListener: place), in: &state)
    state[place].memory = OperatorStage.Memory(number: -1, elements: [hub])
    state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    state.lanes[lane].stack.append(.listen(place))
  }

  private func presentHub(of number: Int, in state: inout GraphState) -> Int {
    if state.shares[number].hub < 0 {
      state.shares[number].hub = state.feeds.count
      state.feeds.append(GraphState.FeedState(node: graph.sharers[number]))
    }
    return state.shares[number].hub
  }

  /// Makes a connection where there is none and may be one.
  private func connect(_ number: Int, to hub: Int, _ lane: Int, in state: inout GraphState) {
    guard state.shares[number].connection < 0, !isClosed(number, hub: hub, in: state) else {
      return
    }
    let source = state.instantiate(
      graph.nodes[graph.sharers[number]].inputs[0], of: graph,
      subscription: graph.subscriptions.count, parent: hub)
    state.shares[number].connection = source.instance
    state.shares[number].joined = 0
    state.lanes[lane].stack.append(.open(source))
  }

  /// Whether nobody connects there any more. Where a subject takes a snapshot, whoever comes before the end has come to the hub does,
  /// in vain.
  private func isClosed(_ number: Int, hub: Int, in state: GraphState) -> Bool {
    guard state.shares[number].hasEnded else { return false }
    return graph.semantics.subjects != .snapshot || state.feeds[hub].ending != nil
  }

  /// Whether what arrives there asks for a connection. It may do so for a listener who has been sent the end: it is a source
  /// of its own, which is still being subscribed or is released only after that, and what it sends meanwhile arrives. The
  /// connection that is made in vain is closed again with the rest.
  func isConnecting(_ place: Place) -> Bool {
    if case .connecting = graph.nodes[place.node].role { true } else { false }
  }

  /// What is released asks for no connection any more, but for what it was sent before.
  func mute(_ leaf: Place, in state: inout GraphState) {
    var above = parent(of: leaf, in: state)
    while let place = above, !isConnecting(place) { above = parent(of: place, in: state) }
    guard above != nil, let feed = graph.nodes[leaf.node].feed,
      let slot = state.feeds[feed].slots.firstIndex(of: leaf)
    else { return }
    state.feeds[feed].published &= ~(1 << UInt64(slot))
  }

  func performSharing(_ frame: Frame, _ choice: Int, _ lane: Int, in state: inout GraphState) {
    switch frame {
    case .listen(let place):
      state.lanes[lane].stack.removeLast()
      enlist(place, in: state[place].memory.elements[0], lane, in: &state)
    case .connect(let place):
      state.lanes[lane].stack.removeLast()
      if case .sharing = graph.nodes[place.node].role { return count(place, lane, in: &state) }
      // Who has been disposed meanwhile need not; or what is made is closed again.
      guard choice == 0 else { return }
      let number = share(ofListener: place)
      connect(number, to: presentHub(of: number, in: &state), lane, in: &state)
      state[place].memory.number = state.shares[number].connection
      state.shares[number].holders.append(place)
    case .open(let source):
      state.lanes[lane].stack.removeLast()
      if graph.semantics.subjects != .queue, choice == 0 {
        return open(source, lane, in: &state)
      }
      let number = share(ofSource: source)
      state.shares[number].queue.append(source)
      if graph.semantics.subjects != .queue { return }
      guard state.shares[number].owner < 0 else { return }
      state.shares[number].owner = lane
      state.lanes[lane].stack.append(.drainShare(number))
    case .drainShare(let number): openNext(number, lane, in: &state)
    case .leaveShare(let place):
      state.lanes[lane].stack.removeLast()
      leaveConnection(place, lane, in: &state)
    case .action, .inject, .emit, .send, .enter, .giveUp, .drain, .drainSubject, .deliver,
      .callback,
      .subscribe,
      .inputs, .attach, .reserve, .publish, .subscribed, .dispose, .close, .unwind, .settle,
      .asking, .startInner, .cutOff, .follow, .startNext, .decide, .job, .advance, .show, .wake,
      .appoint,
      .enlistAppointment,
      .stamp, .lookAgain, .meet, .unlock, .unlockSubject:
      return
    }
  }

  /// Hands an event of a connection's source to its hub.
  func passToListeners(
    _ event: ModelEvent, from source: Place, _ lane: Int, in state: inout GraphState
  ) {
    if event.isTerminal {
      state[source].isCut = true
      let number = share(ofSource: source)
      // Whoever comes from now on starts anew, or finds the end.
      if state.shares[number].connection == source.instance {
        retire(number, in: &state)
        state.shares[number].hasEnded = keepsHub(number)
      }
    }
    state.lanes[lane].stack.append(.inject(feed: state[source].parent, event))
  }

  /// The listeners of a present connection whose part of the graph is over and who are counted still.
  func overdueListeners(in state: GraphState) -> [Place] {
    var places: [Place] = []
    for share in state.shares where share.connection >= 0 {
      places += share.holders.filter { isOver($0, in: state) }
      let hub = state.feeds[share.hub]
      // Some may stand in the hub's queue still, waiting to be put on its list.
      let waiting = hub.queue.compactMap { work -> Place? in
        if case .add(let place) = work { return place }
        return nil
      }
      for place in hub.slots + waiting
      where !state[place].hasLeft && state[place].memory.number == share.connection
        && share.joined > 0 && isOver(place, in: state)
      {
        places.append(place)
      }
    }
    return places
  }

  /// Ways in which a connection can be opened: at once, or by another thread that is joining.
  func openChoices(_ source: Place, _ lane: Int, in state: GraphState) -> Int {
    if graph.semantics.subjects == .queue { return 1 }
    let joining = GraphState.Frame.drainShare(share(ofSource: source))
    let others = state.lanes.indices.contains {
      $0 != lane && state.lanes[$0].stack.contains(joining)
    }
    return others ? 2 : 1
  }

  private func openNext(_ number: Int, _ lane: Int, in state: inout GraphState) {
    guard !state.shares[number].queue.isEmpty else {
      state.shares[number].owner = -1
      state.lanes[lane].stack.removeLast()
      return
    }
    open(state.shares[number].queue.removeFirst(), lane, in: &state)
  }

  private func open(_ source: Place, _ lane: Int, in state: inout GraphState) {
    // Retired before its turn: nobody listens any more.
    if state[source].isCut { return }
    state.lanes[lane].stack.append(.settle(source))
    state.lanes[lane].stack.append(.subscribe(source))
  }

  private func leaveConnection(_ place: Place, _ lane: Int, in state: inout GraphState) {
    let number = share(ofListener: place)
    let connection = state.shares[number].connection
    guard connection >= 0, connection == state[place].memory.number else { return }
    if case .sharing = graph.nodes[place.node].role {
      state.shares[number].joined -= 1
      guard state.shares[number].joined == 0 else { return }
    }
    state.instances[connection].isCut = true
    retire(number, in: &state)
    // Who closes a connection opens meanwhile what others want opened.
    guard graph.semantics.subjects == .queue, state.shares[number].owner < 0 else { return }
    state.shares[number].owner = lane
    state.lanes[lane].stack.append(.drainShare(number))
  }

  private func retire(_ number: Int, in state: inout GraphState) {
    state.shares[number].connection = -1
    state.shares[number].joined = 0
    state.shares[number].holders = []
    if !keepsHub(number) { state.shares[number].hub = -1 }
  }

  private func keepsHub(_ number: Int) -> Bool {
    guard case .sharing(let sharing) = graph.nodes[graph.sharers[number]].role else { return false }
    return sharing.keepsHub
  }

  /// The position of its node among those that share.
  private func share(ofListener place: Place) -> Int { graph.sharers.firstIndex(of: place.node)! }

  private func share(ofSource place: Place) -> Int {
    graph.sharers.firstIndex(of: graph.nodes[place.node].parent!)!
  }
}
