/// What a graph offers to a race: who can be driven, from how many queues, and what goes off by itself.
public struct GraphCapabilities: Sendable {
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
    /// An operator whose subscribers share one connection, made by the first of them.
    public static let shared = Needs(rawValue: 1 << 4)
    /// An operator that subscribes to sequences of its choice, with a source that chooses and another one to be chosen.
    public static let inner = Needs(rawValue: 1 << 5)
    /// An operator that shares one connection, made when a source says so.
    public static let connectable = Needs(rawValue: 1 << 6)
    /// An operator whose closure throws.
    public static let throwing = Needs(rawValue: 1 << 7)

    /// An operator that goes by a clock, where the library has virtual ones and nothing hands over to a queue.
    public static let clock = Needs(rawValue: 1 << 8)
    /// Sources whose terminal events arrive: never needed, for the others are raced as well.
    public static let ending = Needs(rawValue: 1 << 9)

    /// What an operator offers, whatever its sources are.
    static let ofOperators: Needs = [.timer, .shared, .inner, .connectable, .throwing, .clock]

    /// What makes a race drive sources.
    static let ofSources: Needs = [.source, .twoDrivers, .subject, .inner, .connectable]

    /// What an operator of that row offers.
    init(of row: OperatorRow) {
      self = []
      if row.traits.contains(.timed) { formUnion([.timer, .clock]) }
      if row.traits.contains(.connects) {
        insert(.connectable)
      } else if row.traits.contains(.shares) {
        insert(.shared)
      }
      if row.traits.contains(.chooses) { insert(.inner) }
      if row.traits.contains(.throws) { insert(.throwing) }
    }
  }

  /// Two different sources of which the first one says what becomes of the second one's sequence.
  public struct Guided: Hashable, Sendable {
    public var guide: Int
    public var guided: Int
  }

  public let chain: Chain
  public let subjectsSerialise: Bool
  /// Whether an observer may send elements from inside a callback, as well as an end.
  public let observersSend: Bool
  /// The virtual clocks that races may advance, ascending; empty where time is real.
  public let clocks: [Int]
  /// Feeds of the graph, serialised or not, ascending.
  public let sources: [Int]
  /// Those that any queue and any observer may drive, ascending.
  public let serialised: [Int]
  /// For operators that choose among their inputs: who chooses, and who is chosen.
  public let inner: [Guided]
  /// For operators that connect on demand: who connects, and who is shared.
  public let connectable: [Guided]
  public let offers: Needs
  /// The source that races drive where they have the choice, or nil.
  private let focus: Int?

  /// - `hasVirtualTime`: whether the library has virtual clocks.
  /// - `focus`: a source of the graph that races drive where they have the choice.
  public init(
    chain: Chain, subjectsSerialise: Bool, observersSend: Bool = true,
    hasVirtualTime: Bool = false, focus: Int? = nil
  ) {
    self.chain = chain
    self.observersSend = observersSend
    self.subjectsSerialise = subjectsSerialise
    sources = chain.labels(where: { $0.contains(.feed) })
    serialised = subjectsSerialise ? chain.labels(where: { $0.contains([.feed, .hot]) }) : []
    self.focus = focus.flatMap { [sources] in sources.contains($0) ? $0 : nil }
    inner = Self.guided(in: chain, by: 0, where: .chooses)
    connectable = Self.guided(in: chain, by: 1, where: .connects)
    var offers: Needs = []
    if !sources.isEmpty { offers.insert(.source) }
    if !serialised.isEmpty { offers.insert(.subject) }
    if sources.count > 1 || !serialised.isEmpty { offers.insert(.twoDrivers) }
    for node in chain.nodes {
      guard let row = Catalogue.row(named: node.row) else { continue }
      offers.formUnion(Needs(of: row).subtracting([.inner, .connectable]))
    }
    if !inner.isEmpty { offers.insert(.inner) }
    if !connectable.isEmpty { offers.insert(.connectable) }
    let isVirtual =
      hasVirtualTime && offers.contains(.clock) && TimeValidation.allowsVirtualTime(chain)
    clocks = isVirtual ? chain.clocks : []
    if !isVirtual { offers.remove(.clock) }
    self.offers = offers
  }

  /// The sources that another queue may drive while `source` is driven.
  func rivals(of source: Int) -> [Int] {
    sources.filter { $0 != source || serialised.contains($0) }
  }

  /// Draws a source, or takes the one in focus. Precondition: the capabilities offers one.
  func source(_ choices: inout ChoiceStream) -> Int { focus ?? anySource(&choices) }

  /// Draws a source, whatever is in focus. Precondition: the capabilities offers one.
  func anySource(_ choices: inout ChoiceStream) -> Int { choices.element(of: sources) }

  /// Draws two sources that two queues may drive at once: mostly two that meet, else whatever there is, one of them twice
  /// included. Precondition: the capabilities offers two drivers.
  func rivals(_ choices: inout ChoiceStream) -> (first: Int, second: Int) {
    let able = sources.filter { !rivals(of: $0).isEmpty }
    let first = focus.flatMap { able.contains($0) ? $0 : nil } ?? choices.element(of: able)
    return (first, other(than: first, or: { $0.element(of: rivals(of: first)) }, &choices))
  }

  /// Draws whether all sources but those have ended before the race, so that the race decides whether the whole ends.
  func endings(but racing: Set<Int>, _ choices: inout ChoiceStream) -> [Action] {
    let others = sources.filter { !racing.contains($0) }
    guard (1...ScenarioDraft.beforeMax).contains(others.count), choices.unusual(1, outOf: 2) else {
      return []
    }
    return others.map { .completed(feed: $0) }
  }

  /// Draws two sources that end at once: mostly two that meet, else whatever there is, one of them twice included.
  /// Precondition: the capabilities offers a source.
  func ends(_ choices: inout ChoiceStream) -> (first: Int, second: Int) {
    let first = source(&choices)
    return (first, other(than: first, or: anySource, &choices))
  }

  /// Draws mostly another source, where there is one.
  private func other(
    than first: Int, or usual: (inout ChoiceStream) -> Int, _ choices: inout ChoiceStream
  ) -> Int {
    let others = sources.filter { $0 != first }
    guard !others.isEmpty, choices.unusual(3, outOf: 4) else { return usual(&choices) }
    return choices.element(of: others)
  }

  /// Draws who says what becomes of whom. Precondition: there is somebody.
  func guided(_ pairs: [Guided], _ choices: inout ChoiceStream) -> Guided {
    let focused = pairs.filter { $0.guide == focus || $0.guided == focus }
    return choices.element(of: focused.isEmpty ? pairs : focused)
  }

  /// Draws a step of a virtual clock: mostly one that reaches what was asked for just now. Precondition: the capabilities
  /// offers a clock.
  func advance(_ choices: inout ChoiceStream, clock: Int? = nil) -> Action {
    let span = [2, 1, 0, 4, 8][choices.drawWeighted([5, 4, 1, 2, 2])]
    return .advance(clock: clock ?? clocks[0], milliseconds: span)
  }

  /// Draws up to two elements that come before the racing action on its own queue.
  func leadIn(_ source: Int, _ choices: inout ChoiceStream) -> [Action] {
    Array(repeating: .next(feed: source, payload: 0), count: choices.drawWeighted([6, 3, 1]))
  }

  /// Draws whether a source has emitted before the race. An operator that combines elements passes none of `first`
  /// before it has one of each other source; one that goes by the other source's first element is over with it.
  func priming(_ source: Int, beside first: Int, _ choices: inout ChoiceStream) -> [Action] {
    guard source != first, choices.unusual(1, outOf: 2) else { return [] }
    return [.next(feed: source, payload: 0)]
  }

  /// Draws for how many spins observers hold their window open where two drivers race: only what comes into a delivery
  /// shows that deliveries are not serialised. Mostly for none.
  func window(_ choices: inout ChoiceStream) -> Int {
    choices.unusual(1, outOf: 3) ? 1 + choices.draw(Self.windowMax) : 0
  }

  private static let windowMax = 48

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

  /// Pairs of different sources, one below the guiding input of an operator with that trait, the other below the others.
  private static func guided(
    in chain: Chain, by guide: Int, where trait: OperatorRow.Traits
  ) -> [Guided] {
    var found: [Guided] = []
    for node in chain.nodes {
      guard let row = Catalogue.row(named: node.row), row.traits.contains(trait),
        node.inputs.indices.contains(guide)
      else { continue }
      var others = node.inputs
      let guides = others.remove(at: guide).labels(where: { $0.contains(.feed) })
      let guided = Set(others.flatMap { $0.labels(where: { $0.contains(.feed) }) }).sorted()
      for first in guides {
        for second in guided where second != first {
          let pair = Guided(guide: first, guided: second)
          if !found.contains(pair) { found.append(pair) }
        }
      }
    }
    return found
  }
}
