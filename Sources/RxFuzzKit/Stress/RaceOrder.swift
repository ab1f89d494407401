/// A scenario to be raced.
public struct RaceOrder: Sendable {
  /// Distinguishes orders of one call; the engine passes it on and nothing else.
  public var number: UInt64
  public var scenario: Scenario
  /// How often it is raced, each time on a fresh graph.
  public var iterations: Int
  /// Drives jitter only; the scenario is given.
  public var seed: UInt64
  /// Called by the first racer while it builds and before each race, and by whoever judges a trace, with the
  /// iteration's index in the order, so that a journal can name what was running when a process died. From any
  /// thread; must be as cheap as a store.
  public var progress: @Sendable (Int) -> Void

  public init(
    number: UInt64 = 0, scenario: Scenario, iterations: Int, seed: UInt64,
    progress: @escaping @Sendable (Int) -> Void
  ) {
    self.number = number
    self.scenario = scenario
    self.iterations = iterations
    self.seed = seed
    self.progress = progress
  }
}
