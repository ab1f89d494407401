/// The iterations of a batch that share one scenario.
struct BatchPart: Hashable, Sendable {
  let batch: UInt64
  /// From 0 within the batch.
  let index: UInt64
  /// The first of its iterations, counted within the batch.
  let firstIteration: UInt64
  /// At least 1.
  let iterations: UInt64
}

extension ScenarioGenerator {
  /// The parts of that batch, in order: one, or in the survey at the start of a run several.
  /// - Parameters:
  ///   - batch: of the run.
  ///   - iterations: of the batch, at most `iterationsPerScenario` of the survey's.
  ///   - evenly: whether few iterations are shared by all parts, rather than taken by the first ones.
  func parts(ofBatch batch: UInt64, iterations: UInt64, evenly: Bool) -> [BatchPart] {
    let count = aims.parts(ofBatch: batch)
    let size = iterationsOfPart(inBatch: batch)
    return (0..<count).compactMap { index in
      let first = index * size
      let share =
        evenly || count == 1
        ? iterations * (index + 1) / count - iterations * index / count
        : min(size, iterations - min(first, iterations))
      guard share > 0 else { return nil }
      return BatchPart(batch: batch, index: index, firstIteration: first, iterations: share)
    }
  }

  /// What that iteration, counted within the batch, races.
  func generate(seed: UInt64, batch: UInt64, iteration: UInt64) -> GeneratedScenario {
    let part = min(
      iteration / iterationsOfPart(inBatch: batch), aims.parts(ofBatch: batch) - 1)
    return generate(seed: seed, batch: batch, part: part)
  }

  /// A number of its own for each part of each batch: the batch's own for its first part.
  static func streamNumber(batch: UInt64, part: UInt64) -> UInt64 {
    // Above every number of a batch.
    batch | part << 56
  }

  private func iterationsOfPart(inBatch batch: UInt64) -> UInt64 {
    UInt64(Self.iterationsPerScenario) / aims.parts(ofBatch: batch)
  }
}
