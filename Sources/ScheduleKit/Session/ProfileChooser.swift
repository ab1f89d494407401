import CScheduleRuntime

/// Chooses for a run that only learns: the running task goes on, with a switch to any task now and then.
final class ProfileChooser {
  private var generator: SeededGenerator
  private let prefersLast: Bool
  private let switchesEvery: Int?

  /// - Parameter switchesEvery: the mean number of decisions between switches, or nil for none: tasks then run one after
  ///   the other, in their order for an even seed and against it for an odd one.
  init(seed: UInt64, switchesEvery: Int?) {
    generator = SeededGenerator(seed: seed, stream: 0x5052_4F46)
    prefersLast = seed & 1 == 1
    self.switchesEvery = switchesEvery
  }

  func choose(_ decision: csr_decision) -> Int {
    let count = Int(decision.enabled_count)
    if let switchesEvery, generator.below(switchesEvery) == 0 { return generator.below(count) }
    if decision.running >= 0 { return Int(decision.running) }
    return prefersLast ? count - 1 : 0
  }
}
