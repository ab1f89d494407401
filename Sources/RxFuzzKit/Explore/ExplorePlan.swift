/// A scenario that an `ExploreEngine` has made ready, with the verdicts on traces that it has seen already.
///
/// Thread-safety: use from the engine's thread.
public final class ExplorePlan {
  let plan: ScenarioPlan
  public var scenario: Scenario { plan.scenario }

  /// Why the sequential model says nothing of this scenario, or nil.
  var missingModel: String? { judge.missingModel?.description }

  private let judge: ScenarioJudge
  private var explainer: TraceExplainer?
  private var verdicts: [UInt64: Judge.Verdict] = [:]
  /// Verdicts that are remembered; the traces of most schedules are equal.
  private static let verdictsMax = 1 << 14

  init(plan: ScenarioPlan, judge: ScenarioJudge) {
    self.plan = plan
    self.judge = judge
    explainer = judge.explainer()
  }

  func verdict(on trace: Trace, fingerprint: UInt64) -> Judge.Verdict {
    if let known = verdicts[fingerprint] { return known }
    let verdict = judge.verdict(on: trace, by: &explainer)
    if verdicts.count < Self.verdictsMax { verdicts[fingerprint] = verdict }
    return verdict
  }
}
