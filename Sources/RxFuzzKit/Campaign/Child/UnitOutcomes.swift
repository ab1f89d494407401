/// What the races of one unit have come to so far.
struct UnitOutcomes {
  private var batches: [OutcomeCodec.Batch] = []
  private var outcomes: [Outcome] = []

  mutating func add(_ result: BatchResult, of part: BatchPart) {
    batches.append(
      OutcomeCodec.Batch(
        batch: part.batch, part: part.index, classes: result.outcomeClasses,
        undecided: result.undecidedCounts))
    if !result.outcomes.isEmpty { outcomes = Outcome.merged(outcomes + result.outcomes) }
  }

  /// What is to be reported, or nil.
  func fields(coverage: Bool, grading sequential: SequentialOutcomes?) -> FieldText? {
    var fields = FieldText()
    if coverage {
      for batch in batches { OutcomeCodec.add(batch, to: &fields) }
    }
    if let sequential {
      for outcome in outcomes { OutcomeCodec.add(outcome.graded(sequential), to: &fields) }
    }
    return fields.fields.isEmpty ? nil : fields
  }
}
