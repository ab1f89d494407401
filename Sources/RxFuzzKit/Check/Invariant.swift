/// One row of the list of invariants: a stable name and what it states.
///
/// One file each under Invariants/, as a `TraceInvariant`, a `ModelInvariant` or a `ProcessInvariant`.
public protocol Invariant: Sendable {
  /// The stable name.
  var name: InvariantName { get }
  /// The statement, one sentence, as `rxfuzz list invariants` prints it.
  var statement: String { get }
}

/// A judge that reads the records of a finished trace and says what is wrong, or nothing.
///
/// Pure and deterministic: the same trace always gets the same answer.
public protocol TraceInvariant: Invariant {
  /// What was violated and by what; nil when lawful.
  func violation(in facts: TraceFacts) -> Violation?
}

/// What a judge found in a trace.
public struct Violation: Hashable, Sendable {
  /// One line without addresses or times: the same violation always reads the same.
  public var message: String
  /// The record that shows it, where there is one.
  public var place: Int?

  public init(_ message: String, at place: Int? = nil) {
    self.message = message
    self.place = place
  }
}

/// A rule whose violation shows in how a process ends or in what it prints, not in a trace.
public protocol ProcessInvariant: Invariant {
  /// True if that end of a process violates this rule.
  func isViolated(by end: ProcessEnd) -> Bool
}
