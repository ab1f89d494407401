/// Puts into words what no order of the raced actions explains, and names the rule that is broken.
struct Explanation {
  private let graph: GraphModel
  private let records: [TraceRecord]
  private let stop: TraceExplainer.Stop

  init(_ stop: TraceExplainer.Stop, graph: GraphModel, records: [TraceRecord]) {
    self.stop = stop
    self.graph = graph
    self.records = records
  }

  /// The rule that says most about it, and the violation.
  var violation: (name: InvariantName, violation: Violation) {
    let (name, message) = verdict
    let place = stop.place < records.count ? stop.place : nil
    return (name, Violation(message, at: place))
  }

  private var verdict: (InvariantName, String) {
    guard stop.place < records.count else { return (.ref1, "the run ended too early") }
    let record = records[stop.place]
    switch record.kind {
    case .nextEnter: return element(record)
    case .errorEnter:
      return (.err1, "subscription \(record.subject) got an error that nothing accounts for")
    case .completedEnter: return completed(record)
    case .attached:
      return (.sub1, "feed \(Letters.feed(record.value)) was subscribed without need")
    case .detached:
      return (
        .disp5, "resource of feed \(Letters.feed(record.value)) was disposed while it was in use"
      )
    case .actionExit, .raceEnd, .tornDown, .actionEnter: return missing(at: record)
    case .hole, .nextExit, .errorExit, .completedExit, .disposedCallback:
      return (.ref1, "no order of the actions explains the run")
    }
  }

  /// An element that no state can deliver now: again, out of turn, or out of nowhere.
  private func element(_ record: TraceRecord) -> (InvariantName, String) {
    let who = "subscription \(record.subject)"
    let what = record.eventWords
    let before = records[..<stop.place].contains {
      $0.kind == .nextEnter && $0.subject == record.subject && $0.value == record.value
    }
    if before { return (.val1, "\(who) got \(what) once too often") }
    // The same element, which another thread was to deliver, is in its order.
    if let due = dueElement(of: record), due != Int(record.value) {
      let comesLater = records[stop.place...].contains {
        $0.kind == .nextEnter && $0.subject == record.subject && $0.value == due
      }
      let name: InvariantName = comesLater ? .ord1 : .val1
      let (got, dueOne) = origins(of: Int(record.value), and: due)
      return (name, "\(who) got \(what)\(got) where next \(Token.payload(due))\(dueOne) was due")
    }
    return (.val1, "\(who) got \(what), which nothing accounts for")
  }

  /// By whom two elements were sent that carry the same number, which alone would not tell them apart.
  private func origins(of first: Int, and second: Int) -> (String, String) {
    guard Token.payload(first) == Token.payload(second) else { return ("", "") }
    return (origin(of: first), origin(of: second))
  }

  private func origin(of token: Int) -> String {
    let emission = Token.emission(token)
    let sender = records.first { $0.kind == .actionEnter && $0.subject == emission }
    guard let sender, graph.script.actions.indices.contains(emission - 1) else {
      return FindingFingerprint.origin("no action")
    }
    let words = LaneWords.action(graph.script.actions[emission - 1])
    return FindingFingerprint.origin(
      "action \(emission), `\(words)` on \(LaneWords.lane(sender.lane))")
  }

  private func completed(_ record: TraceRecord) -> (InvariantName, String) {
    if let due = dueElement(of: record) {
      return (
        .val1, "next \(Token.payload(due)) never reached subscription \(record.subject)"
      )
    }
    return (.ref1, "subscription \(record.subject) got completed before its sources had ended")
  }

  /// Something that should have happened by now.
  private func missing(at record: TraceRecord) -> (InvariantName, String) {
    if let (subscription, event) = pendingDelivery {
      let number = graph.subscriptions[subscription]
      let who =
        comesLater(event, to: number)
        ? "reached subscription \(number) too late, when \(moment(record))"
        : "never reached subscription \(number)"
      if disturbed(subscription) {
        return (.iso1, "\(words(event)) \(who), which was not the one disposed")
      }
      switch event {
      case .next: return (.val1, "\(words(event)) \(who)")
      case .error: return (.err1, "\(words(event)) \(who)")
      case .completed: return (.comp1, "\(words(event)) \(who)")
      }
    }
    for state in stop.states {
      for lane in state.lanes {
        if case .attach(let place)? = lane.stack.last, let feed = graph.nodes[place.node].feed {
          return (.sub1, "feed \(Letters.feed(feed)) was never subscribed")
        }
      }
    }
    if record.kind == .raceEnd || record.kind == .tornDown, let feed = keptFeed {
      return (.disp5, "resource of feed \(Letters.feed(feed)) was not disposed when it should be")
    }
    return (.ref1, "no order of the actions explains the run")
  }

  /// Whether the event does come, though no order of the actions allows it there.
  private func comesLater(_ event: ModelEvent, to number: Int) -> Bool {
    let kind: TraceRecord.Kind =
      switch event {
      case .next: .nextEnter
      case .error: .errorEnter
      case .completed: .completedEnter
      }
    return records[stop.place...].contains { record in
      guard record.kind == kind, Int(record.subject) == number else { return false }
      if case .next(let token) = event { return record.value == token }
      return true
    }
  }

  /// What the event should have come before.
  private func moment(_ record: TraceRecord) -> String {
    switch record.kind {
    case .raceEnd: return "the race was over"
    case .tornDown: return "all was disposed"
    case .actionEnter, .actionExit:
      let place = Int(record.subject) - 1
      guard graph.script.actions.indices.contains(place) else { return "an action was over" }
      let action = "`\(LaneWords.action(graph.script.actions[place]))`"
      return record.kind == .actionExit ? "\(action) had returned" : "\(action) had begun"
    case .hole, .nextEnter, .nextExit, .errorEnter, .errorExit, .completedEnter, .completedExit,
      .disposedCallback, .attached, .detached:
      return "others had come"
    }
  }

  /// What some thread is about to deliver in the state that got furthest.
  private var pendingDelivery: (subscription: Int, event: ModelEvent)? {
    for state in stop.states.reversed() {
      for lane in state.lanes {
        if case .deliver(let subscription, let event)? = lane.stack.last {
          return (subscription, event)
        }
      }
    }
    return nil
  }

  private func dueElement(of record: TraceRecord) -> Int? {
    for state in stop.states.reversed() {
      for lane in state.lanes {
        if case .deliver(let subscription, .next(let token))? = lane.stack.last,
          graph.subscriptions[subscription] == Int(record.subject)
        {
          return token
        }
      }
    }
    return nil
  }

  /// True if another subscription was being disposed and this one was not.
  private func disturbed(_ subscription: Int) -> Bool {
    var others = false
    for record in records[..<stop.place] where record.kind == .actionEnter {
      switch graph.script.actions[Int(record.subject) - 1] {
      case .dispose(let number), .drop(let number):
        if number == graph.subscriptions[subscription] { return false }
        others = true
      case .next, .error, .completed, .subscribe, .advance: break
      }
    }
    return others
  }

  /// A feed that is attached although its part of the graph is over.
  private var keptFeed: Int? {
    let machine = GraphMachine(graph: graph)
    for state in stop.states.reversed() {
      let kept = state.attachments.first { !$0.isDetached && machine.isOver($0.place, in: state) }
      if let kept { return graph.nodes[kept.place.node].feed }
    }
    return nil
  }

  private func words(_ event: ModelEvent) -> String {
    switch event {
    case .next(let token): "next \(Token.payload(token))"
    case .error: "error"
    case .completed: "completed"
    }
  }
}
