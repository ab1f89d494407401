import ScheduleKit

/// What a scenario delivers when the actions of its queues follow one another, in every order.
///
/// The library itself says what it delivers, and the judge whether it may: only outcomes of lawful runs count. Where
/// timers run, the order of actions does not decide the outcome, and one run of each order stands for it.
struct SequentialOutcomes {
  /// Orders that are run at most; of scenarios with more of them, some acceptable outcomes count as interesting.
  static let ordersMax = 2_000

  let scenario: Scenario
  private(set) var deliveries: Set<[Outcome.Delivery]> = []
  /// Whether there were more orders than `ordersMax`.
  private(set) var isCut = false

  /// Runs every order on the calling thread.
  /// - Throws: what makes the scenario unfit for the library.
  init(_ scenario: Scenario, library: any LibraryUnderTest) throws(PlanFailure) {
    self.scenario = scenario
    let plan = try ScenarioPlan(scenario, library: library)
    let judge = Judge(library: library).prepared(for: scenario)
    var orders: [[Int]] = []
    isCut = !Self.collect(plan.queues.map(\.count), [], &orders)
    var explainer = judge.explainer()
    for order in orders {
      let trace = Self.run(plan, library: library, order: order)
      if case .lawful = judge.verdict(on: trace, by: &explainer) {
        deliveries.insert(Outcome(of: trace).deliveries)
      }
    }
  }

  /// Appends every order of so many actions of each queue; false where there are too many.
  private static func collect(
    _ left: [Int], _ order: [Int], _ orders: inout [[Int]]
  ) -> Bool {
    guard left.contains(where: { $0 > 0 }) else {
      orders.append(order)
      return orders.count < ordersMax
    }
    for queue in left.indices where left[queue] > 0 {
      var rest = left
      rest[queue] -= 1
      guard collect(rest, order + [queue], &orders) else { return false }
    }
    return true
  }

  private static func run(
    _ plan: ScenarioPlan, library: any LibraryUnderTest, order: [Int]
  ) -> Trace {
    let iteration = Iteration()
    let lane = RacingLane.current
    defer { RacingLane.current = lane }
    RacingLane.current = RacingLane.driver
    iteration.begin(plan, library: library)
    settle(plan)
    var done = plan.queues.map { _ in 0 }
    for queue in order {
      RacingLane.current = RacingLane.racer(queue)
      iteration.perform(plan.queues[queue][done[queue]])
      done[queue] += 1
      settle(plan)
    }
    RacingLane.current = RacingLane.driver
    iteration.recorder.record(.raceEnd, subject: 0)
    iteration.tearDown()
    settle(plan)
    iteration.recorder.record(.tornDown, subject: 0)
    iteration.release()
    settle(plan)
    var endState = Trace.EndState()
    endState.recordsLost = iteration.recorder.lost
    endState.milliseconds = plan.delayMilliseconds ?? 0
    return Trace(
      scenario: plan.scenario, records: iteration.recorder.records, endState: endState)
  }

  private static func settle(_ plan: ScenarioPlan) {
    if plan.isAsynchronous { SchedulerQueues.drain(rounds: plan.drainRounds) }
  }
}
