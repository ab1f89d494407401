/// The words of lane diagrams and of the judges' messages.
enum LaneWords {
  /// An action as a scenario prints it: `next a 1`, `dispose 1`.
  static func action(_ action: Action) -> String {
    switch action {
    case .next(let feed, let payload): "next \(Letters.feed(feed)) \(payload)"
    case .error(let feed): "error \(Letters.feed(feed))"
    case .completed(let feed): "completed \(Letters.feed(feed))"
    case .dispose(let subscription): "dispose \(subscription)"
    case .subscribe(let subscription): "subscribe \(subscription)"
    case .drop(let subscription): "drop \(subscription)"
    case .advance(let clock, let span): "advance \(Letters.schedulerQueue(clock)) \(span)ms"
    }
  }

  /// The title of a lane: `driver`, p to s, x and y, or `other`.
  static func lane(_ lane: UInt8) -> String {
    switch Int(lane) {
    case 0: "driver"
    case 1...ScenarioLimits.queuesMax: Letters.queue(Int(lane) - 1)
    case 16..<(16 + ScenarioLimits.schedulerQueuesMax): Letters.schedulerQueue(Int(lane) - 16)
    default: "other"
    }
  }
}
