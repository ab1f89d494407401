extension Finding {
  /// Says where in the run it happened, given where in its batch; a file's races have no such place, and
  /// those of a trial are counted from its beginning.
  mutating func placed(in unit: WorkUnit, batch: UInt64, seed: UInt64) {
    self.seed = nil
    switch unit.source {
    case .generated:
      self.seed = seed
      iteration = unit.firstIteration(ofBatch: batch) + (iteration ?? 0)
    case .trial, .primitiveTrial:
      let first = unit.firstIteration(ofBatch: unit.firstBatch)
      iteration = unit.firstIteration(ofBatch: batch) - first + (iteration ?? 0)
    case .file, .primitives, .primitiveFile: iteration = nil
    }
  }
}
