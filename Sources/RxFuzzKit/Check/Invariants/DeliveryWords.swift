/// Words for a delivery, as every judge's message uses them.
extension TraceRecord {
  /// True where a delivery starts.
  var isDelivery: Bool {
    kind == .nextEnter || kind == .errorEnter || kind == .completedEnter
  }
  /// True where the delivery of a terminal event starts.
  var isTerminal: Bool { kind == .errorEnter || kind == .completedEnter }
  /// True where a delivery ends.
  var isDeliveryExit: Bool {
    kind == .nextExit || kind == .errorExit || kind == .completedExit
  }
  /// The delivered event in words: `next 3`, `error`, `completed`.
  var eventWords: String {
    switch kind {
    case .nextEnter, .nextExit: "next \(Token.payload(value))"
    case .errorEnter, .errorExit: "error"
    case .completedEnter, .completedExit: "completed"
    case .hole, .actionEnter, .actionExit, .disposedCallback, .attached, .detached, .raceEnd,
      .tornDown:
      "nothing"
    }
  }
}
