import Foundation
import Mutation

/// What a run came to: a row for each kind of fault, as the documentation shows it, then what was missed.
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

  /// Whether at least that share, in percent, of what is not on the list was found, and nothing on the list was.
  func isGood(foundMin: Int) -> Bool {
    let unlisted = mutants.count { !unobservable.contains($0.mutation) }
    return wronglyListed.isEmpty && (unlisted - missed.count) * 100 >= foundMin * unlisted
  }

  private var missed: [NumberedMutation] {
    mutants.filter { !isFound($0) && !unobservable.contains($0.mutation) }
  }

  private var wronglyListed: [NumberedMutation] {
    mutants.filter { isFound($0) && unobservable.contains($0.mutation) }
  }

  private func isFound(_ mutant: NumberedMutation) -> Bool {
    outcomes[mutant.number]?.isFound ?? false
  }

  var text: String {
    let parts = SoughtOutcome.Part.allCases.map(\.rawValue)
    var lines = [
      "| fault | places | \(parts.joined(separator: " | ")) | listed | RxCore's tests alone | missed "
        + "| median seconds |",
      "|---|\(String(repeating: "---|", count: parts.count + 5))",
    ]
    for row in MutationTable.rows {
      let own = mutants.filter { $0.mutation.kind == row.name }
      if !own.isEmpty { lines.append(line(row.name, own)) }
    }
    lines.append(line("all", mutants))
    lines.append("")
    let listed = mutants.count { unobservable.contains($0.mutation) }
    lines.append(
      "found \(mutants.count(where: isFound)) of \(mutants.count - listed) that are not on the list, "
        + "which holds \(listed) of \(mutants.count)")
    for mutant in wronglyListed { lines += paragraph("ON THE LIST", mutant) }
    for mutant in missed {
      lines += paragraph(outcomes[mutant.number]?.words ?? "not sought", mutant)
    }
    return lines.joined(separator: "\n")
  }

  private func paragraph(_ words: String, _ mutant: NumberedMutation) -> [String] {
    [
      "\(words): \(mutant.mutation.file):\(mutant.mutation.line)",
      "  \(mutant.mutation.identifier)",
    ]
  }

  private func line(_ name: String, _ own: [NumberedMutation]) -> String {
    let outcomes = own.map { self.outcomes[$0.number] }
    let parts = SoughtOutcome.Part.allCases.map { part in outcomes.count { $0?.part == part } }
    let rest = own.filter { !isFound($0) }
    let listed = rest.count { unobservable.contains($0.mutation) }
    let tests = rest.count { self.outcomes[$0.number] == .foundByTests }
    let seconds = outcomes.compactMap { $0?.seconds }.sorted()
    let median = seconds.isEmpty ? "-" : String(format: "%.1f", seconds[seconds.count / 2])
    let numbers = [own.count] + parts + [listed, tests, rest.count - listed - tests]
    return "| \(name) | \(numbers.map(String.init).joined(separator: " | ")) | \(median) |"
  }
}
