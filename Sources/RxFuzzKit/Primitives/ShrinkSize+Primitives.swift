extension ShrinkSize {
  /// That of a script: its queues, its operations, then what they refer to.
  public init(_ program: PrimitiveProgram) {
    let steps = program.steps
    let total = steps.reduce(0) { $0 + $1.count }
    self.init(
      total: total,
      numbers: [steps.count, total, steps.joined().reduce(0) { $0 + ($1.number ?? 0) }])
  }
}
