/// What a run shrinks: findings of scenarios first, then those of primitives.
///
/// Thread-safety: use from one thread.
struct ShrinkQueues {
  var scenarios: ShrinkQueue<Finding>
  var primitives: ShrinkQueue<PrimitiveCampaign.Found>

  /// - Parameter lanes: findings that are shrunk at a time.
  init(plan: CampaignPlan, library: any LibraryUnderTest, lanes: Int) {
    scenarios = ShrinkQueue(
      library: library, seconds: plan.shrinkSeconds, engine: plan.engine, lanes: lanes)
    primitives = ShrinkQueue(
      library: library, seconds: plan.shrinkSeconds, engine: plan.engine, lanes: lanes)
  }

  /// Whether something is being shrunk or waits for it.
  var isBusy: Bool { scenarios.isBusy || primitives.isBusy }

  /// What `nextTrial` would need; nil where there is none, or all are out.
  var demand: TrialDemand? { scenarios.demand ?? primitives.demand }

  /// A trial for a child without work.
  struct Trial {
    var unit: WorkUnit
    var scenario: Scenario?
    var program: PrimitiveProgram?
  }

  /// The next trial, or nil where there is none or all are out.
  /// - Parameter number: for the unit.
  mutating func nextTrial(number: @autoclosure () -> UInt64, now: UInt64) -> Trial? {
    if scenarios.demand != nil {
      return scenarios.nextTrial(number: number(), now: now).map {
        Trial(unit: $0.unit, scenario: $0.subject)
      }
    }
    return primitives.nextTrial(number: number(), now: now).map {
      Trial(unit: $0.unit, program: $0.subject)
    }
  }

  /// A child has raced a trial to its end without dying of it.
  mutating func ended(_ unit: WorkUnit) {
    scenarios.ended(unit)
    primitives.ended(unit)
  }

  /// What is going on, for the line of progress.
  func words(now: UInt64) -> String? { scenarios.words(now: now) ?? primitives.words(now: now) }
}
