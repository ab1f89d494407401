/// What a graph offers to a race: who can be driven, from how many queues, and what goes off by itself.
public struct RaceGround: Sendable {
  /// What a race template may require.
  public struct Needs: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Some feed or subject.
    public static let source = Needs(rawValue: 1 << 0)
    /// Two queues can emit at once: on two feeds, or on one serialised subject.
    public static let twoDrivers = Needs(rawValue: 1 << 1)
    /// A serialised subject, which an observer may drive.
    public static let subject = Needs(rawValue: 1 << 2)
    /// An operator driven by a timer.
    public static let timer = Needs(rawValue: 1 << 3)
    /// An operator whose subscribers share one connection.
    public static let shared = Needs(rawValue: 1 << 4)
  }

  public let chain: Chain
  public let subjectsSerialise: Bool
  /// Feeds of the graph, serialised or not, ascending.
  public let sources: [Int]
  /// Those that any queue and any observer may drive, ascending.
  public let serialised: [Int]
  public let offers: Needs

  public init(chain: Chain, subjectsSerialise: Bool) {
    self.chain = chain
    self.subjectsSerialise = subjectsSerialise
    sources = chain.labels(where: { $0.contains(.feed) })
    serialised = subjectsSerialise ? chain.labels(where: { $0.contains([.feed, .hot]) }) : []
    var offers: Needs = []
    if !sources.isEmpty { offers.insert(.source) }
    if !serialised.isEmpty { offers.insert(.subject) }
    if sources.count > 1 || !serialised.isEmpty { offers.insert(.twoDrivers) }
    let traits = chain.nodes.compactMap { Catalogue.row(named: $0.row)?.traits }
    if traits.contains(where: { $0.contains(.timed) }) { offers.insert(.timer) }
    if traits.contains(where: { $0.contains(.shares) }) { offers.insert(.shared) }
    self.offers = offers
  }

  /// The sources that another queue may drive while `source` is driven.
  func rivals(of source: Int) -> [Int] {
    sources.filter { $0 != source || serialised.contains($0) }
  }

  /// Draws a source. Precondition: the ground offers one.
  func source(_ choices: inout ChoiceStream) -> Int { choices.element(of: sources) }

  /// Draws two sources, or one twice, that two queues may drive at once.
  /// Precondition: the ground offers two drivers.
  func rivals(_ choices: inout ChoiceStream) -> (first: Int, second: Int) {
    let first = choices.element(of: sources.filter { !rivals(of: $0).isEmpty })
    return (first, choices.element(of: rivals(of: first)))
  }

  /// Draws up to two elements that come before the racing action on its own queue.
  func leadIn(_ source: Int, _ choices: inout ChoiceStream) -> [Action] {
    Array(repeating: .next(feed: source, payload: 0), count: choices.drawWeighted([6, 3, 1]))
  }

  /// Draws what the other queue does while `source` is driven: it disposes, or emits where it may.
  func opponent(of source: Int, _ choices: inout ChoiceStream) -> [Action] {
    let rivals = rivals(of: source)
    guard !rivals.isEmpty, choices.unusual(2, outOf: 3) else {
      return [.dispose(subscription: 1)]
    }
    let rival = choices.element(of: rivals)
    switch choices.drawWeighted([3, 2, 1]) {
    case 0: return [.next(feed: rival, payload: 0)]
    case 1: return leadIn(rival, &choices) + [.completed(feed: rival)]
    default: return leadIn(rival, &choices) + [.error(feed: rival)]
    }
  }
}
