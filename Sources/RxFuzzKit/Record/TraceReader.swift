/// One pass over a trace that notes when things ran, for `TraceFacts`.
struct TraceReader {
  private let script: ScenarioFacts
  private(set) var runs: [TraceFacts.Span]
  private(set) var attachments: [TraceFacts.Attachment] = []
  private(set) var raceEnd: Int?
  private(set) var tornDown: Int?
  /// The first action of the script proper: every implied subscription was made before it.
  private(set) var scriptStart: Int?
  /// Ordinals of the subscribe actions that are running, innermost last, with their lanes.
  private var subscribing: [(ordinal: Int, lane: UInt8)] = []

  init(_ script: ScenarioFacts) {
    self.script = script
    runs = Array(repeating: TraceFacts.Span(), count: script.actions.count + 1)
  }

  mutating func read(_ record: TraceRecord, at index: Int) {
    let subject = Int(record.subject)
    switch record.kind {
    case .actionEnter:
      guard runs.indices.contains(subject), subject > 0 else { return }
      runs[subject].enter = index
      if subject <= script.scriptedCount, scriptStart == nil { scriptStart = index }
      if case .subscribe = script.actions[subject - 1] {
        subscribing.append((subject, record.lane))
      }
    case .actionExit:
      guard runs.indices.contains(subject), subject > 0 else { return }
      runs[subject].exit = index
      subscribing.removeAll { $0.ordinal == subject }
    case .attached:
      attachments.append(
        TraceFacts.Attachment(
          number: subject, feed: record.value, attachedAt: index,
          subscription: subscription(attachingIn: record.lane)))
    case .detached:
      guard let place = attachments.lastIndex(where: { $0.number == subject }) else { return }
      attachments[place].detachedAt.append(index)
    case .raceEnd:
      raceEnd = index
      if scriptStart == nil { scriptStart = index }
    case .tornDown: tornDown = index
    case .hole, .nextEnter, .nextExit, .errorEnter, .errorExit, .completedEnter, .completedExit,
      .disposedCallback:
      return
    }
  }

  /// Who attaches: the only subscription there is, or the one whose subscribe action is the innermost
  /// in that lane, or the only implied one while the driver makes them.
  private func subscription(attachingIn lane: UInt8) -> Int? {
    if script.subscriptions.count == 1 { return script.subscriptions[0] }
    if script.subscribesElsewhere || script.shares { return nil }
    if let innermost = subscribing.last(where: { $0.lane == lane }),
      case .subscribe(let number) = script.actions[innermost.ordinal - 1]
    {
      return number
    }
    if scriptStart == nil, script.implied.count == 1 { return script.implied[0] }
    return nil
  }
}
