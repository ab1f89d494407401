/// A complete test case: a graph, and what each queue does to it.
///
/// A scenario is a value. Generator, printer, parser, shrinker, engines and reports share it.
/// A subscription that no queue subscribes is made before the race.
public struct Scenario: Hashable, Sendable {
  /// Name of the library under test.
  public var library: String
  public var chain: Chain
  /// Done one after another on the driver before the race, after the implied subscriptions.
  public var before: [Action]
  /// The scripts that race: 1 to 4 queues, printed as p, q, r, s.
  public var queues: [[Action]]
  /// What observers do inside their callbacks.
  public var reactions: [Reaction]
  /// What holds each subscription; `.slot` where absent.
  public var holders: [Int: Holder]
  /// Spin iterations for which each observer callback holds its in-flight window open; in some races the engine has it
  /// held open for a while anyway.
  public var holdSpins: Int
  /// Whether what depends on time goes by virtual clocks, printed as x and y, which nothing but `advance` moves.
  public var isVirtual: Bool

  public init(
    library: String, chain: Chain, before: [Action] = [], queues: [[Action]],
    reactions: [Reaction] = [], holders: [Int: Holder] = [:], holdSpins: Int = 0,
    isVirtual: Bool = false
  ) {
    self.library = library
    self.chain = chain
    self.before = before
    self.queues = queues
    self.reactions = reactions
    self.holders = holders
    self.holdSpins = holdSpins
    self.isVirtual = isVirtual
  }

  /// Every action: `before`, then each queue's, then the reactions'. The position (from 1) is the
  /// action's ordinal, used in traces and in `Token.emission`.
  public var actions: [Action] { before + queues.flatMap { $0 } + reactions.flatMap(\.actions) }

  /// Numbers of all subscriptions, ascending: 1, and every one that an action or reaction names.
  public var subscriptions: [Int] {
    var numbers: Set<Int> = [1]
    for action in actions {
      if let number = action.subscription { numbers.insert(number) }
    }
    for reaction in reactions { numbers.insert(reaction.subscription) }
    return numbers.sorted()
  }

  /// Subscriptions made before the race because no action makes them, ascending.
  public var impliedSubscriptions: [Int] {
    var explicit: Set<Int> = []
    for case .subscribe(let number) in actions { explicit.insert(number) }
    return subscriptions.filter { !explicit.contains($0) }
  }

  /// Numbers of all feeds of the graph, hot or not, ascending.
  public var feeds: [Int] { chain.labels(where: { $0.contains(.feed) }) }

  /// Numbers of the scheduler queues, or virtual clocks, that the graph names, ascending.
  public var clocks: [Int] { chain.clocks }

  /// Numbers of the feeds that are the library's own subjects, ascending.
  public var subjects: [Int] { chain.labels(where: { $0.contains([.feed, .hot]) }) }
}
