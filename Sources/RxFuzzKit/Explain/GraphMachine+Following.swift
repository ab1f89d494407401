// How inputs are subscribed while the graph is running, and who goes on when one has ended.

extension GraphMachine {
  /// Subscribes an input to which an event or an end has led.
  func begin(_ input: Int, of place: Place, _ lane: Int, in state: inout GraphState) {
    guard !state.subscriptions[place.subscription].isUnwound else { return }
    let root = state.instantiate(
      graph.nodes[place.node].inputs[input], of: graph, subscription: place.subscription,
      parent: place.instance)
    state.lanes[lane].stack.append(.settle(root))
    state.lanes[lane].stack.append(.subscribe(root))
  }

  /// True if some thread that has not returned will look whether the input has been followed by another.
  func isAwaited(_ place: Place, in state: GraphState) -> Bool {
    isFollowed(place, in: state) || isLeftToList(place, in: state)
  }

  private func isFollowed(_ place: Place, in state: GraphState) -> Bool {
    state.lanes.contains { lane in
      lane.stack.contains { $0 == .settle(place) || $0 == .asking(place) }
    }
  }

  /// Whether such sequences are the elements of a list that completes when it has been gone through, and the whole with it.
  func closesList(_ succession: Succession) -> Bool {
    graph.semantics.meeting == .elementsWait && succession.followsInterruption
  }

  /// Whether the end of the last sequence may be left to a thread that is still at it.
  func leavesEnd(
    _ event: ModelEvent, _ succession: Succession, at place: Place, in state: GraphState
  ) -> Bool {
    guard succession.leaves(event) else { return false }
    return graph.semantics.successions == .handOver || isListOpen(at: place, in: state)
  }

  /// True if some thread is still going through the list of sequences of that node.
  private func isListOpen(at place: Place, in state: GraphState) -> Bool {
    state.lanes.contains { $0.stack.contains(.startNext(place)) }
  }

  /// Whether the end that came from there is for the thread that goes through the list to send.
  private func isLeftToList(_ source: Place, in state: GraphState) -> Bool {
    guard let place = parent(of: source, in: state), state[source].successor <= Self.completedMark
    else { return false }
    return isListOpen(at: place, in: state)
  }

  /// Sends the end that was left where the list was being gone through.
  func sendLeftEnd(of place: Place, _ lane: Int, in state: inout GraphState) {
    guard let left = state[place].queue.first, !state[place].hasEnded else { return }
    state[place].queue = []
    state[place].hasEnded = true
    state.lanes[lane].stack.append(.send(place, left.event))
  }

  func performSucceeding(_ frame: Frame, _ choice: Int, _ lane: Int, in state: inout GraphState) {
    switch frame {
    case .settle where choice < state.lanes[lane].tasks.count:
      runTask(choice, lane, in: &state)
    case .settle(let place):
      state.lanes[lane].stack.removeLast()
      takeSuccessor(of: place, lane, in: &state)
    case .asking(let place):
      // The answer has come while it was asked for; who subscribes the input may still be at it, and goes on then.
      state.lanes[lane].stack.removeLast()
      if state[place].successor >= 0 { state.lanes[lane].stack.append(.follow(place)) }
    case .follow(let place):
      state.lanes[lane].stack.removeLast()
      let isLeftToAnother = choice == 0 && isAwaited(place, in: state)
      if !isLeftToAnother { return takeSuccessor(of: place, lane, in: &state) }
      guard !isFollowed(place, in: state), let whole = parent(of: place, in: state),
        let end = Self.end(markedBy: state[place].successor)
      else { return }
      state[place].successor = -1
      state[whole].queue = [GraphState.Queued(input: 0, event: end)]
    case .action, .inject, .emit, .send, .enter, .giveUp, .drain, .drainSubject, .deliver,
      .callback,
      .subscribe,
      .inputs, .attach, .reserve, .publish, .subscribed, .dispose, .close, .unwind, .startInner,
      .cutOff,
      .listen, .connect, .open, .drainShare, .leaveShare, .startNext, .decide, .job, .advance,
      .show, .wake,
      .appoint,
      .enlistAppointment, .stamp, .lookAgain, .meet, .unlock, .unlockSubject:
      return
    }
  }

  /// What stands for the end of the whole in the place of the input that follows.
  static func mark(ofEnd event: ModelEvent) -> Int {
    guard case .error(let code) = event else { return completedMark }
    return errorMark - code
  }

  private static func end(markedBy mark: Int) -> ModelEvent? {
    if mark == completedMark { return .completed }
    return mark < completedMark ? .error(errorMark - mark) : nil
  }

  private static let completedMark = -2
  /// Below it, whatever the code, which may be a little less than 0.
  private static let errorMark = -8

  /// Goes on with what follows an input that has ended, unless another thread has done so.
  func takeSuccessor(of place: Place, _ lane: Int, in state: inout GraphState) {
    let successor = state[place].successor
    guard successor != -1, let parent = parent(of: place, in: state) else { return }
    state[place].successor = -1
    if let end = Self.end(markedBy: successor) {
      guard !state[parent].hasEnded else { return }
      state[parent].hasEnded = true
      return state.lanes[lane].stack.append(.send(parent, end))
    }
    switch graph.nodes[parent.node].role {
    case .succession: begin(successor, of: parent, lane, in: &state)
    case .retryWhen:
      settleQuestion(of: parent, in: &state)
      begin(successor, of: parent, lane, in: &state)
    case .flattening: followInner(of: parent, lane, in: &state)
    case .feed, .subject, .cold, .timed, .stage, .handOver, .elsewhere, .sharing, .connecting,
      .clocked, .scheduled, .withoutModel:
      return
    }
  }
}
