/// One scenario as the statements of a round.
struct TestScript {
  private let scenario: Scenario
  private let phrases: Phrasebook
  /// The longest delay of a timer in the graph.
  private let delayMilliseconds: Int?
  /// Scheduler queues that the graph names.
  private let schedulerQueues: [Int]
  /// Operators of one expression; a longer one takes the compiler long.
  private static let operatorsMax = 4
  /// For how long an observer holds its window open in one of eight rounds: longer than any race of few events.
  private static let spinsHeld = 1_000

  /// Whether closures hold the log, so that it shows when they are never released.
  private let isWatched: Bool

  init(_ scenario: Scenario, phrases: Phrasebook, isWatched: Bool = false) {
    self.isWatched = isWatched
    self.scenario = scenario
    self.phrases = phrases
    var queues: Set<Int> = []
    var delay: Int?
    for node in scenario.chain.nodes {
      for (kind, value) in zip(Catalogue.row(named: node.row)?.parameters ?? [], node.parameters) {
        switch kind {
        case .queue: queues.insert(value)
        case .milliseconds: delay = max(delay ?? 0, value)
        case .feed, .count, .delta, .payload, .predicate, .form: break
        }
      }
    }
    schedulerQueues = scenario.isVirtual ? [] : queues.sorted()
    delayMilliseconds = scenario.isVirtual ? nil : delay
  }

  /// Whether one thread does everything, so that each round is like the other.
  var isSequential: Bool { scenario.queues.count == 1 && schedulerQueues.isEmpty }

  /// Whether a round waits for a timer.
  var isTimed: Bool { delayMilliseconds != nil }

  /// The log, and the schedulers.
  /// - Parameter showsOrder: whether ThreadSanitizer shall see calls that nothing orders.
  func setUp(keepsEvents: Bool, showsOrder: Bool) -> [String] {
    let count = scenario.subscriptions.last ?? 1
    let keeping =
      (keepsEvents ? ", keepsEvents: true" : "") + (showsOrder ? ", showsOrder: true" : "")
    let (hold, held) = (scenario.holdSpins, max(scenario.holdSpins, Self.spinsHeld))
    var lines = [
      "// Observers take their time in some rounds: deliveries that nothing keeps apart overlap then.",
      "let spins = round & 14 == 14 ? \(held) : \(hold)",
      "let log = RaceLog(subscriptions: \(count), spins: spins\(keeping))",
    ]
    if isWatched { lines.append("watch(log)") }
    if scenario.isVirtual, let clock = phrases.virtualClock {
      lines += scenario.clocks.map { "let \(Letters.schedulerQueue($0)) = \(clock.make)" }
    }
    for queue in schedulerQueues {
      let letter = Letters.schedulerQueue(queue)
      lines.append("let \(letter)Queue = DispatchQueue(label: \"\(letter)\")")
      lines.append("let \(letter) = \(phrases.scheduler("\(letter)Queue"))")
    }
    return lines
  }

  // MARK: The graph

  /// The feeds, and the stream that is subscribed.
  func graph(library: String) throws(TestEmitter.MissingPhrase) -> [String] {
    if scenario.isVirtual, phrases.virtualClock == nil {
      throw TestEmitter.MissingPhrase(row: "time virtual", library: library)
    }
    var lines: [String] = []
    var declared: Set<Int> = []
    for node in scenario.chain.nodes {
      guard let feed = node.label, declared.insert(feed).inserted else { continue }
      guard let phrase = phrases.feeds[node.row] else {
        throw TestEmitter.MissingPhrase(row: node.row, library: library)
      }
      lines.append("let \(Letters.feed(feed)) = \(phrase(node.parameters, []))")
    }
    let (text, _) = try expression(scenario.chain, library, &lines)
    lines.append("let stream: \(phrases.streamType) = \(text)")
    return lines.map(resolved)
  }

  /// The text with what marks closures written out, or left away where no call of them does anything.
  private func resolved(_ text: String) -> String {
    let reacts = !closureReactions.isEmpty || isWatched
    return
      text
      .replacing(Phrasebook.closureStart, with: reacts ? "log.touched(" : "")
      .replacing(Phrasebook.closureEnd, with: reacts ? ")" : "")
  }

  /// What is done in calls of closures, by the ordinal of the call.
  private var closureReactions: [(ordinal: Int, actions: [Action])] {
    scenario.reactions.compactMap { reaction in
      if case .closure(let ordinal) = reaction.trigger { (ordinal, reaction.actions) } else { nil }
    }
  }

  /// Writes to the log what is done in calls of closures.
  private func closures() -> [String] {
    if closureReactions.isEmpty { return [] }
    let lines = closureReactions.map { ordinal, actions in
      "  if ordinal == \(ordinal) { \(actions.map(statement).joined(separator: "; ")) }"
    }
    return ["log.insideClosures = { ordinal in"] + lines + ["}"]
  }

  /// The node's expression and how many operators it holds; parts of it become constants before it.
  private func expression(
    _ chain: Chain, _ library: String, _ lines: inout [String]
  ) throws(TestEmitter.MissingPhrase) -> (text: String, operators: Int) {
    guard let phrase = phrases.rows[chain.row] else {
      throw TestEmitter.MissingPhrase(row: chain.row, library: library)
    }
    if let feed = chain.label { return (phrase(chain.parameters, [Letters.feed(feed)]), 0) }
    let row = Catalogue.row(named: chain.row)
    var inputs: [String] = []
    var operators = 1
    for input in chain.inputs {
      let (text, count) = try expression(input, library, &lines)
      // What several inputs meet in is read more easily when each of them has a name.
      if count >= Self.operatorsMax || count > 0 && chain.inputs.count > 1 {
        let name = "stream\(lines.count)"
        lines.append("let \(name): \(phrases.streamType) = \(text)")
        inputs.append(name)
      } else {
        inputs.append(text)
        operators += count
      }
    }
    let text = phrase(chain.parameters, inputs)
    guard !text.isEmpty else {
      let form = row.flatMap { $0.forms.isEmpty ? nil : $0.forms[chain.parameters[0]] }
      throw TestEmitter.MissingPhrase(
        row: ([chain.row] + (form.map { [$0] } ?? [])).joined(separator: " "), library: library)
    }
    return (text, operators)
  }

