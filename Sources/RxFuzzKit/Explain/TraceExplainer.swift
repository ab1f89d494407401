/// Searches for a way in which the model of a graph can have behaved as a trace says.
///
/// The records are taken in order. Before each of them any thread whose action has not returned may take
/// any of its small steps, so that the search covers every order of the raced actions that respects when
/// they began and ended. A state reached again for the same record is not explored again.
///
/// What it finds out about the model serves the next trace of the same scenario. Thread-safety: a value; each thread
/// that explains traces has one of its own.
struct TraceExplainer {
  /// Largest number of states looked at for one trace; one more makes the trace undecided.
  static let statesMax = 4_000
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

  private var moves: GraphMoves
  /// The records of the trace: their lanes, and their symbols.
  private var lanes: [Int] = []
  private var symbols: [Int] = []
  private var pending: [Attempt] = []
  private var seen = WordTable()
  private var looked = 0
  private var hasExceeded = false
  private var stop = Stop(place: -1, states: [])

  /// A way of going on that has not been tried.
  private struct Attempt: BitwiseCopyable {
    let place: Int32
    let state: GraphMoves.Number
    let lane: Int32
    let choice: Int32
  }

  /// Of the traces of that machine.
  init(_ machine: GraphMachine) { moves = GraphMoves(machine) }

  /// Explains the records of one run, or says where that is impossible.
  mutating func explain(_ records: [TraceRecord]) -> Outcome {
    moves.forgetIfLarge()
    lanes.removeAll(keepingCapacity: true)
    symbols.removeAll(keepingCapacity: true)
    for record in records {
      guard let lane = GraphModel.index(ofLane: record.lane) else {
        return .undecided(.unknownThread)
      }
      lanes.append(lane)
      symbols.append(moves.symbol(of: record))
    }
    pending.removeAll(keepingCapacity: true)
    seen.removeAll()
    (looked, hasExceeded, stop) = (0, false, Stop(place: -1, states: []))
    return search()
  }

  private mutating func search() -> Outcome {
    if follow(moves.first, from: 0) { return .explained }
    while looked <= Self.statesMax, let attempt = pending.popLast() {
      let state = moves.step(Int(attempt.lane), Int(attempt.choice), from: attempt.state)
      if follow(state, from: Int(attempt.place)) { return .explained }
    }
    // Even the first way may have been too long.
    if looked > Self.statesMax { return .undecided(.statesExceeded) }
    return hasExceeded ? .undecided(.modelOutgrown) : .unexplained(stop)
  }

  /// Goes on from a state as long as there is a way, noting the others; true if the trace is explained.
  private mutating func follow(_ start: GraphMoves.Number, from first: Int) -> Bool {
    var (state, place) = (start, first)
    while true {
      looked += moves.weight(state)
      if looked > Self.statesMax { return false }
      if moves.isExceeded(state) {
        hasExceeded = true
        return false
      }
      if !seen.insert(0, for: UInt64(state) << 32 | UInt64(place)) {
        // A way that only leads back ends here, though there are choices left at each of its states.
        if place > stop.place { note(state, at: place) }
        return false
      }
      guard place < lanes.count else { return true }
      let lane = lanes[place]
      guard lane < moves.laneCount else {
        note(state, at: place)
        return false
      }
      // The steps of other threads come last: most records need those of their own thread only.
      noteSteps(ofAllBut: lane, state, place)
      let choices = moves.choices(lane, in: state)
      if let next = moves.take(symbols[place], lane, from: state) {
        noteSteps(of: lane, 0..<choices, state, place)
        state = next
        place += 1
      } else if choices > 0 {
        noteSteps(of: lane, 1..<choices, state, place)
        state = moves.step(lane, 0, from: state)
      } else {
        note(state, at: place)
        return false
      }
    }
  }

  private mutating func noteSteps(ofAllBut own: Int, _ state: GraphMoves.Number, _ place: Int) {
    var rest = moves.movable(state) & ~(1 << UInt16(own))
    // From the last lane on: what is noted last is tried first.
    while rest != 0 {
      let lane = UInt16.bitWidth - 1 - rest.leadingZeroBitCount
      rest &= ~(1 << UInt16(lane))
      noteSteps(of: lane, 0..<moves.choices(lane, in: state), state, place)
    }
  }

  private mutating func noteSteps(
    of lane: Int, _ choices: Range<Int>, _ state: GraphMoves.Number, _ place: Int
  ) {
    for choice in choices.reversed() {
      pending.append(
        Attempt(
          place: Int32(place), state: state, lane: Int32(lane), choice: Int32(choice)))
    }
  }

  private mutating func note(_ state: GraphMoves.Number, at place: Int) {
    if place > stop.place { stop = Stop(place: place, states: []) }
    if place == stop.place, stop.states.count < Self.stopsMax {
      stop.states.append(moves.state(state))
    }
  }
}
