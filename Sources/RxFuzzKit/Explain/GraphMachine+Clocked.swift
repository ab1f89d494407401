// How operators act that depend on a clock, and what it does in real time.

extension GraphMachine {
  /// The input number under which a strike of the clock waits for its turn.
  static let clockInput = -1

  /// Takes in an event of an input of such a node; true if it is to be passed on.
  func passesClock(
    _ event: ModelEvent, from source: Place, _ stage: ClockedStage, _ place: Place, _ lane: Int,
    in state: inout GraphState
  ) -> Bool {
    if event.isTerminal { state[source].isCut = true }
    if graph.nodes[source.node].position == 1 {
      // What has replaced the source does not pass the clock.
      if event.isTerminal { state[place].hasEnded = true }
      return true
    }
    if stage.serialises {
      arrive(event, 0, place, lane, in: &state)
    } else if isVirtual {
      react(to: .event(event), stage.virtual, place, lane, in: &state)
    } else {
      decide(.event(event), stage, place, lane, in: &state)
    }
    return false
  }

  /// The nodes whose clock may strike on that lane.
  func clocksDue(_ lane: Int, in state: GraphState) -> [Place] {
    state.clocks.filter { place in
      guard graph.nodes[place.node].lane == lane, isHeard(place, lane, in: state) else {
        return false
      }
      // The clock is set again only when it has been heard.
      if state[place].queue.contains(where: { $0.input == Self.clockInput }) { return false }
      // Who serves the node's queue in vain delivers what others emit meanwhile; if there are others.
      return strikes(place, in: state) || areOthersBusy(lane, in: state)
    }
  }

  /// True if what the clock does at the node can still be seen: the node is not over, something on the way may
  /// subscribe others, or the node itself does and the end is still on its way to the clock.
  func isHeard(_ place: Place, _ lane: Int, in state: GraphState) -> Bool {
    isServed(place, lane, in: state)
      || graph.nodes[place.node].role.subscribesLater && isEndOnItsWay(to: place, lane, in: state)
  }

  /// True if another thread may be about to end the node, whose part of the graph is over.
  func isEndOnItsWay(to place: Place, _ lane: Int, in state: GraphState) -> Bool {
    areOthersBusy(lane, in: state) && !state.subscriptions[place.subscription].isUnwound
  }

  /// True if another thread is in the middle of something.
  func areOthersBusy(_ lane: Int, in state: GraphState) -> Bool {
    state.lanes.indices.contains { $0 != lane && !state.lanes[$0].stack.isEmpty }
  }

  func strike(_ place: Place, _ lane: Int, in state: inout GraphState) {
    guard case .clocked(let stage) = graph.nodes[place.node].role else { return }
    if isStillServed(place, lane, in: state) {
      state.subscriptions[place.subscription].admitted |= 1 << UInt16(lane)
    }
    state.lanes[lane].stack.append(.job)
    if stage.serialises {
      arrive(.completed, Self.clockInput, place, lane, in: &state)
    } else {
      decide(.due, stage, place, lane, in: &state)
    }
  }

  /// Takes in what has waited for its turn.
  func clocked(
    _ queued: GraphState.Queued, _ stage: ClockedStage, _ place: Place, _ lane: Int,
    in state: inout GraphState
  ) {
    let isDue = queued.input == Self.clockInput
    if isVirtual {
      let signal: VirtualStage.Signal =
        isDue ? .due(tag: queued.origin) : .event(queued.event)
      return react(to: signal, stage.virtual, place, lane, in: &state)
    }
    decide(isDue ? .due : .event(queued.event), stage, place, lane, in: &state)
  }

  func outcomes(
    of signal: ClockedStage.Signal, at place: Place, in state: GraphState
  ) -> [ClockedStage.Branch] {
    guard case .clocked(let stage) = graph.nodes[place.node].role else { return [] }
    return stage.outcomes(state[place].memory, signal, graph.nodes[place.node].parameters)
  }

  func apply(
    _ outcome: ClockedStage.Branch, at place: Place, _ lane: Int, in state: inout GraphState
  ) {
    state[place].memory = outcome.memory
    if leavesEnds(place), outcome.outputs.last?.isTerminal == true {
      leaveEnd(of: outcome.outputs, at: place, lane, in: &state)
      return sendEnd(of: place, lane, in: &state)
    }
    if outcome.outputs.contains(where: \.isTerminal) { state[place].hasEnded = true }
    for output in outcome.outputs.reversed() {
      state.lanes[lane].stack.append(.send(place, output))
    }
    guard outcome.replacesSource else { return }
    state[input(0, of: place)].isCut = true
    begin(1, of: place, lane, in: &state)
  }

  /// True if a strike of the clock can change something.
  private func strikes(_ place: Place, in state: GraphState) -> Bool {
    outcomes(of: .due, at: place, in: state).contains {
      $0.memory != state[place].memory || !$0.outputs.isEmpty || $0.replacesSource
    }
  }

  private func decide(
    _ signal: ClockedStage.Signal, _ stage: ClockedStage, _ place: Place, _ lane: Int,
    in state: inout GraphState
  ) {
    let outcomes = outcomes(of: signal, at: place, in: state)
    if outcomes.count == 1 { return apply(outcomes[0], at: place, lane, in: &state) }
    state.lanes[lane].stack.append(.decide(place, signal))
  }
}
