/// The states of a machine that have been met, and where each of its moves leads: worked out once, then looked up.
///
/// The traces of one scenario lead through the same states again and again, because they differ in the order of
/// few records; so most of explaining a trace is looking up what was found out for one before. A move is what
/// `GraphMachine` does and nothing else: the table changes no verdict.
/// Complexity: a look-up for a known move; else what the machine takes, and the copy of a state.
/// Thread-safety: a value, changed by whoever asks it.
struct GraphMoves {
  /// States beyond which `forgetIfLarge` forgets all of them, each counted by its weight.
  private static let statesMax = 2_048
  /// A state with this many nodes counts as two, with twice as many as three: it takes that much longer.
  private static let nodesOfState = 32

  typealias Number = Int32

  private let machine: GraphMachine
  private var states = Numbering<GraphState>()
  private var facts: [Facts] = []
  /// Of all states together.
  private var weight = 0
  /// For each state the number of choices of each lane.
  private var choices: [UInt16] = []
  private var moves = WordTable()
  private var records = Numbering<TraceRecord>()

  private struct Facts {
    var weight: Int32
    var isExceeded: Bool
    /// Bits of the lanes that have a choice.
    var movable: UInt16
  }

  /// What a record that a state cannot take in leads to.
  private static let refused: Number = -1

  /// The state before anything happens.
  private(set) var first: Number = 0

  init(_ machine: GraphMachine) {
    self.machine = machine
    precondition(GraphModel.lanesMax <= UInt16.bitWidth, "a bit for each lane")
    first = number(of: GraphState(machine.graph))
  }

  /// Keeps the memory of it within bounds: forgets what it knows if that is much. Numbers of states and records given
  /// out before mean nothing then.
  mutating func forgetIfLarge() {
    if weight > Self.statesMax { self = GraphMoves(machine) }
  }

  /// Lanes on which anything can happen.
  var laneCount: Int { machine.graph.laneCount }

  /// A number for a record by which `take` knows it.
  mutating func symbol(of record: TraceRecord) -> Int {
    let word =
      UInt64(record.kind.rawValue) | UInt64(record.lane) << 8 | UInt64(record.subject) << 16
    return records.number(
      of: record,
      hash: word ^ UInt64(truncatingIfNeeded: record.value) << 32
        ^ UInt64(truncatingIfNeeded: record.value) >> 32)
  }

  /// The state of that number.
  func state(_ number: Number) -> GraphState { states.elements[Int(number)] }

  /// How much the state counts against the bound of a search.
  func weight(_ state: Number) -> Int { Int(facts[Int(state)].weight) }

  /// Whether it says nothing any more, because it outgrew a bound of the model.
  func isExceeded(_ state: Number) -> Bool { facts[Int(state)].isExceeded }

  /// The lanes that have a choice, as bits.
  func movable(_ state: Number) -> UInt16 { facts[Int(state)].movable }

  /// Number of ways in which the lane can go on by itself.
  func choices(_ lane: Int, in state: Number) -> Int {
    Int(choices[Int(state) * laneCount + lane])
  }

  /// Where one of these ways leads.
  mutating func step(_ lane: Int, _ choice: Int, from state: Number) -> Number {
    let key = UInt64(state) << 32 | UInt64(choice) << 9 | UInt64(lane) << 1
    if let known = moves[key] { return known }
    var next = states.elements[Int(state)]
    machine.perform(choice, lane, in: &next)
    machine.settle(lane, in: &next)
    let number = number(of: next)
    moves.insert(number, for: key)
    return number
  }

  /// Where the record leads, or nil where the state cannot take it in.
  /// - Parameter symbol: of that record.
  mutating func take(_ symbol: Int, _ lane: Int, from state: Number) -> Number? {
    let key = UInt64(state) << 32 | UInt64(symbol) << 1 | 1
    if let known = moves[key] { return known == Self.refused ? nil : known }
    let record = records.elements[symbol]
    var number = Self.refused
    if machine.mayAccept(record, lane, in: states.elements[Int(state)]) {
      var next = states.elements[Int(state)]
      if machine.accept(record, lane, in: &next) {
        machine.settle(lane, in: &next)
        number = self.number(of: next)
      }
    }
    moves.insert(number, for: key)
    return number == Self.refused ? nil : number
  }

  private mutating func number(of state: GraphState) -> Number {
    let number = states.number(of: state, hash: state.digest)
    if number == facts.count { note(state) }
    return Number(number)
  }

  private mutating func note(_ state: GraphState) {
    var movable: UInt16 = 0
    for lane in 0..<laneCount {
      let count = machine.choices(lane, in: state)
      if count > 0 { movable |= 1 << UInt16(lane) }
      choices.append(UInt16(count))
    }
    let weight = 1 + state.instances.count / Self.nodesOfState
    self.weight += weight
    facts.append(
      Facts(weight: Int32(weight), isExceeded: state.isExceeded, movable: movable))
  }
}
