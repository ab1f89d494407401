/// The rows of a lane diagram.
struct LaneRows {
  struct Row {
    let lane: UInt8
    var text: String
    /// Positions of the records that the row stands for; none where a schedule leaves the lane.
    var covers: [Int]
  }

  /// What a row begins with where the schedule leaves the lane.
  static let switchMark = "‖ before "

  private(set) var rows: [Row] = []
  private let actions: [Action]
  private let records: [TraceRecord]

  /// - Parameter switches: where the schedule leaves one lane for another, in their order.
  init(scenario: Scenario, records: [TraceRecord], switches: [DrawnSwitches.Switch] = []) {
    actions = scenario.actions
    self.records = records
    let exits = Self.exits(in: records)
    var depths: [UInt8: Int] = [:]
    var left = switches[...]
    func leave(before index: Int) {
      while let next = left.first, next.records <= index {
        left.removeFirst()
        let indent = String(repeating: "  ", count: depths[next.lane, default: 0])
        rows.append(
          Row(lane: next.lane, text: indent + Self.switchMark + next.operation, covers: []))
      }
    }
    for (index, record) in records.enumerated() {
      leave(before: index)
      guard let text = words(record) else { continue }
      let indent = String(repeating: "  ", count: depths[record.lane, default: 0])
      if let exit = exits[index] {
        let isShared = exit.map { isInterleaved(index, $0) } ?? true
        rows.append(
          Row(
            lane: record.lane, text: indent + text + (isShared ? " ▸" : ""),
            covers: [index] + (isShared ? [] : [exit!])))
        depths[record.lane, default: 0] += 1
      } else if Self.closes(record) {
        let depth = max(0, depths[record.lane, default: 0] - 1)
        depths[record.lane] = depth
        guard let enter = exits.first(where: { $0.value == index })?.key,
          isInterleaved(enter, index)
        else { continue }
        rows.append(
          Row(
            lane: record.lane,
            text: String(repeating: "  ", count: depth) + "◂ " + text.trimmed(of: "→ "),
            covers: [index]))
      } else {
        rows.append(Row(lane: record.lane, text: indent + text, covers: [index]))
      }
    }
    leave(before: records.count)
  }

  /// True if a record of another lane lies between the two.
  private func isInterleaved(_ enter: Int, _ exit: Int) -> Bool {
    records[enter...exit].contains { $0.lane != records[enter].lane && $0.kind != .hole }
  }

  private func words(_ record: TraceRecord) -> String? {
    let subject = Int(record.subject)
    switch record.kind {
    case .hole: return nil
    case .actionEnter, .actionExit:
      guard actions.indices.contains(subject - 1) else { return "action \(subject)" }
      let action = actions[subject - 1]
      guard case .error = action else { return LaneWords.action(action) }
      return "\(LaneWords.action(action)) #\(subject)"
    case .errorEnter, .errorExit: return "→ \(subject): \(Self.error(record.value))"
    case .nextEnter, .nextExit, .completedEnter, .completedExit:
      return "→ \(subject): \(record.eventWords)"
    case .disposedCallback: return "→ \(subject): disposed"
    case .attached: return "feed \(Letters.feed(record.value)) attached"
    case .detached: return "feed \(Letters.feed(record.value)) detached"
    case .raceEnd: return "race over"
    case .tornDown: return "all disposed"
    }
  }

  /// An error has the number of the action that has sent it.
  private static func error(_ code: Int) -> String {
    switch code {
    case FuzzError.codeOfOthers: "error of the library"
    case 0: "error of a closure"
    default: "error #\(code)"
    }
  }

  private static func closes(_ record: TraceRecord) -> Bool {
    record.kind == .actionExit || record.isDeliveryExit
  }

  /// For each record that opens something, the one that closes it, or nil where it stayed open.
  private static func exits(in records: [TraceRecord]) -> [Int: Int?] {
    var exits: [Int: Int?] = [:]
    var open: [Int] = []
    for (index, record) in records.enumerated() {
      if record.kind == .actionEnter || record.isDelivery {
        exits[index] = .some(nil)
        open.append(index)
      } else if closes(record),
        let place = open.lastIndex(where: { isPair(records[$0], record) })
      {
        exits[open.remove(at: place)] = index
      }
    }
    return exits
  }

  private static func isPair(_ enter: TraceRecord, _ exit: TraceRecord) -> Bool {
    guard enter.lane == exit.lane, enter.subject == exit.subject else { return false }
    switch enter.kind {
    case .actionEnter: return exit.kind == .actionExit
    case .nextEnter: return exit.kind == .nextExit
    case .errorEnter: return exit.kind == .errorExit
    case .completedEnter: return exit.kind == .completedExit
    case .hole, .actionExit, .nextExit, .errorExit, .completedExit, .disposedCallback, .attached,
      .detached, .raceEnd, .tornDown:
      return false
    }
  }
}

extension String {
  /// Without that beginning.
  fileprivate func trimmed(of beginning: String) -> String {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : self
  }
}
