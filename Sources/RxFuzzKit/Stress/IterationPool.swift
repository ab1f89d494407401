/// The iterations of one batch, used again for every batch.
///
/// Thread-safety: each index is used by one thread at a time; the caller's barriers order them.
final class IterationPool: @unchecked Sendable {
  // Safety: the buffers are allocated once, and each element belongs to one worker between two barriers.

  /// Largest batch: enough to make a barrier cheap, few enough that a batch stays in the cache.
  static let capacity = 256

  private let iterations: UnsafeMutablePointer<Iteration>
  /// The fingerprint of each finished trace.
  let fingerprints: UnsafeMutablePointer<UInt64>
  /// What the kit knows of each finished run besides its trace.
  let endStates: UnsafeMutablePointer<Trace.EndState>
  /// Ticks that each racer's script took, `queuesMax` for each iteration.
  let lengths: UnsafeMutablePointer<UInt64>
  /// Of the same races where each action ended, in ticks from the start of its script: `actionsPerQueueMax` for each.
  let actionEnds: UnsafeMutablePointer<UInt64>
  /// The cycle counter before which each race must not start.
  let earliestStarts: UnsafeMutablePointer<UInt64>

  init() {
    iterations = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { (iterations + index).initialize(to: Iteration()) }
    fingerprints = .allocate(capacity: Self.capacity)
    fingerprints.initialize(repeating: 0, count: Self.capacity)
    endStates = .allocate(capacity: Self.capacity)
    endStates.initialize(repeating: Trace.EndState(), count: Self.capacity)
    lengths = .allocate(capacity: Self.capacity * ScenarioPlan.queuesMax)
    lengths.initialize(repeating: 0, count: Self.capacity * ScenarioPlan.queuesMax)
    actionEnds = .allocate(
      capacity: Self.capacity * ScenarioPlan.queuesMax * ScenarioLimits.actionsPerQueueMax)
    actionEnds.initialize(
      repeating: 0,
      count: Self.capacity * ScenarioPlan.queuesMax * ScenarioLimits.actionsPerQueueMax)
    earliestStarts = .allocate(capacity: Self.capacity)
    earliestStarts.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    iterations.deinitialize(count: Self.capacity)
    iterations.deallocate()
    fingerprints.deallocate()
    endStates.deallocate()
    lengths.deallocate()
    actionEnds.deallocate()
    earliestStarts.deallocate()
  }

  subscript(index: Int) -> Iteration { iterations[index] }

  /// Makes the iteration fit for the next batch: empties it, or replaces it where the library holds on to
  /// a part of it and may still write there.
  func recycle(_ index: Int) {
    if endStates[index].capturesAlive {
      iterations[index] = Iteration()
    } else {
      iterations[index].reset()
    }
  }
}
