/// All outcomes of a program that the axioms of RC11 allow: C++'s model, repaired, without loads that see stores which come after
/// them.
///
/// Every way for loads to read from stores, and every order of the stores of each location, is tried and held against the axioms.
/// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017.
struct Axioms {
  /// An operation, or what a location holds at first.
  private struct Event {
    var thread: Int
    var step: LitmusProgram.Step
    var order: LitmusProgram.Order
    var location: Int?
    var isInitial = false

    var acquires: Bool { [.acquire, .acquireRelease, .sequential].contains(order) }
    var releases: Bool { [.release, .acquireRelease, .sequential].contains(order) }
    var isFence: Bool { location == nil }
    var canRead: Bool {
      if isInitial { return false }
      switch step {
      case .load, .add, .claim: return true
      case .store, .fence: return false
      }
    }
    var canWrite: Bool {
      if isInitial { return true }
      switch step {
      case .store, .add, .claim: return true
      case .load, .fence: return false
      }
    }
  }

  private var events: [Event] = []
  private var program: LitmusProgram
  private var outcomes: Set<String> = []

  static func outcomes(of program: LitmusProgram) -> Set<String> {
    var axioms = Axioms(program)
    let readers = axioms.events.indices.filter { axioms.events[$0].canRead }
    var sources = Array(repeating: -1, count: axioms.events.count)
    axioms.assign(readers[...], &sources)
    return axioms.outcomes
  }

  private init(_ program: LitmusProgram) {
    self.program = program
    for location in 0..<LitmusProgram.locations {
      events.append(
        Event(
          thread: -1, step: .store(location, value: 0, .relaxed), order: .relaxed,
          location: location, isInitial: true))
    }
    for (thread, steps) in program.threads.enumerated() {
      for step in steps {
        switch step {
        case .store(let place, _, let order), .load(let place, let order),
          .add(let place, _, let order),
          .claim(let place, _, let order):
          events.append(Event(thread: thread, step: step, order: order, location: place))
        case .fence(let order): events.append(Event(thread: thread, step: step, order: order))
        }
      }
    }
  }

  /// Tries every source of every reader that is left.
  private mutating func assign(_ readers: ArraySlice<Int>, _ sources: inout [Int]) {
    guard let reader = readers.first else { return order(sources) }
    for source in events.indices
    where source != reader && events[source].canWrite
      && events[source].location == events[reader].location
    {
      sources[reader] = source
      assign(readers.dropFirst(), &sources)
    }
  }

  /// With these sources: finds the values, and tries every order of the stores that there are.
  private mutating func order(_ sources: [Int]) {
    var sequenced = Relation(events.count)
    for first in events.indices {
      for second in events.indices where first < second {
        let isInitial = events[first].isInitial && !events[second].isInitial
        if isInitial || !events[first].isInitial && events[first].thread == events[second].thread {
          sequenced[first, second] = true
        }
      }
    }
    var readsFrom = Relation(events.count)
    for (reader, source) in sources.enumerated() where source >= 0 {
      readsFrom[source, reader] = true
    }
    guard sequenced.union(readsFrom).closure.isIrreflexive else { return }
    guard let run = Run(values(sources), sources, events) else { return }
    var orders: [[[Int]]] = [[]]
    for location in 0..<LitmusProgram.locations {
      let writers = events.indices.filter {
        run.writes[$0] && events[$0].location == location && !events[$0].isInitial
      }
      orders = orders.flatMap { order in
        Self.permutations(writers).map { order + [[location] + $0] }
      }
    }
    for modification in orders where isConsistent(modification, sequenced, readsFrom, sources, run)
    {
      let memory = modification.map { run.written[$0.last ?? 0] }
      let results = program.threads.indices.map { thread in
        events.indices.filter { events[$0].thread == thread && events[$0].canRead }.map {
          run.read[$0]
        }
      }
      outcomes.insert(LitmusProgram.outcome(results, memory))
    }
  }

  /// What each operation has read and written.
  private struct Run {
    var read: [Int]
    var written: [Int]
    var writes: [Bool]

    /// Nil where somebody reads from a comparison that has not written.
    init?(_ values: [(read: Int, written: Int, writes: Bool)], _ sources: [Int], _ events: [Event])
    {
      read = values.map(\.read)
      written = values.map(\.written)
      writes = values.map(\.writes)
      for source in sources where source >= 0 && !writes[source] { return nil }
    }
  }

  private func values(_ sources: [Int]) -> [(read: Int, written: Int, writes: Bool)] {
    var known: [Int: (read: Int, written: Int, writes: Bool)] = [:]
    func value(_ event: Int) -> (read: Int, written: Int, writes: Bool) {
      if let value = known[event] { return value }
      let read = sources[event] >= 0 ? value(sources[event]).written : 0
      let result: (Int, Int, Bool) =
        switch events[event].step {
        case .store(_, let value, _): (0, value, true)
        case .load: (read, 0, false)
        case .add(_, let value, _): (read, read + value, true)
        case .claim(_, let value, _): (read, value, read == 0)
        case .fence: (0, 0, false)
        }
      known[event] = result
      return result
    }
    return events.indices.map(value)
  }

  private static func permutations(_ items: [Int]) -> [[Int]] {
    guard !items.isEmpty else { return [[]] }
    return items.indices.flatMap { index -> [[Int]] in
      var rest = items
      let item = rest.remove(at: index)
      return permutations(rest).map { [item] + $0 }
    }
  }

