import Dispatch
import Synchronization

/// The world of one run of one scenario: its recorder, feeds, observers and canary.
///
/// Bindings reach it while they build a graph, and from the closures they give to the library. The engine
/// uses one iteration again and again: `begin`, the race, `tearDown`, `end`.
public final class Iteration: @unchecked Sendable {
  // Safety: stored properties are written before the race and after it, and only read in between; the
  // engine's barriers order the three. `feeds`, `probes` and `recorder` synchronise themselves.

  /// Largest number of records that one run can keep.
  public static let recordsMax = 512
  /// Largest number of feeds that a scenario can name.
  public static let feedsMax = ScenarioLimits.feedsMax

  public let recorder: Recorder
  /// One for each letter the scenario can name.
  public let feeds: [Feed]
  /// Captured by every closure that a binding gives to the library, so that LEAK-1 sees what is kept.
  public private(set) var canary = Canary()

  /// Where closures count what they open and close.
  public let resources = ResourceCounts()
  private let attachments = AttachmentCounter()
  private let reactsStill = Atomic<Bool>(false)
  private var feedsUsed = 0
  /// By their number; nil where the graph does not name them.
  private var clocks: [(any VirtualClockUnderTest)?] = []
  /// Whether what has been left to a clock may hold what it needs until it comes.
  private var runsClocksOut = false
  private var stream: AnyObject?
  private var probes: [ObserverProbe] = []
  private var handles: [any SubscriptionHandle] = []

  public init(recordsMax: Int = Iteration.recordsMax, feedsMax: Int = Iteration.feedsMax) {
    recorder = Recorder(recordsMax: recordsMax)
    let (recorder, attachments) = (recorder, attachments)
    feeds = (0..<feedsMax).map { Feed(number: $0, recorder: recorder, attachments: attachments) }
  }

  /// The library's hot subject for that feed of this iteration: made on first use, then shared by every
  /// place of the graph that names it. From then on the feed's events go to `observer`, once each.
  /// Only while the graph is built.
  public func hot(
    _ feed: Int, _ make: () -> (stream: AnyObject, observer: any FeedObserver)
  ) -> AnyObject {
    if let stream = feeds[feed].hotStream { return stream }
    let (stream, observer) = make()
    feeds[feed].becomeHot(stream: stream, observer: observer)
    return stream
  }

  /// The serial queues that scenarios name x (0), y (1), ...; deliveries on them are recorded in lane
  /// 16 + number, and the engine waits for them to drain before it judges. Shared by all iterations.
  public static var queues: [DispatchQueue] { SchedulerQueues.all }

  /// The serial queue of that number.
  public func queue(_ number: Int) -> DispatchQueue { SchedulerQueues.all[number] }

  /// The library's virtual clock of that number, which takes the queue's place; nil where time is real. Only while the
  /// graph is built.
  public func virtualClock(_ number: Int) -> (any VirtualClockUnderTest)? {
    clocks.indices.contains(number) ? clocks[number] : nil
  }

  /// Builds the graph, makes the implied subscriptions and performs `before`. One thread, before the race.
  /// - Parameter holdSpins: for how many spins observers hold their window open where the scenario asks for fewer.
  func begin(_ plan: ScenarioPlan, library: any LibraryUnderTest, holdSpins: UInt64 = 0) {
    recorder.looksUpQueues = plan.isAsynchronous
    runsClocksOut = plan.isUnspecified
    feedsUsed = plan.feedsUsed
    prepareClocks(plan, library)
    prepareProbes(plan, holdSpins: max(holdSpins, plan.holdSpins))
    reactsStill.store(true, ordering: .relaxed)
    for holder in plan.holders { handles.append(library.makeHandle(holder)) }
    stream = build(plan)
    if !plan.closureReactions.isEmpty { canary.arm(plan.closureReactions, iteration: self) }
    for index in plan.implied { subscribe(index) }
    for action in plan.before { perform(action) }
  }

  /// Does one action, recorded from enter to exit. From any thread.
  func perform(_ action: PlannedAction) {
    recorder.record(.actionEnter, subject: action.ordinal)
    switch action.kind {
    case .next: feeds[action.target].next(action.token)
    case .error: feeds[action.target].error(FuzzError(code: action.ordinal))
    case .completed: feeds[action.target].completed()
    case .dispose: handles[action.target].dispose()
    case .subscribe: subscribe(action.target)
    case .drop: handles[action.target].drop()
    case .advance: clocks[action.target]?.advance(milliseconds: action.token)
    }
    recorder.record(.actionExit, subject: action.ordinal)
  }

  /// Does the actions of a reaction, unless the run is over: what a library delivers then is on the record,
  /// and must not drive a graph that is being dropped. From any thread.
  func react(_ actions: [PlannedAction]) {
    // Relaxed: the engine's barriers order the flag where it matters, and a late reader is a violation anyhow.
    guard reactsStill.load(ordering: .relaxed) else { return }
    for action in actions { perform(action) }
  }

  /// Disposes every subscription. One thread, after the race.
  func tearDown() {
    reactsStill.store(false, ordering: .relaxed)
    for handle in handles { handle.dispose() }
  }

  /// Drops everything that belongs to the run, except its records. One thread, after `tearDown`.
  func release() {
    canary.disarm()
    handles.removeAll(keepingCapacity: true)
    stream = nil
    if runsClocksOut { for clock in clocks { clock?.advance(milliseconds: Self.millisecondsLeft) } }
    for feed in 0..<feedsUsed { feeds[feed].reset() }
  }

  /// Far longer than any span that a script reaches.
  private static let millisecondsLeft = 1_000

  /// Whether, after `release`, the library still holds a closure or an observer that it was given.
  func isHeldByLibrary() -> Bool {
    guard isKnownUniquelyReferenced(&canary) else { return true }
    for index in probes.indices where !isKnownUniquelyReferenced(&probes[index]) { return true }
    return false
  }

  /// Forgets the records, ready for the next `begin`. Only when the library holds nothing.
  func reset() {
    recorder.reset()
    attachments.reset()
    resources.reset()
  }

  /// Clocks of an earlier run live until here, so that what they should have let go of shows as held.
  private func prepareClocks(_ plan: ScenarioPlan, _ library: any LibraryUnderTest) {
    if !clocks.isEmpty { clocks = [] }
    guard let last = plan.clocks.last else { return }
    clocks = (0...last).map { plan.clocks.contains($0) ? library.makeVirtualClock() : nil }
  }

  private func prepareProbes(_ plan: ScenarioPlan, holdSpins: UInt64) {
    var matches = probes.count == plan.subscriptions.count
    if matches {
      for index in probes.indices where probes[index].subscription != plan.subscriptions[index] {
        matches = false
      }
    }
    if !matches {
      probes = plan.subscriptions.map { ObserverProbe(subscription: $0, recorder: recorder) }
    }
    for probe in probes { probe.prepare(plan, holdSpins: holdSpins, iteration: self) }
  }

  private func build(_ plan: ScenarioPlan) -> AnyObject {
    var streams: [AnyObject] = []
    streams.reserveCapacity(plan.nodes.count)
    for node in plan.nodes {
      var inputs: [AnyObject] = []
      for input in node.inputs { inputs.append(streams[input]) }
      streams.append(node.build(self, node.parameters, inputs))
    }
    return streams[streams.count - 1]
  }

  private func subscribe(_ index: Int) {
    guard let stream else {
      preconditionFailure("a subscription needs the graph, which `begin` builds")
    }
    handles[index].subscribe(probes[index], to: stream)
  }
}
