/// The parent's sums of what races came to: coverage of generated scenarios, graded outcomes of files.
struct OutcomeTally {
  private let seed: UInt64
  private let generator: ScenarioGenerator
  /// Nil where nobody asked for it.
  private(set) var coverage: CoverageMap?
  private(set) var outcomes: [GradedOutcome] = []

  init(plan: CampaignPlan, library: any LibraryUnderTest) {
    seed = plan.seed
    generator = ScenarioGenerator(library: library)
    coverage = plan.notesCoverage ? CoverageMap() : nil
  }

  /// Takes in what a child has told of a unit.
  mutating func heard(_ fields: FieldText, of unit: WorkUnit) {
    for field in fields.fields where field.name == Told.batchField {
      let numbers = field.value.split(separator: " ").compactMap { UInt64($0) }
      guard coverage != nil, numbers.count == 2 + UndecidedCause.Kind.allCases.count,
        unit.batches.contains(numbers[0]), let classes = UInt8(exactly: numbers[1])
      else { continue }
      var undecided = UndecidedCounts()
      for (kind, number) in zip(UndecidedCause.Kind.allCases, numbers[2...]) {
        undecided[kind] = Int(clamping: number)
      }
      coverage?.add(
        generator.generate(seed: seed, batch: numbers[0]),
        outcomes: OutcomeClasses(rawValue: classes), undecided: undecided)
    }
    let graded = fields.fields.compactMap { field in
      field.name == Told.outcomeField ? GradedOutcome(FieldText(parsing: field.value.utf8)) : nil
    }
    if !graded.isEmpty { outcomes = GradedOutcome.merged(outcomes + graded) }
  }

  /// The child's side, for one unit.
  struct Told {
    static let batchField = "batch"
    static let outcomeField = "outcome"

    private var batches: [(batch: UInt64, classes: OutcomeClasses, undecided: UndecidedCounts)] = []
    private var outcomes: [Outcome] = []

    mutating func add(_ result: BatchResult, batch: UInt64) {
      batches.append((batch, result.outcomeClasses, result.undecidedCounts))
      if !result.outcomes.isEmpty { outcomes = Outcome.merged(outcomes + result.outcomes) }
    }

    /// What is to be told, or nil.
    func fields(coverage: Bool, grading sequential: SequentialOutcomes?) -> FieldText? {
      var fields = FieldText()
      if coverage {
        for (batch, classes, undecided) in batches {
          let counts = UndecidedCause.Kind.allCases.map { " \(undecided[$0])" }.joined()
          fields.add(Self.batchField, "\(batch) \(classes.rawValue)\(counts)")
        }
      }
      if let sequential {
        for outcome in outcomes {
          let bytes = outcome.graded(sequential).fields.bytes
          fields.add(Self.outcomeField, String(decoding: bytes, as: UTF8.self))
        }
      }
      return fields.fields.isEmpty ? nil : fields
    }
  }
}

extension GradedOutcome {
  fileprivate var fields: FieldText {
    var fields = FieldText()
    fields.add("text", text)
    fields.add("count", UInt64(count))
    fields.add("grade", grade.rawValue)
    fields.add("reason", reason)
    return fields
  }

  /// Reads what `fields` gave; nil for anything else.
  fileprivate init?(_ fields: FieldText?) {
    guard let fields, let text = fields["text"], let count = fields.number("count"),
      let grade = fields["grade"].flatMap(OutcomeGrade.init(rawValue:)),
      let count = Int(exactly: count)
    else { return nil }
    self.init(text: text, count: count, grade: grade, reason: fields["reason"] ?? "")
  }
}