  // MARK: Subscriptions

  /// A holder for each subscription, and functions that subscribe it, react in it and dispose it.
  func handles() -> [String] {
    var lines: [String] = []
    for number in scenario.subscriptions {
      lines.append("let \(holder(number)) = \(phrase(number).make)")
    }
    for number in scenario.subscriptions {
      for event in Event.allCases { lines += reaction(to: event, of: number) }
      let observer = Phrasebook.ObserverPhrase(
        onNext: delivery(.next, number), onError: delivery(.error, number),
        onCompleted: delivery(.completed, number), onDisposed: delivery(.disposed, number))
      let subscription = phrases.subscription("stream", observer)
      lines.append("@Sendable func subscribe\(number)() {")
      lines += indented(phrase(number).keep(holder(number), subscription))
      lines += ["  log.subscribed(\(number))", "}"]
      lines.append("@Sendable func dispose\(number)() {")
      lines += indented(phrase(number).dispose(holder(number)))
      lines += ["  log.disposed(\(number))", "}"]
    }
    return lines + closures()
  }

  private enum Event: String, CaseIterable { case next, error, completed, disposed }

  private func phrase(_ number: Int) -> Phrasebook.HolderPhrase {
    phrases.holder(scenario.holders[number] ?? .slot)
  }

  private func holder(_ number: Int) -> String {
    "\(scenario.holders[number] ?? .slot)\(number)"
  }

  /// Reports a delivery, and does inside it what the scenario wants.
  private func delivery(_ event: Event, _ number: Int) -> String {
    let reacts = !reactions(to: event, of: number).isEmpty
    let call =
      switch event {
      case .next: "log.deliver(.next(element), to: \(number)"
      case .error, .completed: "log.deliver(.\(event.rawValue), to: \(number)"
      case .disposed: "log.end(\(number)"
      }
    return call
      + (reacts ? ", reaction: \(event.rawValue)\(number))" : ")")
  }

  /// The function that an observer calls with the ordinal of the delivery, if it does anything.
  private func reaction(to event: Event, of number: Int) -> [String] {
    let reactions = reactions(to: event, of: number)
    if reactions.isEmpty { return [] }
    let lines = reactions.map { reaction in
      // Of terminal events, and of ends, the first one counts.
      var ordinal = 1
      if case .next(let wanted) = reaction.trigger { ordinal = wanted }
      let actions = reaction.actions.map(statement).joined(separator: "; ")
      return "  if ordinal == \(ordinal) { \(actions) }"
    }
    return ["@Sendable func \(event.rawValue)\(number)(_ ordinal: Int) {"] + lines + ["}"]
  }

  private func reactions(to event: Event, of number: Int) -> [Reaction] {
    scenario.reactions.filter { reaction in
      guard reaction.subscription == number else { return false }
      return switch reaction.trigger {
      case .next: event == .next
      case .error: event == .error
      case .completed: event == .completed
      case .disposed: event == .disposed
      case .closure: false
      }
    }
  }

  // MARK: The race

  /// What happens before the race, the race, and the end of it.
  func race(forgetsFeeds: Bool) -> [String] {
    var lines = scenario.impliedSubscriptions.map { "subscribe\($0)()" }
    lines += scenario.before.map(statement)
    lines.append("guard")
    lines.append("  raced(")
    lines.append("    round,")
    lines.append("    [")
    for actions in scenario.queues {
      lines.append("      { \(actions.map(statement).joined(separator: "; ")) },")
    }
    lines += ["    ])", "else { return [\"the race does not end\"] }"]
    if let delayMilliseconds { lines.append("pause(milliseconds: \(delayMilliseconds + 1))") }
    if !closureReactions.isEmpty { lines.append("log.insideClosures = nil") }
    let ends = scenario.subscriptions.map { "dispose\($0)()" }.joined(separator: "; ")
    lines.append(
      "guard raced(round, [{ \(ends) }]) else { return [\"dispose does not return\"] }")
    let rounds = scenario.chain.nodes.count + 1
    for queue in schedulerQueues {
      lines.append("for _ in 0..<\(rounds) { \(Letters.schedulerQueue(queue))Queue.sync {} }")
    }
    if forgetsFeeds {
      for feed in scenario.feeds where !scenario.subjects.contains(feed) {
        lines.append("\(Letters.feed(feed)).forget()")
      }
    }
    return lines
  }

  private func statement(_ action: Action) -> String {
    switch action {
    case .next(let feed, let payload): phrases.emission.next(Letters.feed(feed), payload)
    case .error(let feed): phrases.emission.error(Letters.feed(feed), "RaceError()")
    case .completed(let feed): phrases.emission.completed(Letters.feed(feed))
    case .subscribe(let number): "subscribe\(number)()"
    case .dispose(let number), .drop(let number): "dispose\(number)()"
    case .advance(let clock, let span):
      phrases.virtualClock?.advance(Letters.schedulerQueue(clock), span) ?? ""
    }
  }

  private func indented(_ text: String) -> [String] {
    text.split(separator: "\n").map { "  \($0)" }
  }
}
