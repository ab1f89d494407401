/// What some queues do to one primitive of a library that is raced on its own, outside of any graph.
///
/// A value; safe to send anywhere. Its description is one line that says all of it.
protocol PrimitiveScript: Sendable, CustomStringConvertible {
  var queueCount: Int { get }
  /// Races of it that are worth while.
  var racesMax: Int { get }
  /// Schedules of it that are worth while: no more than one where a single thread does it all.
  var schedulesMax: Int { get }
  /// Whether the main queue has to be served for it.
  var usesMainQueue: Bool { get }
  /// The same for a schedule that is controlled, whose steps are bounded.
  var underControl: any PrimitiveScript { get }
  /// A primitive as new, ready to be raced once.
  func makeFixture(library: any LibraryUnderTest) -> any PrimitiveFixture
}

extension PrimitiveScript {
  var racesMax: Int { .max }
  var schedulesMax: Int { racesMax }
  var usesMainQueue: Bool { false }
  var underControl: any PrimitiveScript { self }
}

/// One run of such a script.
protocol PrimitiveFixture: AnyObject, Sendable {
  /// Does one queue's operations; called on a thread of its own for each queue.
  func perform(queue: Int)
  /// The same, which says what it is at.
  func perform(queue: Int, noting note: PartNote)
  /// What the race showed, when all queues are done and what they left to schedulers, too.
  func violation() -> PrimitiveViolation?
  /// All that it showed, where it is about several things, but for what is known of them.
  func violations(beside known: [PrimitiveViolation], noting note: PartNote)
    -> [PrimitiveViolation]
  /// Disposes what is left.
  func finish()
  /// What shows only when everything is disposed and drained.
  func leftover() -> PrimitiveViolation?
}

/// Receives what a queue is at, where a script is about several things: the number of the part, or nil once all are done. What
/// is looked at afterwards counts as the first queue's. It is called between the library's own calls, and must order nothing.
typealias PartNote = @Sendable (_ queue: Int, _ part: Int?) -> Void

extension PrimitiveFixture {
  func perform(queue: Int, noting note: PartNote) { perform(queue: queue) }

  func violations(beside known: [PrimitiveViolation], noting note: PartNote)
    -> [PrimitiveViolation]
  {
    known.isEmpty ? violation().map { [$0] } ?? [] : []
  }
}

/// What is wrong with a primitive, in words that stay the same when it happens again.
public struct PrimitiveViolation: Hashable, Sendable {
  public let invariant: InvariantName
  public let message: String
  /// The part of the script that shows it, where it is known to be less than all.
  let part: PrimitiveProgram?

  init(_ invariant: InvariantName, _ message: String, part: PrimitiveProgram? = nil) {
    self.invariant = invariant
    self.message = message
    self.part = part
  }
}
