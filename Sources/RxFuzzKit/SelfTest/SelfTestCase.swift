/// An alarm that must ring, or must not: a defect, a scenario that shows it, and the engine that runs it.
public struct SelfTestCase: Sendable {
  /// What runs the scenario.
  public enum Engine: String, Sendable {
    case stress
    case explore
  }

  public let defect: PlantedDefect
  public let engine: Engine
  public let scenario: Scenario
  /// The invariants that may ring; none where the library must be silent.
  public let rings: Set<InvariantName>

  /// All alarms, in the order in which they are printed: defects first, then silence.
  public static let all: [SelfTestCase] = defects + silence

  // Only ThreadSanitizer sees calls that nothing orders where they do not overlap.
  private static let defects: [SelfTestCase] = [
    SelfTestCase(
      .looksThenSays, .stress, subscribeAgainstDispose, rings: [.disp5, .disp6, .leak1]),
    SelfTestCase(
      .looksThenSays, .explore, subscribeAgainstDispose, rings: [.disp5, .disp6, .leak1]),
    SelfTestCase(.endsTwice, .stress, twoErrors, rings: [.term1, .term2, .gram1, .ser1, .ser2]),
    SelfTestCase(.endsTwice, .explore, twoErrors, rings: [.term1, .term2, .gram1, .ser1]),
    SelfTestCase(.overlaps, .stress, twoSources, rings: [.ser1, .ser2]),
    // Where one element is lost, another of the same source may be what looks out of turn.
    SelfTestCase(.losesElements, .stress, twoSources, rings: [.val1, .ref1, .ord1]),
    SelfTestCase(.ignoresDisposal, .stress, nextAgainstDispose, rings: [.disp4, .val1]),
    SelfTestCase(.keepsEverything, .stress, nextAgainstDispose, rings: [.leak1]),
    SelfTestCase(.locksWhileCallingOut, .explore, disposeInsideNext, rings: [.live1]),
  ]

  private static let silence: [SelfTestCase] = [
    SelfTestCase(.none, .stress, subscribeAgainstDispose),
    SelfTestCase(.none, .stress, twoErrors),
    SelfTestCase(.none, .stress, twoSources),
    SelfTestCase(.none, .stress, nextAgainstDispose),
    SelfTestCase(.none, .explore, subscribeAgainstDispose),
    SelfTestCase(.none, .explore, disposeInsideNext),
  ]

  private init(
    _ defect: PlantedDefect, _ engine: Engine, _ scenario: Scenario,
    rings: Set<InvariantName> = []
  ) {
    self.defect = defect
    self.engine = engine
    self.scenario = scenario
    self.rings = rings
  }

  // MARK: Scenarios

  private static let feed = Chain("feed", [0])
  private static let merge = Chain("merge", inputs: [feed, Chain("feed", [1])])

  private static let subscribeAgainstDispose = scenario(
    feed, [[.subscribe(subscription: 1)], [.dispose(subscription: 1)]])

  private static let twoErrors = scenario(merge, [[.error(feed: 0)], [.error(feed: 1)]])

  private static let twoSources = scenario(
    merge,
    [
      [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)],
      [.next(feed: 1, payload: 3), .next(feed: 1, payload: 4)],
    ])

  private static let nextAgainstDispose = scenario(
    feed,
    [
      [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2), .next(feed: 0, payload: 3)],
      [.dispose(subscription: 1)],
    ])

  private static let disposeInsideNext = Scenario(
    library: BrokenLibrary.libraryName, chain: feed,
    queues: [[.next(feed: 0, payload: 1)], [.dispose(subscription: 1)]],
    reactions: [
      Reaction(
        subscription: 1, trigger: .next(ordinal: 1), actions: [.dispose(subscription: 1)])
    ])

  private static func scenario(_ chain: Chain, _ queues: [[Action]]) -> Scenario {
    Scenario(library: BrokenLibrary.libraryName, chain: chain, queues: queues)
  }
}
