import RxFuzzKit
import ScheduleKit

/// What `list` can list.
enum ListTopic: String, CaseIterable {
  case invariants
  case operators
  case templates
  case strategies

  /// The list, one line for each row.
  func text(library: any LibraryUnderTest) -> String {
    switch self {
    case .invariants: Self.invariants(library)
    case .operators: Self.operators(library)
    case .templates: RaceTemplates.all.map(\.name).joined(separator: "\n")
    case .strategies: TextTable.text(StrategyTable.all.map { [$0.name, $0.summary] })
    }
  }

  private static func invariants(_ library: any LibraryUnderTest) -> String {
    TextTable.text(
      Judge.invariants.map { invariant in
        let promised = library.promisesKept.contains(invariant.name)
        let restsOnModel = Judge.modelled.contains(invariant.name)
        return [
          invariant.name.rawValue, restsOnModel ? "by the model" : "",
          invariant.statement + (promised ? "" : " (not promised by \(library.name))"),
        ]
      })
  }

  private static func operators(_ library: any LibraryUnderTest) -> String {
    let elsewhere = Catalogue.elsewhere.filter { library.binding(forRow: $0.name) != nil }
    return TextTable.text(
      (Catalogue.rows + elsewhere).map { row in
        var facts: [String] = []
        if row.traits.contains(.feed) { facts.append("driven by the script") }
        if row.traits.contains(.asynchronous) { facts.append("delivers on a queue") }
        if library.binding(forRow: row.name) == nil { facts.append("not in \(library.name)") }
        let inputs =
          row.inputs.lowerBound == row.inputs.upperBound
          ? "\(row.inputs.lowerBound)" : "\(row.inputs.lowerBound) to \(row.inputs.upperBound)"
        return [
          row.name, "inputs \(inputs)", "weight \(row.weight)", facts.joined(separator: ", "),
        ]
      })
  }
}
