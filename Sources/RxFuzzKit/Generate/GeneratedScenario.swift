/// A scenario with what is known about how it came to be.
public struct GeneratedScenario: Hashable, Sendable {
  public var scenario: Scenario
  /// Names of the race templates it was drawn from, the main one first; see `RaceTemplates`.
  public var templates: [String]
  /// The choices that mean exactly this scenario, for the same library.
  public var choices: [UInt32]
}
