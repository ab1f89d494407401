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
    case .feed, .cold, .timed, .stage, .handOver, .elsewhere, .succession, .flattening, .retryWhen,
      .clocked, .scheduled, .unsaid:
      return nil
    }
  }

  /// Joins the connection of that node, or makes one.
  func join(_ place: Place, _ lane: Int, in state: inout GraphState) {
    let number = share(ofListener: place)
    if state.shares[number].hub < 0 {
      state.shares[number].hub = state.feeds.count
      state.feeds.append(GraphState.Feed(node: place.node))
    }
    let hub = state.shares[number].hub
    if state.shares[number].connection < 0, !state.shares[number].hasEnded {
      let source = state.instantiate(
        graph.nodes[place.node].inputs[0], of: graph, subscription: graph.subscriptions.count,
        parent: hub)
      state.shares[number].connection = source.instance
      state.shares[number].joined = 0
      state.lanes[lane].stack.append(.open(source))
    }
    if state.shares[number].connection >= 0 { state.shares[number].joined += 1 }
    state[place].memory = OperatorStage.Memory(
      number: state.shares[number].connection, elements: [hub])
    state.lanes[lane].stack.append(.listen(place))
  }

  func performSharing(_ frame: Frame, _ lane: Int, in state: inout GraphState) {
    switch frame {
    case .listen(let place):
      state.lanes[lane].stack.removeLast()
      enlist(place, in: state[place].memory.elements[0], lane, in: &state)
    case .open(let source):
      state.lanes[lane].stack.removeLast()
      let number = share(ofSource: source)
      state.shares[number].queue.append(source)
      guard state.shares[number].owner < 0 else { return }
      state.shares[number].owner = lane
      state.lanes[lane].stack.append(.drainShare(number))
    case .drainShare(let number): openNext(number, lane, in: &state)
    case .leaveShare(let place):
      state.lanes[lane].stack.removeLast()
      leaveConnection(place, lane, in: &state)
    case .action, .inject, .emit, .send, .enter, .drain, .drainSubject, .deliver, .callback,
      .subscribe,
      .inputs, .attach, .reserve, .publish, .subscribed, .dispose, .close, .unwind, .settle,
      .asking, .follow, .decide, .job:
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
      for place in state.feeds[share.hub].slots
      where !state[place].hasLeft && state[place].memory.number == share.connection
        && isOver(place, in: state)
      {
        places.append(place)
      }
    }
    return places
  }

  private func openNext(_ number: Int, _ lane: Int, in state: inout GraphState) {
    guard !state.shares[number].queue.isEmpty else {
      state.shares[number].owner = -1
      state.lanes[lane].stack.removeLast()
      return
    }
    let source = state.shares[number].queue.removeFirst()
    // Retired before its turn: nobody listens any more.
    if state[source].isCut { return }
    state.lanes[lane].stack.append(.settle(source))
    state.lanes[lane].stack.append(.subscribe(source))
  }

  private func leaveConnection(_ place: Place, _ lane: Int, in state: inout GraphState) {
    let number = share(ofListener: place)
    let connection = state.shares[number].connection
    guard connection >= 0, connection == state[place].memory.number else { return }
    state.shares[number].joined -= 1
    guard state.shares[number].joined == 0 else { return }
    state.instances[connection].isCut = true
    retire(number, in: &state)
    // Who closes a connection opens meanwhile what others want opened.
    guard state.shares[number].owner < 0 else { return }
    state.shares[number].owner = lane
    state.lanes[lane].stack.append(.drainShare(number))
  }

  private func retire(_ number: Int, in state: inout GraphState) {
    state.shares[number].connection = -1
    state.shares[number].joined = 0
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
