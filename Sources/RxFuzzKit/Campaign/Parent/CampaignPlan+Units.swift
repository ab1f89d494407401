extension CampaignPlan {
  /// The file that a unit races, if it races one.
  func file(of unit: WorkUnit) -> ScenarioFile? {
    guard case .file(let index) = unit.source else { return nil }
    return files[index]
  }

  /// The script of a unit that races a primitive's file.
  func primitiveFile(of unit: WorkUnit) -> PrimitiveProgram? {
    guard case .primitiveFile(let index) = unit.source else { return nil }
    return primitiveFiles[index].program
  }

  /// The schedule that a unit repeats. Units that are explored later, after the first one, have nothing left to repeat.
  func schedule(of unit: WorkUnit) -> String? {
    unit.engine == .explore && unit.firstBatch == 0 ? file(of: unit)?.schedule : nil
  }
}
