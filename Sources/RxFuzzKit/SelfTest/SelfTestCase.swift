/// A detection test: a defect, a scenario that shows it, the engine that runs it, and what has to detect it.
public struct SelfTestCase: Sendable {
  /// What runs the scenario.
  public enum Engine: String, Sendable {
    case stress
    case explore
  }

  public let defect: PlantedDefect
  public let engine: Engine
  public let scenario: Scenario
  /// The invariants that may be violated; none where the library has no defect.
  public let expected: Set<InvariantName>
  /// Whether nothing but ThreadSanitizer sees the defect: a data race whose outcome looks right.
  var needsThreadSanitizer: Bool { expected == [.race1] }

  /// All cases, in the order in which they are printed: those with a defect first.
  public static let all: [SelfTestCase] = defects + withoutDefect

  // Only ThreadSanitizer sees calls that nothing orders where they do not overlap.
  private static let defects: [SelfTestCase] = [
    SelfTestCase(
      .looksThenSays, .stress, subscribeAgainstDispose, expected: [.disp5, .disp6, .leak1]),
    SelfTestCase(
      .looksThenSays, .explore, subscribeAgainstDispose, expected: [.disp5, .disp6, .leak1]),
    SelfTestCase(.endsTwice, .stress, twoErrors, expected: [.term1, .term2, .gram1, .ser1, .ser2]),
    SelfTestCase(.endsTwice, .explore, twoErrors, expected: [.term1, .term2, .gram1, .ser1]),
    SelfTestCase(.overlaps, .stress, twoSources, expected: [.ser1, .ser2]),
    // Where one element is lost, another of the same source may be what looks out of turn.
    SelfTestCase(.losesElements, .stress, twoSources, expected: [.val1, .ref1, .ord1]),
    SelfTestCase(.ignoresDisposal, .stress, nextAgainstDispose, expected: [.disp4, .val1]),
    SelfTestCase(.keepsEverything, .stress, nextAgainstDispose, expected: [.leak1]),
    SelfTestCase(.locksWhileCallingOut, .explore, disposeInsideNext, expected: [.live1]),
    SelfTestCase(.countsUnguarded, .stress, twoSources, expected: [.race1]),
  ]

  private static let withoutDefect: [SelfTestCase] = [
    SelfTestCase(.none, .stress, subscribeAgainstDispose),
    SelfTestCase(.none, .stress, twoErrors),
    SelfTestCase(.none, .stress, twoSources),
    SelfTestCase(.none, .stress, nextAgainstDispose),
    SelfTestCase(.none, .explore, subscribeAgainstDispose),
    SelfTestCase(.none, .explore, disposeInsideNext),
  ]

  private init(
    _ defect: PlantedDefect, _ engine: Engine, _ scenario: Scenario,
    expected: Set<InvariantName> = []
  ) {
    self.defect = defect
    self.engine = engine
    self.scenario = scenario
    self.expected = expected
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
