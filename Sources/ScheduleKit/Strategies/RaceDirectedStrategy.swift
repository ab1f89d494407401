/// Draws a few conflicting pairs of places and makes the tasks meet there in the order drawn: whoever arrives at the
/// one waits until another task has performed the other.
///
/// Each pair comes up once before any comes up again, so that the rare order of two operations is not left to chance;
/// what cannot be brought about is tried less often. Among those that need not wait a random walk chooses, or random priorities
/// of operations do, since what else happens around the pair may matter as much.
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
    /// Whether the first half was performed.
    var isMet = false
    var hasHeld = false
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
    for index in aims.indices where operation.site == aims[index].order.first {
      aims[index].isMet = true
    }
    return chosen
  }

  public func end(_ feedback: ScheduleFeedback) {
    guard let aim = aims.first else { return }
    misses[aim.order] = aim.isMet && aim.hasHeld ? 0 : misses[aim.order, default: 0] + 1
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
    }
    return deck.popLast()
  }

  private func draw(_ decision: ScheduleDecision) -> Int {
    free.removeAll(keepingCapacity: true)
    for (index, operation) in decision.pending.enumerated() where !holds(operation) {
      free.append(index)
    }
    // Everybody waits for what will not come: the first to go on is drawn.
    if free.isEmpty { return generator.below(decision.pending.count) }
    if hasPriorities { return priorities.highest(free, of: decision, using: &generator) }
    if let running = decision.running, free.contains(running),
      free.count == 1 || generator.below(switchOneIn) != 0
    {
      return running
    }
    return free[generator.below(free.count)]
  }

  private func holds(_ operation: ScheduleOperation) -> Bool {
    var isHeld = false
    for index in aims.indices
    where !aims[index].isMet && aims[index].order.second == operation.site {
      aims[index].hasHeld = true
      isHeld = true
    }
    return isHeld
  }
}
