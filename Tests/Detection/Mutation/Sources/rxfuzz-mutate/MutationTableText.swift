import Mutation

/// What a run came to: a row for each kind of fault, then what was missed.
struct MutationTableText {
  private let mutants: [NumberedMutation]
  private let outcomes: [Int: SoughtOutcome]
  private let unobservable: UnobservableList

  init(
    _ mutants: [NumberedMutation], _ outcomes: [Int: SoughtOutcome],
    _ unobservable: UnobservableList
  ) {
    self.mutants = mutants
    self.outcomes = outcomes
    self.unobservable = unobservable
  }

  /// Whether nothing was missed that is not on the list.
  var isGood: Bool { missed.isEmpty }

  private var missed: [NumberedMutation] {
    mutants.filter { !isFound($0) && !unobservable.contains($0.mutation) }
  }

  private func isFound(_ mutant: NumberedMutation) -> Bool {
    outcomes[mutant.number]?.isFound ?? false
  }

  var text: String {
    var lines = ["| fault | places | found | unobservable | missed |", "|---|---|---|---|---|"]
    for row in MutationTable.rows {
      let own = mutants.filter { $0.mutation.kind == row.name }
      guard !own.isEmpty else { continue }
      lines.append(Self.row(row.name, counts(own)))
    }
    let all = counts(mutants)
    lines.append(Self.row("all", all))
    let observable = mutants.count - all.unobservable
    lines.append("")
    lines.append("found \(all.found) of \(observable) that are not on the list")
    let races = mutants.compactMap { mutant -> Double? in
      if case .found(_, _, let seconds, _) = outcomes[mutant.number] { return seconds }
      return nil
    }.sorted()
    if !races.isEmpty { lines.append("the median was found after \(races[races.count / 2]) s") }
    for mutant in missed {
      let words = outcomes[mutant.number]?.words ?? "not sought"
      lines.append("\(words): \(mutant.mutation.file):\(mutant.mutation.line)")
      lines.append("  \(mutant.mutation.identifier)")
    }
    return lines.joined(separator: "\n")
  }

  private func counts(_ own: [NumberedMutation]) -> (all: Int, found: Int, unobservable: Int) {
    let found = own.count(where: isFound)
    let listed = own.count { !isFound($0) && unobservable.contains($0.mutation) }
    return (own.count, found, listed)
  }

  private static func row(
    _ name: String, _ counts: (all: Int, found: Int, unobservable: Int)
  ) -> String {
    let missed = counts.all - counts.found - counts.unobservable
    return "| \(name) | \(counts.all) | \(counts.found) | \(counts.unobservable) | \(missed) |"
  }
}
