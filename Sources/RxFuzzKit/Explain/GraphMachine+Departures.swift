// How those whose part of the graph is over leave the lists on which they stand.

extension GraphMachine {
  /// The places whose part of the graph is over and that are still on the list of an idle subject, or counted by a
  /// shared connection.
  ///
  /// Whoever ends them takes them off, and owns the subject while doing so: what others send it meanwhile is
  /// for this thread to deliver. Where there are no others, it makes no difference when that happens.
  func departures(_ frame: Frame, _ lane: Int, in state: GraphState) -> [Place] {
    switch frame {
    // Where operators release their sources first, they do so before they send their end.
    case .deliver where graph.semantics.ending == .releasedFirst: break
    case .deliver, .callback, .attach, .dispose, .close: return []
    case .action, .inject, .emit, .send, .enter, .giveUp, .drain, .drainSubject, .subscribe,
      .inputs,
      .reserve,
      .publish, .subscribed, .unwind, .settle, .asking, .startInner, .cutOff, .follow, .listen,
      .connect,
      .open, .drainShare, .leaveShare, .startNext, .decide, .job, .advance, .show, .wake, .appoint,
      .enlistAppointment,
      .stamp, .lookAgain, .meet, .unlock, .unlockSubject:
      break
    }
    var places = overdueListeners(in: state)
    // Only where subjects have a queue does who leaves own it meanwhile.
    guard graph.semantics.subjects == .queue, areOthersBusy(lane, in: state) else { return places }
    for feed in state.feeds where feed.owner < 0 && feed.node >= 0 {
      switch graph.nodes[feed.node].role {
      case .subject, .connecting, .sharing: break
      case .feed, .cold, .timed, .stage, .handOver, .elsewhere, .succession, .flattening,
        .retryWhen, .clocked, .scheduled, .withoutModel:
        continue
      }
      for place in feed.slots where !state[place].hasLeft && isOver(place, in: state) {
        if !places.contains(place) { places.append(place) }
      }
    }
    return places
  }

  func leave(_ place: Place, _ lane: Int, in state: inout GraphState) {
    state[place].hasLeft = true
    var feed = graph.nodes[place.node].feed
    if graph.nodes[place.node].role.hasConnections {
      for number in state.shares.indices { state.shares[number].holders.removeAll { $0 == place } }
      state.lanes[lane].stack.append(.leaveShare(place))
      feed = state[place].memory.elements[0]
    }
    guard graph.semantics.subjects == .queue, let feed, state.feeds[feed].owner < 0 else { return }
    state.feeds[feed].owner = lane
    state.lanes[lane].stack.append(.drainSubject(feed: feed))
  }
}
