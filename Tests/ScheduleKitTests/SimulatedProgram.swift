@testable import ScheduleKit

/// A tiny machine of tasks that share variables, locks and semaphores: runs under a strategy like real code.
struct SimulatedProgram: Hashable {
  enum Instruction: Hashable {
    case load(Int)
    /// Stores what the task loaded last, plus one.
    case storeIncremented(Int)
    case store(Int, Int)
    /// Raises a variable by one if it holds that value, in one step.
    case advance(Int, from: Int)
    case lock(Int)
    case unlock(Int)
    case wait(Int)
    case signal(Int)
    /// Makes the task of that index begin; it does nothing before.
    case spawn(Int)
  }

  /// What a run leaves behind.
  struct Outcome: Hashable {
    var memory: [Int: Int] = [:]
    var loaded: [Int]
    var isStuck = false
  }

  var tasks: [[Instruction]]
  /// Tasks that some `spawn` begins.
  var spawned: Set<Int> = []
  /// Values of semaphores at first.
  var semaphores: [Int: Int] = [:]
  /// Operations after which a run counts as stuck.
  private static let stepsMax = 10_000

  init(_ tasks: [[Instruction]], semaphores: [Int: Int] = [:]) {
    self.tasks = tasks
    self.semaphores = semaphores
    for case .spawn(let task) in tasks.joined() { spawned.insert(task) }
  }

  /// One run; nil where the strategy has nothing left to try.
  func run(_ control: ScheduleControl, fails: (Outcome) -> Bool = { _ in false }) -> Outcome? {
    guard control.begin() else { return nil }
    var machine = Machine(self)
    var running: Int?
    for step in 0..<Self.stepsMax {
      let enabled = tasks.indices.filter(machine.isEnabled)
      guard !enabled.isEmpty else { break }
      let decision = ScheduleDecision(
        pending: enabled.map(machine.operation),
        running: running.flatMap { task in enabled.firstIndex { $0 == task } }, step: UInt64(step))
      let task = enabled[control.choose(decision)]
      machine.perform(task)
      running = task
    }
    let outcome = machine.outcome
    control.end(failed: fails(outcome))
    return outcome
  }

  /// Every outcome that a strategy shows within so many runs.
  func outcomes(_ strategy: any ScheduleStrategy, runs: Int = 100_000) -> Set<Outcome> {
    let control = Self.control(strategy)
    var outcomes: Set<Outcome> = []
    for _ in 0..<runs {
      guard let outcome = run(control) else { break }
      outcomes.insert(outcome)
    }
    return outcomes
  }

  static func control(
    _ strategy: any ScheduleStrategy, profile: ScheduleProfile = ScheduleProfile()
  ) -> ScheduleControl {
    ScheduleControl(strategy: strategy, profile: profile, names: names)
  }

  /// Sites are task and position, and their own names.
  static var names: SiteNames { SiteNames { "site \($0)" } }
}

/// The state of one run.
private struct Machine {
  let program: SimulatedProgram
  var positions: [Int]
  var outcome: SimulatedProgram.Outcome
  var owners: [Int: Int] = [:]
  var semaphores: [Int: Int]
  var begun: Set<Int> = []

  init(_ program: SimulatedProgram) {
    self.program = program
    positions = program.tasks.map { _ in 0 }
    outcome = .init(loaded: program.tasks.map { _ in 0 })
    semaphores = program.semaphores
    settle()
  }

  func isEnabled(_ task: Int) -> Bool {
    guard positions[task] < program.tasks[task].count,
      !program.spawned.contains(task) || begun.contains(task)
    else { return false }
    switch program.tasks[task][positions[task]] {
    case .lock(let lock): return owners[lock] == nil
    case .wait(let semaphore): return semaphores[semaphore, default: 0] > 0
    case .load, .store, .storeIncremented, .advance, .unlock, .signal, .spawn: return true
    }
  }

  func operation(_ task: Int) -> ScheduleOperation {
    let (kind, object, writes): (ScheduleOperation.Kind, Int, Bool) =
      switch program.tasks[task][positions[task]] {
      case .load(let variable): (.read, variable, false)
      case .store(let variable, _), .storeIncremented(let variable): (.write, variable, true)
      case .advance(let variable, _): (.compareExchange, variable, true)
      case .lock(let lock): (.lock, 100 + lock, true)
      case .unlock(let lock): (.unlock, 100 + lock, true)
      case .wait(let semaphore): (.wait, 200 + semaphore, true)
      case .signal(let semaphore): (.signal, 200 + semaphore, true)
      case .spawn(let task): (.spawn, 300 + task, true)
      }
    return ScheduleOperation(
      task: UInt32(task), kind: kind, object: UInt64(object + 1),
      site: UInt(task * 1_000 + positions[task] + 1), writes: writes)
  }

  mutating func perform(_ task: Int) {
    switch program.tasks[task][positions[task]] {
    case .load(let variable): outcome.loaded[task] = outcome.memory[variable, default: 0]
    case .store(let variable, let value): outcome.memory[variable] = value
    case .storeIncremented(let variable): outcome.memory[variable] = outcome.loaded[task] + 1
    case .advance(let variable, let value):
      if outcome.memory[variable, default: 0] == value { outcome.memory[variable] = value + 1 }
    case .lock(let lock): owners[lock] = task
    case .unlock(let lock): owners[lock] = nil
    case .wait(let semaphore): semaphores[semaphore, default: 0] -= 1
    case .signal(let semaphore): semaphores[semaphore, default: 0] += 1
    case .spawn(let task): begun.insert(task)
    }
    positions[task] += 1
    settle()
  }

  private mutating func settle() {
    let enabled = program.tasks.indices.contains(where: isEnabled)
    let unfinished = program.tasks.indices.contains { task in
      positions[task] < program.tasks[task].count
        && (!program.spawned.contains(task) || begun.contains(task))
    }
    outcome.isStuck = !enabled && unfinished
  }
}

extension SimulatedProgram {
  /// Draws a small program; locks are taken and released in pairs, in any order of locks.
  static func random(_ generator: inout SeededGenerator) -> SimulatedProgram {
    var tasks: [[Instruction]] = []
    let count = 2 + generator.below(2)
    for _ in 0..<count {
      var script: [Instruction] = []
      for _ in 0..<(1 + generator.below(3)) {
        let access: Instruction =
          switch generator.below(3) {
          case 0: .load(generator.below(2))
          case 1: .storeIncremented(generator.below(2))
          default: .store(generator.below(2), generator.below(3))
          }
        switch generator.below(6) {
        case 0:
          let lock = generator.below(2)
          script += [.lock(lock), access, .unlock(lock)]
        case 1: script += [generator.below(2) == 0 ? .wait(0) : .signal(0), access]
        default: script.append(access)
        }
      }
      // At most 252 interleavings of two tasks, 1,680 of three.
      tasks.append(Array(script.prefix(count == 2 ? 5 : 3)))
    }
    return SimulatedProgram(tasks, semaphores: [0: generator.below(2)])
  }
}
