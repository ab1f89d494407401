/// The parent's sums of what races came to: coverage of generated scenarios, graded outcomes of files.
struct OutcomeTally {
  private let seed: UInt64
  private let generator: ScenarioGenerator
  /// Nil where nobody asked for it.
  private(set) var coverage: CoverageMap?
  private(set) var outcomes: [GradedOutcome] = []

  init(plan: CampaignPlan, generator: ScenarioGenerator) {
    seed = plan.seed
    self.generator = generator
    coverage = plan.notesCoverage ? CoverageMap() : nil
  }

  /// Takes in what a child has reported of a unit.
  mutating func heard(_ fields: FieldText, of unit: WorkUnit) {
    if coverage != nil {
      for reported in OutcomeCodec.batches(fields) where unit.batches.contains(reported.batch) {
        coverage?.add(
          generator.generate(seed: seed, batch: reported.batch, part: reported.part),
          outcomes: reported.classes, undecided: reported.undecided)
      }
    }
    let graded = OutcomeCodec.outcomes(fields)
    if !graded.isEmpty { outcomes = GradedOutcome.merged(outcomes + graded) }
  }
}
