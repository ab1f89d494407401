/// Searches for a way in which the model of a graph can have behaved as a trace says.
///
/// The records are taken in order. Before each of them any thread whose action has not returned may take
/// any of its small steps, so that the search covers every order of the raced actions that respects when
/// they began and ended. A state reached again for the same record is not explored again.
struct TraceExplainer {
  /// Largest number of states looked at for one trace; one more makes the trace undecided.
  static let statesMax = 4_000
  /// A state with this many nodes counts as two, with twice as many as three: it takes that much longer.
  private static let nodesOfState = 32
  /// States looked at before it pays to remember them: most traces are explained by fewer.
  private static let statesUnremembered = 128
  /// States kept from where the search came to a stop.
  private static let stopsMax = 4

  enum Outcome {
    case explained
    case unexplained(Stop)
    /// The search was given up, for this reason.
    case undecided(UndecidedCause)
  }

  /// Where every attempt to explain a trace has failed.
  struct Stop {
    /// Position of the first record that no attempt could take in; the record count where the trace ended.
    var place: Int
    /// Some of the states that could not take it in.
    var states: [GraphState]
  }

  private let machine: GraphMachine
  private let records: [TraceRecord]
  private var pending: [Attempt] = []
  private var seen: Set<Moment> = []
  private var looked = 0
  private var hasExceeded = false
  private var stop = Stop(place: -1, states: [])

  /// A way of going on that has not been tried.
  private struct Attempt {
    let place: Int
    let state: GraphState
    let lane: Int
    let choice: Int
  }

  private struct Moment: Hashable {
    let place: Int
    let state: GraphState

    func hash(into hasher: inout Hasher) {
      hasher.combine(state.digest &* 31 &+ UInt64(place))
    }
  }

  /// Explains the records of one run, or says where that is impossible.
  static func explain(_ records: [TraceRecord], by machine: GraphMachine) -> Outcome {
    var explainer = TraceExplainer(machine: machine, records: records)
    return explainer.search()
  }

  private init(machine: GraphMachine, records: [TraceRecord]) {
    self.machine = machine
    self.records = records
  }

  private mutating func search() -> Outcome {
    for record in records where GraphModel.index(ofLane: record.lane) == nil {
      return .undecided(.unknownThread)
    }
    if follow(GraphState(machine.graph), from: 0) { return .explained }
    while let attempt = pending.popLast() {
      var state = attempt.state
      machine.perform(attempt.choice, attempt.lane, in: &state)
      machine.settle(attempt.lane, in: &state)
      if follow(state, from: attempt.place) { return .explained }
      if looked > Self.statesMax {
        return .undecided(.statesExceeded)
      }
    }
    return hasExceeded ? .undecided(.modelOutgrown) : .unexplained(stop)
  }

  /// Goes on from a state as long as there is a way, noting the others; true if the trace is explained.
  private mutating func follow(_ start: GraphState, from first: Int) -> Bool {
    var (state, place) = (start, first)
    while true {
      looked += 1 + state.instances.count / Self.nodesOfState
      if looked > Self.statesMax { return false }
      if state.isExceeded {
        hasExceeded = true
        return false
      }
      if looked > Self.statesUnremembered,
        !seen.insert(Moment(place: place, state: state)).inserted
      {
        return false
      }
      guard place < records.count else { return true }
      let lane = GraphModel.index(ofLane: records[place].lane)!
      // The steps of other threads come last: most records need those of their own thread only.
      noteSteps(ofAllBut: lane, state, place)
      let choices = machine.choices(lane, in: state)
      let mayAccept = machine.mayAccept(records[place], lane, in: state)
      // A copy is made only where there is something to come back for.
      let before = choices > 1 || (choices > 0 && mayAccept) ? state : nil
      if mayAccept, machine.accept(records[place], lane, in: &state) {
        if let before { noteSteps(of: lane, 0..<choices, before, place) }
        machine.settle(lane, in: &state)
        place += 1
      } else if choices > 0 {
        if let before { noteSteps(of: lane, 1..<choices, before, place) }
        machine.perform(0, lane, in: &state)
        machine.settle(lane, in: &state)
      } else {
        note(state, at: place)
        return false
      }
    }
  }

  private mutating func noteSteps(ofAllBut own: Int, _ state: GraphState, _ place: Int) {
    for lane in (0..<GraphModel.laneCount).reversed() where lane != own {
      noteSteps(of: lane, 0..<machine.choices(lane, in: state), state, place)
    }
  }

  private mutating func noteSteps(
    of lane: Int, _ choices: Range<Int>, _ state: GraphState, _ place: Int
  ) {
    for choice in choices.reversed() {
      pending.append(Attempt(place: place, state: state, lane: lane, choice: choice))
    }
  }

  private mutating func note(_ state: GraphState, at place: Int) {
    if place > stop.place { stop = Stop(place: place, states: []) }
    if place == stop.place, stop.states.count < Self.stopsMax { stop.states.append(state) }
  }
}
