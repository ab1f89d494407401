// How time passes where only `advance` moves it.
//
// Whoever advances a clock does what is due itself, in the order of its time. To ask for a later moment is two steps:
// to read the clock, and to put the appointment on the list; a clock may be moved in between.

extension GraphMachine {
  func performOnVirtualTime(
    _ frame: Frame, _ choice: Int, _ lane: Int, in state: inout GraphState
  ) {
    switch frame {
    case .advance(let clock, let until): advance(clock, until: until, lane, in: &state)
    case .show(let clock, let until):
      state.times[clock] = max(state.times[clock], until)
      state.lanes[lane].stack.removeLast()
    case .wake(let place, let tag): wake(place, tag: tag, choice, lane, in: &state)
    case .appoint(let place, let span, let tag):
      appoint(place, after: span, tag: tag, lane, in: &state)
    case .enlistAppointment(let place, let due, let tag):
      enlistAppointment(place, due: due, tag: tag, lane, in: &state)
    case .stamp(let place): stamp(place, lane, in: &state)
    case .lookAgain(let place): lookAgain(place, lane, in: &state)
    case .action, .inject, .emit, .send, .enter, .giveUp, .drain, .drainSubject, .deliver,
      .callback,
      .subscribe,
      .inputs, .attach, .reserve, .publish, .subscribed, .dispose, .close, .unwind, .settle,
      .asking, .startInner, .cutOff, .follow, .listen, .connect, .open, .drainShare, .leaveShare,
      .startNext,
      .decide,
      .job, .meet, .unlock, .unlockSubject:
      return
    }
  }

  /// Does the next thing that is due by then, or comes to let the clock show that time.
  private func advance(_ clock: Int, until: Int, _ lane: Int, in state: inout GraphState) {
    var next: Int?
    for (index, each) in state.agenda.enumerated() where each.clock == clock && each.due <= until {
      if next.map({ each.due < state.agenda[$0].due }) ?? true { next = index }
    }
    guard let next else {
      // What others ask for in between is late, and is done by whoever advances the clock next.
      state.lanes[lane].stack.removeLast()
      state.lanes[lane].stack.append(.show(clock: clock, until: until))
      return
    }
    let appointment = state.agenda.remove(at: next)
    state.times[clock] = max(state.times[clock], appointment.due)
    state.lanes[lane].stack.append(.job)
    state.lanes[lane].stack.append(.wake(appointment.place, tag: appointment.tag))
  }

  /// Who has come to an end may have withdrawn its appointment just in time.
  func wakeChoices(_ place: Place, _ lane: Int, in state: GraphState) -> Int {
    isOver(place, in: state) && isNoticed(place, lane, in: state) ? 2 : 1
  }

  /// True if what is done at the appointment can be seen: the next appointment that it makes, too, by where that moves the
  /// clock, as long as the end is still on its way to it.
  private func isNoticed(_ place: Place, _ lane: Int, in state: GraphState) -> Bool {
    isHeard(place, lane, in: state) || isEndOnItsWay(to: place, lane, in: state)
  }

  private func wake(
    _ place: Place, tag: Int, _ choice: Int, _ lane: Int, in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    if isOver(place, in: state) {
      guard choice == 1, isNoticed(place, lane, in: state) else { return }
    }
    switch graph.nodes[place.node].role {
    case .timed(let elementsMax): tick(place, elementsMax, lane, in: &state)
    case .elsewhere: state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    case .clocked(let stage):
      if stage.serialises {
        arrive(.completed, Self.clockInput, place, origin: tag, lane, in: &state)
      } else {
        react(to: .due(tag: tag), stage.virtual, place, lane, in: &state)
      }
    case .feed, .subject, .cold, .stage, .handOver, .succession, .flattening, .retryWhen, .sharing,
      .connecting, .scheduled, .withoutModel:
      return
    }
  }

  /// Lets a node that depends on time come to life.
  func startOnVirtualTime(
    _ stage: ClockedStage, _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    let (memory, effects) = stage.virtual.start(time(of: place, in: state), parameters(of: place))
    state[place].memory = memory
    state.lanes[lane].stack.append(.inputs(place, order: 0, done: 0))
    if stage.startsInTurn {
      state[place].owner = lane
      state.lanes[lane].stack.append(.drain(place))
    }
    perform(effects, place, lane, in: &state)
  }

  /// For a node that does nothing before its span is over.
  func firstAppointment(of place: Place) -> Frame {
    .appoint(place, after: parameters(of: place)[0], tag: 0)
  }

  func react(
    to signal: VirtualStage.Signal, _ stage: VirtualStage, _ place: Place, _ lane: Int,
    in state: inout GraphState
  ) {
    let now = time(of: place, in: state)
    let effects = stage.receive(&state[place].memory, signal, now, parameters(of: place))
    perform(effects, place, lane, in: &state)
  }

  /// Reads the clock.
  private func appoint(
    _ place: Place, after span: Int, tag: Int, _ lane: Int, in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    let due = time(of: place, in: state) + span
    state.lanes[lane].stack.append(.enlistAppointment(place, due: due, tag: tag))
  }

  /// Puts the appointment behind those of the same time.
  private func enlistAppointment(
    _ place: Place, due: Int, tag: Int, _ lane: Int, in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    state.agenda.append(
      GraphState.Appointment(place: place, clock: clock(of: place), due: due, tag: tag))
  }

  /// Notes what the clock shows.
  private func stamp(_ place: Place, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    state[place].memory.elements[0] = time(of: place, in: state)
  }

  private func lookAgain(_ place: Place, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.removeLast()
    guard case .clocked(let stage) = graph.nodes[place.node].role, !state[place].hasEnded else {
      return
    }
    react(to: .due(tag: 0), stage.virtual, place, lane, in: &state)
  }

  /// A source that counts.
  private func tick(
    _ place: Place, _ elementsMax: Int?, _ lane: Int, in state: inout GraphState
  ) {
    let number = state[place].memory.number
    state[place].memory.number += 1
    if let elementsMax {
      if number + 1 >= elementsMax { state.lanes[lane].stack.append(.send(place, .completed)) }
    } else {
      state.lanes[lane].stack.append(
        .appoint(place, after: graph.nodes[place.node].period, tag: 0))
    }
    state.lanes[lane].stack.append(
      .send(place, .next(Token.make(payload: number, emission: 0))))
  }

  private func perform(
    _ effects: [VirtualStage.Effect], _ place: Place, _ lane: Int, in state: inout GraphState
  ) {
    for effect in effects.reversed() {
      switch effect {
      case .emit(let event):
        if event.isTerminal { state[place].hasEnded = true }
        state.lanes[lane].stack.append(.send(place, event))
      case .appoint(let span, let tag):
        state.lanes[lane].stack.append(.appoint(place, after: span, tag: tag))
      case .stamp: state.lanes[lane].stack.append(.stamp(place))
      case .lookAgain: state.lanes[lane].stack.append(.lookAgain(place))
      case .replaceSource:
        state[input(0, of: place)].isCut = true
        begin(1, of: place, lane, in: &state)
      }
    }
  }

  private func time(of place: Place, in state: GraphState) -> Int {
    state.times[clock(of: place)]
  }

  private func clock(of place: Place) -> Int {
    (graph.nodes[place.node].lane ?? GraphModel.firstSchedulerLane) - GraphModel.firstSchedulerLane
  }

  private func parameters(of place: Place) -> [Int] { graph.nodes[place.node].parameters }
}
