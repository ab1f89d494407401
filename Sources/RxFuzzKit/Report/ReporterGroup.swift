/// Passes all of a run on to several reporters.
///
/// Thread-safety: as `CampaignReporter`.
public final class ReporterGroup: CampaignReporter {
  private let reporters: [any CampaignReporter]

  /// - Parameter reporters: called in this order.
  public init(_ reporters: [any CampaignReporter]) { self.reporters = reporters }

  public func found(_ found: CampaignFinding) {
    for reporter in reporters { reporter.found(found) }
  }

  public func found(_ found: PrimitiveCampaign.Found, seed: UInt64) {
    for reporter in reporters { reporter.found(found, seed: seed) }
  }

  public func shrunk(_ found: CampaignFinding, ordinal: Int) {
    for reporter in reporters { reporter.shrunk(found, ordinal: ordinal) }
  }

  public func shrunk(_ found: PrimitiveCampaign.Found, seed: UInt64) {
    for reporter in reporters { reporter.shrunk(found, seed: seed) }
  }

  public func note(_ line: String) { for reporter in reporters { reporter.note(line) } }

  public func progressed(_ progress: CampaignProgress) {
    for reporter in reporters { reporter.progressed(progress) }
  }

  public var isClosed: Bool { reporters.contains(where: \.isClosed) }
}

/// Notes how a run goes over time, for its report.
///
/// Thread-safety: as `CampaignReporter`.
public final class TimelineReporter: CampaignReporter {
  /// What has been noted so far.
  public private(set) var timeline = RunTimeline()

  /// Begins with nothing.
  public init() {}

  public func found(_ found: CampaignFinding) {}
  public func shrunk(_ found: CampaignFinding, ordinal: Int) {}
  public func note(_ line: String) {}
  public func progressed(_ progress: CampaignProgress) { timeline.add(progress) }
  public var isClosed: Bool { false }
}
