/// What a run shrinks: findings of scenarios first, then those of parts of the library.
///
/// Thread-safety: use from one thread.
struct ShrinkQueues {
  var scenarios: ShrinkQueue<Finding>
  var parts: ShrinkQueue<PrimitiveCampaign.Found>

  init(plan: CampaignPlan, library: any LibraryUnderTest) {
    scenarios = ShrinkQueue(library: library, seconds: plan.shrinkSeconds, engine: plan.engine)
    parts = ShrinkQueue(library: library, seconds: plan.shrinkSeconds, engine: plan.engine)
  }

  /// Whether something is being shrunk or waits for it.
  var isBusy: Bool { scenarios.isBusy || parts.isBusy }

  /// See `ShrinkQueue.needsFreshChild`.
  var needsFreshChild: Bool {
    scenarios.isBusy ? scenarios.needsFreshChild : parts.needsFreshChild
  }

  /// A trial for a child without work.
  struct Trial {
    var unit: WorkUnit
    var scenario: Scenario?
    var program: PrimitiveProgram?
  }

  /// The next trial, or nil where there is none or one is out already.
  /// - Parameter number: for the unit.
  mutating func deal(number: @autoclosure () -> UInt64, now: UInt64) -> Trial? {
    if scenarios.isBusy {
      return scenarios.deal(number: number(), now: now).map {
        Trial(unit: $0.unit, scenario: $0.subject)
      }
    }
    return parts.deal(number: number(), now: now).map { Trial(unit: $0.unit, program: $0.subject) }
  }

  /// A child has raced a trial to its end without dying of it.
  mutating func ended(_ unit: WorkUnit) {
    scenarios.ended(unit)
    parts.ended(unit)
  }

  /// What is going on, for the line of progress.
  func words(now: UInt64) -> String? { scenarios.words(now: now) ?? parts.words(now: now) }
}
