/// Draws a few conflicting pairs of places and makes the tasks meet there in the order drawn: whoever arrives at the
/// one waits until another task has performed the other.
///
/// Each pair comes up once before any comes up again, those in an order that no run had first, so that the rare order of
/// two operations is not left to chance; what cannot be brought about is tried less often. In half of the runs the one who
/// is to go first waits for the other one, too, who then follows at once. Among those that need not wait a random walk
/// chooses, or random priorities of operations do, since what else happens around the pair may matter as much.
/// Source: Sen, "Race directed random testing of concurrent programs", PLDI 2008; and Wolff and others, "Greybox
/// fuzzing for concurrency testing", ASPLOS 2024, for several orders at once.
public final class RaceDirectedStrategy: ScheduleStrategy {
  private typealias Order = ConflictPairs.Order

  /// Orders drawn for one run, at most.
  private static let ordersMax = 3
  /// After so many runs in which it did not come about, an order is tried once in `retriedOneIn` rounds.
  private static let missesMax = 3
  private static let retriedOneIn = 8
  /// The walk switches before one of so many operations, drawn for each run.
  private static let switchesOneIn = [2, 8, 32]

  /// An order of the current run.
  private struct Aim {
    let order: Order
    /// Who performed the first half last, and whether two tasks have.
    var performer: UInt32?
    var isMetForAll = false
    var hasHeld = false

    /// Whether another task than this one has performed the first half.
    func isMet(for task: UInt32) -> Bool { isMetForAll || performer.map { $0 != task } ?? false }

    mutating func perform(_ operation: ScheduleOperation) {
      guard operation.site == order.first else { return }
      if isMet(for: operation.task) { isMetForAll = true }
      performer = operation.task
    }
  }

  private let seed: UInt64
  private let profile: ScheduleProfile
  private var generator: SeededGenerator
  private var aims: [Aim] = []
  private var switchOneIn = 8
  /// Whether priorities choose in this run.
  private var hasPriorities = false
  private var priorities = OperationPriorities()
  /// What is left of the round, the next one last.
  private var deck: [Order] = []
  private var ordersShuffled = 0
  private var misses: [Order: Int] = [:]
  /// Whether the first operation of this run's first order waits for the second one, which follows it at once.
  private var meets = false
  /// Who goes on at once.
  private var met: UInt32?
  private var free: [Int] = []

  public init(seed: UInt64, profile: ScheduleProfile) {
    self.seed = seed
    self.profile = profile
    generator = SeededGenerator(seed: seed)
  }

  public func begin(schedule: Int) -> Bool {
    generator = SeededGenerator(seed: seed, stream: UInt64(schedule))
    switchOneIn = Self.switchesOneIn[generator.below(Self.switchesOneIn.count)]
    hasPriorities = generator.below(2) == 0
    meets = generator.below(2) == 0
    met = nil
    priorities.reset()
    aims.removeAll(keepingCapacity: true)
    guard let first = nextOrder() else { return true }
    aims.append(Aim(order: first))
    // One order for every second run, two or three for the others.
    let count = max(1, generator.below(Self.ordersMax * 2 - 1) - 1)
    let orders = profile.conflicts.orders
    while aims.count < count { aims.append(Aim(order: orders[generator.below(orders.count)])) }
    return true
  }

  public func choose(_ decision: ScheduleDecision) -> Int {
    let chosen = decision.isForced ? 0 : draw(decision)
    let operation = decision.pending[chosen]
    if hasPriorities { priorities.perform(operation, of: decision) }
    met = nil
    if meets, let aim = aims.first, aim.performer == nil, operation.site == aim.order.first {
      met = other(than: operation.task, at: aim.order.second, of: decision)
    }
    for index in aims.indices { aims[index].perform(operation) }
    return chosen
  }

  public func end(_ feedback: ScheduleFeedback) {
    guard let aim = aims.first else { return }
    let hasComeAbout = aim.performer != nil && aim.hasHeld
    misses[aim.order] = hasComeAbout ? 0 : misses[aim.order, default: 0] + 1
  }

  /// The next order of the round; nil where no two places conflict.
  private func nextOrder() -> Order? {
    let orders = profile.conflicts.orders
    // What was learned since belongs into the round.
    if deck.isEmpty || ordersShuffled != orders.count {
      ordersShuffled = orders.count
      deck = orders.filter {
        misses[$0, default: 0] < Self.missesMax || generator.below(Self.retriedOneIn) == 0
      }
      if deck.isEmpty { deck = orders }
      deck.shuffle(using: &generator)
      // The last come first: orders that no run had.
      deck =
        deck.filter(profile.conflicts.wasSeen) + deck.filter { !profile.conflicts.wasSeen($0) }
    }
    return deck.popLast()
  }

  private func draw(_ decision: ScheduleDecision) -> Int {
    free.removeAll(keepingCapacity: true)
    for (index, operation) in decision.pending.enumerated()
    where !holds(operation) && !waitsToMeet(operation, of: decision) {
      free.append(index)
    }
    // Everybody waits for what will not come: the first to go on is drawn.
    if free.isEmpty { return generator.below(decision.pending.count) }
    if let met, let index = free.first(where: { decision.pending[$0].task == met }) { return index }
    if hasPriorities { return priorities.highest(free, of: decision, using: &generator) }
    if let running = decision.running, free.contains(running),
      free.count == 1 || generator.below(switchOneIn) != 0
    {
      return running
    }
    return free[generator.below(free.count)]
  }

  private func waitsToMeet(
    _ operation: ScheduleOperation, of decision: ScheduleDecision
  ) -> Bool {
    guard meets, let aim = aims.first, aim.performer == nil, operation.site == aim.order.first
    else { return false }
    return other(than: operation.task, at: aim.order.second, of: decision) == nil
  }

  private func other(
    than task: UInt32, at site: UInt, of decision: ScheduleDecision
  ) -> UInt32? {
    decision.pending.first { $0.site == site && $0.task != task }?.task
  }

  private func holds(_ operation: ScheduleOperation) -> Bool {
    var isHeld = false
    for index in aims.indices
    where aims[index].order.second == operation.site && !aims[index].isMet(for: operation.task) {
      aims[index].hasHeld = true
      isHeld = true
    }
    return isHeld
  }
}
