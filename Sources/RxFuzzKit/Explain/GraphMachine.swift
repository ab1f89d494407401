/// The small steps that threads take inside a graph, between two records of a trace.
///
/// A step is as much as one thread does between two points where it touches what other threads touch:
/// a queue, a list of observers, a gate. A lane whose innermost frame waits for a record has none. Where a
/// correct library may do one thing or another, a step has several choices.
struct GraphMachine: Sendable {
  typealias Frame = GraphState.Frame
  typealias Place = GraphState.Place

  let graph: GraphModel
  private let isAsynchronous: Bool
  let isVirtual: Bool

  init(graph: GraphModel) {
    self.graph = graph
    isAsynchronous = graph.script.isAsynchronous
    isVirtual = graph.script.scenario.isVirtual
  }

  /// Number of ways in which the lane can go on by itself; 0 where it waits or has nothing to do.
  func choices(_ lane: Int, in state: GraphState) -> Int {
    guard let frame = state.lanes[lane].stack.last else {
      return isAsynchronous ? idleChoices(lane, in: state) : 0
    }
    let own = choices(of: frame, lane, in: state)
    return graph.hasDepartures ? own + departures(frame, lane, in: state).count : own
  }

  private func choices(of frame: Frame, _ lane: Int, in state: GraphState) -> Int {
    let tasks = state.lanes[lane].tasks.count
    switch frame {
    case .action, .deliver, .callback, .attach: return 0
    case .inject(let feed, let event): return injectChoices(event, feed, lane, in: state)
    case .emit(let feed, let event, let rest):
      return emitChoices(event, feed, rest, lane, in: state)
    case .send, .enter, .drain, .drainSubject, .reserve, .publish, .dispose, .unwind, .asking,
      .cutOff, .listen, .drainShare, .leaveShare:
      return 1
    case .startInner(let place, _): return startChoices(place, lane, in: state)
    case .open(let source): return openChoices(source, lane, in: state)
    case .giveUp(_, _, let rest): return rest.nonzeroBitCount
    case .advance, .show, .appoint, .enlistAppointment, .stamp, .lookAgain: return 1
    case .unlock, .unlockSubject: return 1
    case .meet(let place, let event, _, _): return meetChoices(event, place, lane, in: state)
    case .wake(let place, _): return wakeChoices(place, lane, in: state)
    case .connect(let place):
      if case .sharing = graph.nodes[place.node].role { return countChoices(place, in: state) }
      return isOver(place, in: state) ? 2 : 1
    case .subscribe(let place): return subscribeChoices(place, in: state)
    case .inputs: return 1 + tasks
    case .decide(let place, let signal):
      return outcomes(of: signal, at: place, in: state).count
    case .startNext(let place): return laneStarting(place, but: lane, in: state) == nil ? 1 : 2
    case .follow(let place): return isAwaited(place, in: state) ? 2 : 1
    case .subscribed(let subscription) where tasks == 0:
      return laneDisposing(subscription, in: state) == nil ? 1 : 2
    case .subscribed, .settle, .job:
      // What was put off may wait for the end of an outer subscribe of the same thread.
      return tasks == 0 ? 1 : tasks + (isTrampolined(lane, in: state) ? 1 : 0)
    case .close(let subscription): return closeChoices(subscription, lane, in: state)
    }
  }

