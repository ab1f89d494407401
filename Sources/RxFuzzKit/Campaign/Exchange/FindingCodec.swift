/// A finding as fields, for the way from child to parent.
enum FindingCodec {
  static func fields(_ finding: Finding) -> FieldText {
    var fields = FieldText()
    fields.add("invariant", finding.invariant.rawValue)
    fields.add("message", finding.message)
    fields.add("scenario", ScenarioCodec.print(finding.scenario))
    fields.add("details", finding.details)
    if let schedule = finding.schedule { fields.add("schedule", schedule) }
    fields.add("seed", finding.seed)
    fields.add("iteration", finding.iteration)
    for record in finding.records {
      fields.add(
        "record", "\(record.kind.rawValue) \(record.lane) \(record.subject) \(record.value)")
    }
    return fields
  }

  /// What `fields` gave; nil for anything else.
  static func finding(_ fields: FieldText) -> Finding? {
    guard let invariant = fields["invariant"].flatMap(InvariantName.init(rawValue:)),
      let message = fields["message"], let text = fields["scenario"],
      let scenario = try? ScenarioCodec.parse(text)
    else { return nil }
    var records: [TraceRecord] = []
    for field in fields.fields where field.name == "record" {
      guard let record = record(field.value) else { return nil }
      records.append(record)
    }
    return Finding(
      invariant: invariant, message: message, scenario: scenario, records: records,
      seed: fields.number("seed"), iteration: fields.number("iteration"),
      details: fields["details"] ?? "", schedule: fields["schedule"])
  }

  private static func record(_ text: String) -> TraceRecord? {
    let words = text.split(separator: " ")
    guard words.count == 4, let kind = UInt8(words[0]).flatMap(TraceRecord.Kind.init(rawValue:)),
      let lane = UInt8(words[1]), let subject = UInt16(words[2]), let value = Int(words[3])
    else { return nil }
    return TraceRecord(kind, lane: lane, subject: Int(subject), value: value)
  }
}
