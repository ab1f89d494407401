/// Why a scenario is not lawful: one line, and the part of the scenario it is about.
public struct ScenarioFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part at fault, so that a parser can point at the word it came from.
  public enum Place: Hashable, Sendable {
    case library
    case chain
    /// Position in `Scenario.before`, from 0.
    case before(Int)
    /// Position of an action in one queue, both from 0.
    case queue(Int, action: Int)
    /// All queues together, or one queue as a whole.
    case queues
    /// Position in `Scenario.reactions`, from 0; `action` is nil where its trigger is at fault.
    case reaction(Int, action: Int?)
    /// A subscription's entry in `Scenario.holders`.
    case holder(Int)
    case hold
    /// What time the scenario goes by.
    case time
  }

  public let place: Place
  /// Names the offending value and what is accepted.
  public let message: String

  public init(_ place: Place, _ message: String) {
    self.place = place
    self.message = message
  }

  public var description: String { message }
}
