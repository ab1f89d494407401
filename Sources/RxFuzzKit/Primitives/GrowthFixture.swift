/// One run of a growth script: some rounds to warm up, then memory after as many more, and after twice as many again.
///
/// Thread-safety: `perform` for each queue from one thread; the rest when all of them are done.
final class GrowthFixture: PrimitiveFixture, @unchecked Sendable {
  // Safety: the element of `ends` for each queue is written by its thread only, and read after the race.
  private let script: GrowthScript
  private let library: any LibraryUnderTest
  private let ends: UnsafeMutablePointer<Trace.EndState>

  init(_ script: GrowthScript, library: any LibraryUnderTest) {
    self.script = script
    self.library = library
    ends = .allocate(capacity: script.queues.count)
    ends.initialize(repeating: Trace.EndState(), count: script.queues.count)
  }

  deinit {
    ends.deinitialize(count: script.queues.count)
    ends.deallocate()
  }

  func perform(queue: Int) {
    for operation in script.queues[queue] {
      let grown = Self.growth(of: operation, library, rounds: script.rounds)
      ends[queue].objectsGrown = max(ends[queue].objectsGrown, grown.objects)
      // Under control no memory is taken back, and blocks of one size differ by what was left over beside them.
      guard !script.isControlled else { continue }
      ends[queue].bytesGrown = max(ends[queue].bytesGrown, grown.bytes)
    }
  }

  func violation() -> PrimitiveViolation? {
    for queue in script.queues.indices {
      for operation in script.queues[queue] {
        guard let scenario = operation.scenario(library: library.name) else { continue }
        let trace = Trace(scenario: scenario, records: [], endState: ends[queue])
        if case .violated(let name, let message) = Judge(promises: [.grow1]).verdict(on: trace) {
          return PrimitiveViolation(name, "\(message), \(operation)")
        }
      }
    }
    return nil
  }

  func finish() {}
  func leftover() -> PrimitiveViolation? { nil }

  /// How much each round leaves allocated.
  static func growth(
    of operation: GrowthOperation, _ library: any LibraryUnderTest, rounds: Int
  ) -> HeapGrowth {
    guard let plan = GrowthScript.plan(of: operation, library) else { return HeapGrowth() }
    let iteration = Iteration()
    iteration.begin(plan, library: library)
    let growth = HeapGrowth.counted(rounds: rounds) {
      for action in plan.queues[0] { iteration.perform(action) }
    }
    iteration.tearDown()
    iteration.release()
    return growth
  }
}
