// What scheduler queues do by themselves.

extension GraphMachine {
  /// Number of pieces of work that an idle scheduler queue can begin.
  func idleChoices(_ lane: Int, in state: GraphState) -> Int {
    guard lane >= GraphModel.firstSchedulerLane else { return 0 }
    return works(lane, in: state).count
  }

  func beginWork(_ choice: Int, _ lane: Int, in state: inout GraphState) {
    switch works(lane, in: state)[choice] {
    case .deliver(let place):
      let event = state[place].queue.removeFirst().event
      if event.isTerminal {
        state[place].hasEnded = true
        state[place].queue = []
      }
      state.lanes[lane].stack.append(.job)
      state.lanes[lane].stack.append(.send(place, event))
    case .subscribe(let job):
      let place = state.jobs.remove(at: job)
      state.lanes[lane].stack.append(.job)
      state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    case .skip(let job): state.jobs.remove(at: job)
    case .fire(let timer): fire(timer, lane, in: &state)
    case .strike(let place): strike(place, lane, in: &state)
    }
  }

  private enum Work {
    case deliver(Place)
    case subscribe(job: Int)
    case skip(job: Int)
    case fire(timer: Int)
    case strike(Place)
  }

  private func works(_ lane: Int, in state: GraphState) -> [Work] {
    var works: [Work] = []
    for place in state.handOvers where graph.nodes[place.node].lane == lane {
      if !state[place].queue.isEmpty { works.append(.deliver(place)) }
    }
    for (job, place) in state.jobs.enumerated() where graph.nodes[place.node].lane == lane {
      works.append(.subscribe(job: job))
      if isOver(place, in: state) { works.append(.skip(job: job)) }
    }
    for (timer, each) in state.timers.enumerated()
    where graph.nodes[each.place.node].lane == lane && each.fired < Self.timerElementsMax {
      if isServed(each.place, lane, in: state) { works.append(.fire(timer: timer)) }
    }
    return works + clocksDue(lane, in: state).map(Work.strike)
  }

  private func fire(_ timer: Int, _ lane: Int, in state: inout GraphState) {
    let place = state.timers[timer].place
    let number = state.timers[timer].fired
    state.timers[timer].fired += 1
    state.lanes[lane].stack.append(.job)
    if case .timed(let elementsMax?) = graph.nodes[place.node].role, number + 1 >= elementsMax {
      state.timers.remove(at: timer)
      state.lanes[lane].stack.append(.send(place, .completed))
    }
    state.lanes[lane].stack.append(
      .send(place, .next(Token.make(payload: number, emission: 0))))
  }
}