  /// Lets the lane go on in one of those ways.
  func perform(_ choice: Int, _ lane: Int, in state: inout GraphState) {
    guard let frame = state.lanes[lane].stack.last else {
      return beginWork(choice, lane, in: &state)
    }
    if graph.hasDepartures {
      let own = choices(of: frame, lane, in: state)
      if choice >= own {
        return leave(departures(frame, lane, in: state)[choice - own], lane, in: &state)
      }
    }
    switch frame {
    case .action, .deliver, .callback, .attach: return
    case .inject(let feed, let event): inject(event, feed, lane, in: &state)
    case .emit(let feed, let event, let rest):
      emit(event, feed, rest, choice, lane, in: &state)
    case .send(let place, let event):
      state.lanes[lane].stack.removeLast()
      send(event, from: place, lane, in: &state)
    case .enter(let source, let event): enter(event, from: source, lane, in: &state)
    case .giveUp: giveUp(choice, lane, in: &state)
    case .drain(let place): drain(place, lane, in: &state)
    case .drainSubject(let feed): drainSubject(feed, lane, in: &state)
    case .subscribe(let place): subscribe(place, choice, lane, in: &state)
    case .inputs where choice > 0: runTask(choice - 1, lane, in: &state)
    case .inputs(let place, let order, let done):
      subscribeNextInput(of: place, order, done, lane, in: &state)
    case .reserve(let place): reserve(place, lane, in: &state)
    case .publish(let place, let slot): publish(place, slot: slot, lane, in: &state)
    case .subscribed(let subscription):
      if choice < state.lanes[lane].tasks.count {
        runTask(choice, lane, in: &state)
      } else {
        finishSubscribing(subscription, isLeft: choice > 0, lane, in: &state)
      }
    case .job: goOnWithJob(choice, lane, in: &state)
    case .dispose(let subscription): dispose(subscription, lane, in: &state)
    case .close(let subscription): performClose(subscription, choice, lane, in: &state)
    case .unwind(let subscription):
      state.lanes[lane].stack.removeLast()
      unwind(subscription, in: &state)
    case .startInner(let place, let event):
      startInner(choice == 0 ? event : nil, of: place, lane, in: &state)
    case .cutOff(let instance):
      state.lanes[lane].stack.removeLast()
      state.instances[instance].isCut = true
    case .settle, .asking, .follow: performSucceeding(frame, choice, lane, in: &state)
    case .listen, .connect, .open, .drainShare, .leaveShare:
      performSharing(frame, choice, lane, in: &state)
    case .advance, .show, .wake, .appoint, .enlistAppointment, .stamp, .lookAgain:
      performOnVirtualTime(frame, choice, lane, in: &state)
    case .startNext(let place): startNext(place, choice, lane, in: &state)
    case .meet, .unlock, .unlockSubject: performLocked(frame, choice, lane, in: &state)
    case .decide(let place, let signal):
      state.lanes[lane].stack.removeLast()
      let outcome = outcomes(of: signal, at: place, in: state)[choice]
      apply(outcome, at: place, lane, in: &state)
    }
  }

  /// Takes the steps that touch nothing that other threads see and leave no choice: to put them off would
  /// only multiply the states to look at.
  func settle(_ lane: Int, in state: inout GraphState) {
    while let frame = state.lanes[lane].stack.last, isPrivate(frame, lane, in: state) {
      perform(0, lane, in: &state)
    }
  }

  private func isPrivate(_ frame: Frame, _ lane: Int, in state: GraphState) -> Bool {
    switch frame {
    case .inputs(let place, let order, let done):
      if isClosing(place, order: order, done: done) || startsNext(place) { return false }
    case .subscribe(let place):
      let node = graph.nodes[place.node]
      switch node.role {
      case .stage where node.orders.count == 1 && node.opening.isEmpty, .handOver, .flattening,
        .retryWhen, .succession:
        break
      // On virtual time it looks at the clock.
      case .clocked: if isVirtual { return false }
      case .feed, .subject, .cold, .timed, .stage, .elsewhere, .sharing, .connecting, .scheduled,
        .withoutModel:
        return false
      }
    case .send(let place, _): if !isUnwound(place, lane, in: state) { return false }
    // Closures that are called meanwhile may react, and queues may come to what is still left to them.
    case .unwind(let subscription):
      return !graph.isDynamic && !graph.script.reactsOutsideDeliveries
        && state.subscriptions[subscription].admitted >> UInt16(GraphModel.firstSchedulerLane) == 0
    case .job where state.lanes[lane].stack.count > 1: break
    case .action, .inject, .emit, .enter, .giveUp, .drain, .drainSubject, .deliver, .callback,
      .attach, .reserve,
      .publish, .subscribed, .dispose, .close, .settle, .asking, .startInner, .cutOff, .follow,
      .listen,
      .connect, .open, .drainShare, .leaveShare, .startNext, .decide, .job, .advance, .show, .wake,
      .appoint,
      .enlistAppointment, .stamp, .lookAgain, .meet, .unlock, .unlockSubject:
      return false
    }
    return choices(lane, in: state) == 1
  }
}
