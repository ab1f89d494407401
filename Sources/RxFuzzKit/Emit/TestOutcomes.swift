/// The outcomes that a test of its own accepts, where its rule is judged by what its observers get.
struct TestOutcomes {
  /// A list beyond this length says nothing to a reader.
  private static let listedMax = 64

  /// Rules that a look at what was delivered can show.
  private static let shown: Set<InvariantName> = [.comp1, .err1, .val1, .ord1, .ref1, .iso1]

  /// As `RaceLog.outcome` writes them, sorted.
  let texts: [String]

  /// Nil where the rule is none of these, or the model cannot list them.
  init?(_ file: CorpusFile, library: some LibraryUnderTest) {
    guard let rule = file.verdict?.invariant, Self.shown.contains(rule),
      let lawful = Judge(library: library).prepared(for: file.scenario).lawfulOutcomes,
      !lawful.isEmpty, lawful.count <= Self.listedMax
    else { return nil }
    let numbers = file.scenario.subscriptions
    texts = lawful.map { outcome in
      (1...(numbers.last ?? 1)).map { number in
        let events = numbers.firstIndex(of: number).map { outcome[$0] } ?? []
        let words = events.map(Self.word).joined(separator: ", ")
        return "\(number): " + (events.isEmpty ? "nothing" : words)
      }.joined(separator: "; ")
    }.sorted()
  }

  private static func word(_ event: LawfulOutcomes.Event) -> String {
    switch event {
    case .next(let payload): "next \(payload)"
    case .error: "error"
    case .completed: "completed"
    }
  }

  /// The list as a constant of the suite.
  var declaration: [String] {
    [
      "  /// What its subscriptions may get, whichever way the queues are interleaved.",
      "  private static let lawful: Set<String> = [",
    ] + texts.map { "    \"\($0)\"," } + ["  ]"]
  }
}
