/// The parent's list of what parts of the library did wrong when they were raced on their own.
///
/// Thread-safety: use from one thread.
struct PartDesk {
  let table: PartTable
  private let plan: CampaignPlan
  /// Each failure once, in the order in which they were found.
  private(set) var findings: [PartCampaign.Found] = []

  init(plan: CampaignPlan, library: any LibraryUnderTest) {
    self.plan = plan
    table = PartTable(library: library)
  }

  /// Whether a run has parts to race at all.
  var hasParts: Bool { !table.parts.isEmpty }

  /// Takes a failure in; false where it is known.
  mutating func take(_ found: PartCampaign.Found) -> Bool {
    let isKnown = findings.contains {
      $0.part == found.part && $0.invariant == found.invariant && $0.message == found.message
    }
    guard !isKnown, findings.count < CampaignLimits.findingsMax else { return false }
    findings.append(found)
    return true
  }

  /// What the end of a process means that raced a part.
  func found(_ invariant: InvariantName, _ message: String, turn: UInt64) -> PartCampaign.Found {
    let (part, number) = table.turn(turn)
    return PartCampaign.Found(
      part: part.name, number: number,
      script: table.script(of: part, number: number, seed: plan.seed).description,
      invariant: invariant, message: message)
  }
}

extension PartCampaign.Found {
  /// For the way from child to parent.
  var fields: FieldText {
    var fields = FieldText()
    fields.add("part", part)
    fields.add("number", UInt64(number))
    fields.add("script", script)
    fields.add("invariant", invariant.rawValue)
    fields.add("message", message)
    return fields
  }

  /// What `fields` gave; nil for anything else.
  init?(_ fields: FieldText) {
    guard let part = fields["part"], let number = fields.number("number"),
      let script = fields["script"], let message = fields["message"],
      let invariant = fields["invariant"].flatMap(InvariantName.init(rawValue:))
    else { return nil }
    self.init(
      part: part, number: Int(clamping: number), script: script, invariant: invariant,
      message: message)
  }
}
