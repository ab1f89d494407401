import CAllocationCount

/// Measures figures: the median of several runs, in which the contenders take turns.
struct Stopwatch {
  /// How often each figure is measured; odd.
  let rounds: Int

  /// Nanoseconds for one part, for each contender; nil where it has none.
  func nanoseconds(of figure: Figure, for contenders: [any Contender.Type]) -> [Double?] {
    let clock = ContinuousClock()
    var samples = contenders.map { _ in [Double]() }
    // The first round warms up: types are instantiated, memory is taken from the system.
    for round in 0...rounds {
      for (index, contender) in contenders.enumerated() {
        let start = clock.now
        guard figure.run(contender) else { continue }
        let duration = start.duration(to: clock.now)
        if round > 0 { samples[index].append(Self.nanoseconds(duration) / Double(figure.parts)) }
      }
    }
    return samples.map(Self.median)
  }

  /// Allocations for one subscription to a chain of so many operators, its disposal included.
  func allocations(operators: Int, of contender: any Contender.Type) -> Double? {
    let times = 1_000
    guard contender.subscribe(operators: operators, times: times) else { return nil }
    let before = allocation_count()
    _ = contender.subscribe(operators: operators, times: times)
    return (Double(allocation_count() - before) / Double(times)).rounded()
  }

  private static func nanoseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) * 1e-9
  }

  private static func median(_ samples: [Double]) -> Double? {
    samples.isEmpty ? nil : samples.sorted()[samples.count / 2]
  }
}
