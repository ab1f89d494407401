/// Keeps the state of a campaign now and then; where that fails, it says so once and stops.
struct StateStore {
  private let save: (@Sendable (CampaignState) throws(CampaignPlan.SaveFailure) -> Void)?
  private let reporter: any CampaignReporter
  private var hasFailed = false
  private var keptMilliseconds: UInt64 = 0

  init(plan: CampaignPlan, reporter: any CampaignReporter) {
    save = plan.keepState
    self.reporter = reporter
  }

  /// - Parameters:
  ///   - isDue: whether it must be kept at once.
  ///   - state: called where it is kept.
  mutating func keep(now: UInt64, isDue: Bool, _ state: () -> CampaignState) {
    guard let save, !hasFailed else { return }
    guard isDue || now - keptMilliseconds >= CampaignLimits.stateMilliseconds else { return }
    keptMilliseconds = now
    do {
      try save(state())
    } catch {
      hasFailed = true
      reporter.note("this campaign cannot be resumed: \(error.message)")
    }
  }
}
