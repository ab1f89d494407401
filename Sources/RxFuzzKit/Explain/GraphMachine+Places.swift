// How the instances of a graph's nodes are connected.

extension GraphMachine {
  /// The instance of an input that came to life together with the node.
  func input(_ position: Int, of place: Place) -> Place {
    let node = graph.nodes[place.node]
    let input = node.inputs[position]
    return Place(
      subscription: place.subscription, node: input,
      instance: place.instance + graph.nodes[input].offset - node.offset)
  }

  /// What the node emits to; nil for the root and for that of a shared connection.
  func parent(of place: Place, in state: GraphState) -> Place? {
    let node = graph.nodes[place.node]
    guard let number = node.parent else { return nil }
    let parent = graph.nodes[number]
    if node.block != place.node {
      return Place(
        subscription: place.subscription, node: number,
        instance: place.instance + parent.offset - node.offset)
    }
    if parent.role.hasConnections { return nil }
    return Place(
      subscription: place.subscription, node: number, instance: state[place].parent)
  }

  /// True if the node's part of the graph has come to an end, so that subscribing it is optional and what
  /// it has attached may be released.
  ///
  /// Events go on passing inside it until they leave it: in a library too, the end takes its time to reach
  /// everything.
  func isOver(_ place: Place, in state: GraphState) -> Bool {
    let subscription = state.subscriptions[place.subscription]
    return subscription.isClosed || subscription.hasEnded || isCutOff(place, in: state)
  }

  /// True if what the queue of that lane does at the node is heard: what is over is deaf, unless something on the way may subscribe
  /// others.
  func isServed(_ place: Place, _ lane: Int, in state: GraphState) -> Bool {
    graph.nodes[place.node].passesSubscribers || !isOver(place, in: state)
      || isStillServed(place, lane, in: state)
  }

  /// True if what the clock of that lane still does there may come through, although the node's part of the graph is over: who
  /// disposes has let the sources go, and has not yet come to what it has on queues; or who was about an event then sets the clock,
  /// and has not yet come to stop it.
  func isStillServed(_ place: Place, _ lane: Int, in state: GraphState) -> Bool {
    let subscription = state.subscriptions[place.subscription]
    guard subscription.isClosed, !subscription.hasEnded, !isCutOff(place, in: state) else {
      return false
    }
    if !subscription.isUnwound { return subscription.admitted & 1 << lane != 0 }
    return state.lanes.indices.contains { other in
      other != lane && subscription.admitted & 1 << other != 0 && !state.lanes[other].stack.isEmpty
    }
  }

  /// True if the node or one that it emits to has ended, or nobody wants more of it.
  private func isCutOff(_ place: Place, in state: GraphState) -> Bool {
    var place = place
    while true {
      if state[place].hasEnded || state[place].isCut { return true }
      guard let parent = parent(of: place, in: state) else { return false }
      if state[parent].releasesInputs { return true }
      place = parent
    }
  }
}
