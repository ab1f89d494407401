import RxFuzzKit

/// The engine's way: pinned queues, batches of graphs built ahead, a rendezvous and offsets that adapt.
struct EngineWay {
  private let engine: StressEngine

  init(library: any LibraryUnderTest) { engine = StressEngine(library: library) }

  /// Races scenario after scenario, as a campaign does.
  func measure(_ scenario: (UInt64) -> Scenario, seconds: Double) throws -> Measurement {
    let clock = ContinuousClock()
    let start = clock.now
    var measurement = Measurement()
    var batch: UInt64 = 0
    while measurement.seconds < seconds {
      let result = try engine.race(
        scenario(batch), iterations: ScenarioGenerator.iterationsPerScenario, seed: batch
      ) { _ in }
      measurement.races += result.raced
      measurement.overlapped += result.overlapped
      measurement.firstQueueFirst += result.firstQueueFirst
      measurement.findings += result.findings.count
      batch += 1
      measurement.seconds = start.duration(to: clock.now).inSeconds
    }
    return measurement
  }
}
