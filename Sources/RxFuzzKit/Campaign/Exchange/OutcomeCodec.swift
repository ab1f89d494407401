/// What races came to as fields, for the way from child to parent.
enum OutcomeCodec {
  private static let batchField = "batch"
  private static let outcomeField = "outcome"

  /// What the races of one scenario came to.
  struct Batch: Equatable, Sendable {
    var batch: UInt64
    /// Of the batch.
    var part: UInt64
    var classes: OutcomeClasses
    var undecided: UndecidedCounts
  }

  static func add(_ batch: Batch, to fields: inout FieldText) {
    let counts = UndecidedCause.Kind.allCases.map { " \(batch.undecided[$0])" }.joined()
    fields.add(batchField, "\(batch.batch) \(batch.part) \(batch.classes.rawValue)\(counts)")
  }

  static func add(_ outcome: GradedOutcome, to fields: inout FieldText) {
    fields.add(outcomeField, String(decoding: outcome.fields.bytes, as: UTF8.self))
  }

  /// The batches among the fields; what is none is left out.
  static func batches(_ fields: FieldText) -> [Batch] {
    fields.fields.filter { $0.name == batchField }.compactMap { field in
      let numbers = field.value.split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 3 + UndecidedCause.Kind.allCases.count,
        let classes = UInt8(exactly: numbers[2])
      else { return nil }
      var undecided = UndecidedCounts()
      for (kind, number) in zip(UndecidedCause.Kind.allCases, numbers[3...]) {
        undecided[kind] = Int(clamping: number)
      }
      return Batch(
        batch: numbers[0], part: numbers[1], classes: OutcomeClasses(rawValue: classes),
        undecided: undecided)
    }
  }

  /// The outcomes among the fields; what is none is left out.
  static func outcomes(_ fields: FieldText) -> [GradedOutcome] {
    fields.fields.filter { $0.name == outcomeField }.compactMap { field in
      GradedOutcome(FieldText(parsing: field.value.utf8))
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
