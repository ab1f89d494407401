/// All outcomes of a program on a machine of threads with buffers of stores, by trying every step of it.
///
/// Source: Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, "x86-TSO", CACM 2010.
struct StoreBuffers {
  private struct State: Hashable {
    var memory = Array(repeating: 0, count: LitmusProgram.locations)
    var buffers: [[[Int]]]
    var next: [Int]
    var results: [[Int]]
  }

  private let program: LitmusProgram
  private var seen: Set<State> = []
  private var outcomes: Set<String> = []

  static func outcomes(of program: LitmusProgram) -> Set<String> {
    var machine = StoreBuffers(program: program)
    let threads = program.threads.count
    machine.visit(
      State(
        buffers: Array(repeating: [], count: threads), next: Array(repeating: 0, count: threads),
        results: Array(repeating: [], count: threads)))
    return machine.outcomes
  }

  private init(program: LitmusProgram) { self.program = program }

  private mutating func visit(_ state: State) {
    guard seen.insert(state).inserted else { return }
    var isOver = true
    for thread in program.threads.indices {
      if let oldest = state.buffers[thread].first {
        isOver = false
        var after = state
        after.memory[oldest[0]] = oldest[1]
        after.buffers[thread].removeFirst()
        visit(after)
      }
      guard state.next[thread] < program.threads[thread].count else { continue }
      isOver = false
      if let after = performed(state, thread) { visit(after) }
    }
    if isOver { outcomes.insert(LitmusProgram.outcome(state.results, state.memory)) }
  }

  /// After the thread's next step; nil where that has to wait for the buffer.
  private func performed(_ state: State, _ thread: Int) -> State? {
    var after = state
    after.next[thread] += 1
    let isEmpty = state.buffers[thread].isEmpty
    switch program.threads[thread][state.next[thread]] {
    case .fence(.sequential): return isEmpty ? after : nil
    case .fence: return after
    case .load(let place, _):
      let own = state.buffers[thread].last { $0[0] == place }
      after.results[thread].append(own?[1] ?? state.memory[place])
    case .store(let place, let value, .sequential):
      guard isEmpty else { return nil }
      after.memory[place] = value
    case .store(let place, let value, _): after.buffers[thread].append([place, value])
    case .add(let place, let value, _):
      guard isEmpty else { return nil }
      after.results[thread].append(state.memory[place])
      after.memory[place] += value
    case .claim(let place, let value, _):
      guard isEmpty else { return nil }
      after.results[thread].append(state.memory[place])
      if state.memory[place] == 0 { after.memory[place] = value }
    }
    return after
  }
}