  private func isConsistent(
    _ modification: [[Int]], _ sequenced: Relation, _ readsFrom: Relation, _ sources: [Int],
    _ run: Run
  ) -> Bool {
    var order = Relation(events.count)
    var place = Array(repeating: -1, count: events.count)
    for writers in modification {
      for (index, writer) in writers.enumerated() {
        place[writer] = index
        for later in writers[(index + 1)...] { order[writer, later] = true }
      }
    }
    var overwritten = Relation(events.count)
    for (reader, source) in sources.enumerated() where source >= 0 {
      // A read-modify-write stands right behind what it has read.
      if run.writes[reader], place[reader] != place[source] + 1 { return false }
      for later in events.indices where order[source, later] && later != reader {
        overwritten[reader, later] = true
      }
    }
    let before = happensBefore(sequenced, readsFrom, sources, run)
    let communication = readsFrom.union(order).union(overwritten).closure
    guard before.isIrreflexive, before.then(communication).isIrreflexive else { return false }
    return sequential(sequenced, before, order.union(overwritten), communication).closure
      .isIrreflexive
  }

  private func happensBefore(
    _ sequenced: Relation, _ readsFrom: Relation, _ sources: [Int], _ run: Run
  ) -> Relation {
    // The release sequence: a store, and the read-modify-writes behind it.
    var continued = Relation(events.count)
    for (reader, source) in sources.enumerated() where source >= 0 && run.writes[reader] {
      continued[source, reader] = true
    }
    let sequences = Relation.identity(events.count).union(continued.closure)
    let reading = sequences.then(readsFrom)
    var synchronises = Relation(events.count)
    for writer in events.indices where run.writes[writer] {
      for reader in events.indices where reading[writer, reader] {
        let order =
          run.writes[reader] || !isFailedClaim(reader, run) ? events[reader] : relaxed(reader)
        for first in events.indices {
          let publishes =
            first == writer && events[first].releases
            || events[first].isFence && events[first].releases && sequenced[first, writer]
          guard publishes else { continue }
          for last in events.indices {
            let takes =
              last == reader && order.acquires
              || events[last].isFence && events[last].acquires && sequenced[reader, last]
            if takes { synchronises[first, last] = true }
          }
        }
      }
    }
    return sequenced.union(synchronises).closure
  }

  private func isFailedClaim(_ event: Int, _ run: Run) -> Bool {
    if case .claim = events[event].step { return !run.writes[event] }
    return false
  }

  /// A comparison that fails is a relaxed load.
  private func relaxed(_ event: Int) -> Event {
    var relaxed = events[event]
    relaxed.order = .relaxed
    return relaxed
  }

  /// What the order of sequentially consistent operations has to follow.
  private func sequential(
    _ sequenced: Relation, _ before: Relation, _ memory: Relation, _ communication: Relation
  ) -> Relation {
    let elsewhere = sequenced.filtered {
      events[$0].location == nil || events[$0].location != events[$1].location
    }
    let there = before.filtered {
      events[$0].location != nil && events[$0].location == events[$1].location
    }
    let base = sequenced.union(elsewhere.then(before).then(elsewhere)).union(there).union(memory)
    let identity = Relation.identity(events.count)
    let accesses = identity.filtered { first, _ in
      events[first].order == .sequential && !events[first].isFence
    }
    let fences = identity.filtered { first, _ in
      events[first].order == .sequential && events[first].isFence
    }
    let reflexive = identity.union(before)
    let from = accesses.union(fences.then(reflexive))
    let to = accesses.union(reflexive.then(fences))
    let ofFences = fences.then(before.union(before.then(communication).then(before))).then(fences)
    return from.then(base).then(to).union(ofFences)
  }
}

/// A relation between small numbers.
private struct Relation {
  private let count: Int
  private var pairs: [Bool]

  init(_ count: Int) {
    self.count = count
    pairs = Array(repeating: false, count: count * count)
  }

  static func identity(_ count: Int) -> Relation {
    var identity = Relation(count)
    for index in 0..<count { identity[index, index] = true }
    return identity
  }

  subscript(first: Int, second: Int) -> Bool {
    get { pairs[first * count + second] }
    set { pairs[first * count + second] = newValue }
  }

  func union(_ other: Relation) -> Relation {
    var union = self
    for index in pairs.indices where other.pairs[index] { union.pairs[index] = true }
    return union
  }

  func then(_ other: Relation) -> Relation {
    var result = Relation(count)
    for first in 0..<count {
      for middle in 0..<count where self[first, middle] {
        for last in 0..<count where other[middle, last] { result[first, last] = true }
      }
    }
    return result
  }

  func filtered(_ keeps: (Int, Int) -> Bool) -> Relation {
    var result = self
    for first in 0..<count {
      for second in 0..<count where self[first, second] && !keeps(first, second) {
        result[first, second] = false
      }
    }
    return result
  }

  var closure: Relation {
    var closure = self
    for middle in 0..<count {
      for first in 0..<count where closure[first, middle] {
        for last in 0..<count where closure[middle, last] { closure[first, last] = true }
      }
    }
    return closure
  }

  var isIrreflexive: Bool { !(0..<count).contains { self[$0, $0] } }
}
