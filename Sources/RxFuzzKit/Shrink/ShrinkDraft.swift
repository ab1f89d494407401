/// A scenario on its way to being smaller, with the choices that mean it, as long as they do.
public struct ShrinkDraft: Hashable, Sendable {
  public var scenario: Scenario
  /// The recording that the generator turns into exactly this scenario; nil once its structure was edited.
  public var choices: [UInt32]?

  public init(_ scenario: Scenario, choices: [UInt32]? = nil) {
    self.scenario = scenario
    self.choices = choices
  }
}
