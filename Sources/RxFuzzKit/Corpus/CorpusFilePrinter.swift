/// Writes the text form: every line is a key, padded to one width, and what it says.
enum CorpusFilePrinter {
  private static let keyWidth = 10

  static func lines(of file: CorpusFile) -> [String] {
    var lines = ["rxf \(ScenarioCodec.version)"]
    lines += file.comments.map { $0.isEmpty ? "#" : "# \($0)" }
    lines += self.lines(of: file.scenario)
    if let schedule = file.schedule { lines.append(line("schedule", schedule)) }
    lines += findingLines(verdict: file.verdict, origin: file.origin, replay: file.replay)
    return lines
  }

  /// What is known of a failure.
  static func findingLines(
    verdict: CorpusFile.Verdict?, origin: CorpusFile.Origin?, replay: String?
  ) -> [String] {
    var lines: [String] = []
    if let verdict {
      let words = [verdict.invariant.rawValue, verdict.message].filter { !$0.isEmpty }
      lines.append(line("verdict", words.joined(separator: " ")))
    }
    if let origin {
      let iteration = origin.iteration.map { ", iteration \($0)" } ?? ""
      lines.append(
        line("found", "seed \(origin.seed)\(iteration), version \(origin.version)"))
    }
    if let replay { lines.append(line("replay", replay)) }
    return lines
  }

  private static func lines(of scenario: Scenario) -> [String] {
    var lines = [
      line("library", scenario.library),
      line("chain", scenario.chain.description),
    ]
    if !scenario.before.isEmpty { lines.append(line("before", list(scenario.before))) }
    for (index, actions) in scenario.queues.enumerated() {
      lines.append(line("queue \(Letters.queue(index))", list(actions)))
    }
    for reaction in scenario.reactions {
      lines.append(
        line("react \(reaction.subscription)", "at \(reaction.trigger): \(list(reaction.actions))"))
    }
    for (number, holder) in scenario.holders.sorted(by: { $0.key < $1.key }) {
      lines.append(line("holder \(number)", holder.description))
    }
    if scenario.isVirtual { lines.append(line("time", "virtual")) }
    if scenario.holdSpins != 0 { lines.append(line("hold", "\(scenario.holdSpins)")) }
    return lines
  }

  private static func list(_ actions: [Action]) -> String {
    actions.map(\.description).joined(separator: ", ")
  }

  static func line(_ key: String, _ text: String) -> String {
    key + String(repeating: " ", count: max(1, keyWidth - key.utf8.count)) + text
  }
}

extension Chain: CustomStringConvertible {
  /// The text form, for example `merge(feed a, feed b |> map +1) |> take 2`.
  public var description: String {
    let kinds = Catalogue.row(named: row)?.parameters ?? []
    let words = parameters.enumerated().map { index, value in
      kinds.indices.contains(index) ? kinds[index].print(value) : "\(value)"
    }
    if inputs.count > 1 {
      let call = "\(row)(\(inputs.map(\.description).joined(separator: ", ")))"
      return ([call] + words).joined(separator: " ")
    }
    let stage = ([row] + words).joined(separator: " ")
    return inputs.first.map { "\($0) |> \(stage)" } ?? stage
  }
}

extension Action: CustomStringConvertible {
  /// The text form, for example `next a 1`.
  public var description: String {
    switch self {
    case .next(let feed, let payload): "next \(Letters.feed(feed)) \(payload)"
    case .error(let feed): "error \(Letters.feed(feed))"
    case .completed(let feed): "completed \(Letters.feed(feed))"
    case .dispose(let number): "dispose \(number)"
    case .subscribe(let number): "subscribe \(number)"
    case .drop(let number): "drop \(number)"
    case .advance(let clock, let span): "advance \(Letters.schedulerQueue(clock)) \(span)ms"
    }
  }
}

extension Reaction.Trigger: CustomStringConvertible {
  /// The text form, for example `next 1`.
  public var description: String {
    switch self {
    case .next(let ordinal): "next \(ordinal)"
    case .error: "error"
    case .completed: "completed"
    case .disposed: "disposed"
    case .closure(let ordinal): "closure \(ordinal)"
    }
  }
}

extension Holder: CustomStringConvertible {
  /// The text form, for example `bag`.
  public var description: String {
    switch self {
    case .slot: "slot"
    case .bag: "bag"
    case .serial: "serial"
    case .composite: "composite"
    }
  }
}
