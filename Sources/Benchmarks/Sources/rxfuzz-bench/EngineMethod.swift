import RxFuzzKit

/// The engine's way: pinned queues, batches of graphs built ahead, a rendezvous and offsets that adapt.
struct EngineMethod {
  private let engine: StressEngine

  init(library: any LibraryUnderTest) { engine = StressEngine(library: library) }

  /// Races scenario after scenario, as a campaign does.
  func measure(_ scenario: (UInt64) -> Scenario, seconds: Double) -> Measurement {
    let clock = ContinuousClock()
    let start = clock.now
    var measurement = Measurement()
    var batch: UInt64 = 0
    engine.race {
      defer { batch += 1 }
      return RaceOrder(
        number: batch, scenario: scenario(batch),
        iterations: ScenarioGenerator.iterationsPerScenario, seed: batch
      ) { _ in }
    } began: { _ in
    } ended: { _, result in
      if case .success(let result) = result { measurement.add(result) }
      measurement.seconds = start.duration(to: clock.now).inSeconds
      return measurement.seconds < seconds
    }
    return measurement
  }
}
