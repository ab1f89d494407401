import Testing

@testable import RxFuzzKit

/// What the search for an explanation, and no other judge, says about a trace written by hand.
enum ModelTrace {
  static func isLawful(_ scenario: Scenario, _ write: (inout TraceBuilder) -> Void) -> Bool {
    verdict(scenario, write) == .lawful
  }

  /// True if no order of the actions explains the trace; an undecided search is no violation.
  static func isViolation(_ scenario: Scenario, _ write: (inout TraceBuilder) -> Void) -> Bool {
    guard case .violated = verdict(scenario, write) else { return false }
    return true
  }

  private static func verdict(
    _ scenario: Scenario, _ write: (inout TraceBuilder) -> Void
  ) -> Judge.Verdict {
    Judge(promises: [.ref1]).verdict(on: .of(scenario, write))
  }
}

extension Trace {
  /// Whether every rule holds in a library that differs from RxCore by that.
  func isLawful(
    without waived: Set<InvariantName> = [], _ change: (inout LibrarySemantics) -> Void
  ) -> Bool {
    var semantics = LibrarySemantics()
    change(&semantics)
    return Judge(
      promises: Set(InvariantName.allCases).subtracting(waived), ownRules: [], semantics: semantics,
      model: { [semantics] in semantics.model(ofRow: $0) }
    ).verdict(on: self) == .lawful
  }
}
