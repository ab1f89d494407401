extension ScheduleReplayNote {
  /// For the way from child to parent.
  var fields: FieldText {
    var fields = FieldText()
    fields.add("hash", traceHash)
    if let divergence { fields.add("divergence", divergence) }
    fields.add("reproduced", isReproduced ? 1 : 0)
    return fields
  }

  /// What `fields` gave; nil for anything else.
  init?(_ fields: FieldText) {
    guard let hash = fields.number("hash"), let reproduced = fields.number("reproduced") else {
      return nil
    }
    self.init(
      traceHash: hash, divergence: fields["divergence"], isReproduced: reproduced == 1)
  }
}
