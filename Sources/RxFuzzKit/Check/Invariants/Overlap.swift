/// Two callbacks of one observer that run at the same time.
struct Overlap {
  /// The one that was there first.
  let running: TraceRecord
  let entering: TraceRecord
  /// Where the second one enters.
  let place: Int

  /// The first pair that satisfies the condition.
  static func first(
    in facts: TraceFacts, where isMeant: (_ running: TraceRecord, _ entering: TraceRecord) -> Bool
  ) -> Overlap? {
    var open: [TraceRecord] = []
    for (index, record) in facts.records.enumerated() {
      if record.isDelivery {
        for running in open where running.subject == record.subject && isMeant(running, record) {
          return Overlap(running: running, entering: record, place: index)
        }
        open.append(record)
      } else if record.isDeliveryExit,
        let place = open.lastIndex(where: { $0.subject == record.subject && $0.lane == record.lane }
        )
      {
        open.remove(at: place)
      }
    }
    return nil
  }
}
