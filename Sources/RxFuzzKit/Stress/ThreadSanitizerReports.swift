import ScheduleKit

/// Turns what ThreadSanitizer reports inside this process into findings, one for each distinct pair of
/// sites. Without ThreadSanitizer there are never any.
///
/// Thread-safety: use from one thread.
final class ThreadSanitizerReports {
  private var known: Set<String> = []

  /// One report that was not taken before.
  struct Report {
    let invariant: InvariantName
    let message: String
    let iteration: UInt64?
    let details: String
  }

  /// The reports since the last call, as findings tied to this scenario.
  func take(scenario: Scenario) -> [Finding] {
    reports().map {
      Finding(
        invariant: $0.invariant, message: $0.message, scenario: scenario, iteration: $0.iteration,
        details: $0.details)
    }
  }

  /// The reports since the last call.
  func reports() -> [Report] {
    var reports: [Report] = []
    while let report = SanitizerReport.take() {
      let accesses = report.accesses.map {
        RaceAccess(isWrite: $0.isWrite, isAtomic: $0.isAtomic, bytes: $0.bytes, frames: $0.frames)
      }
      let (invariant, message) = RaceAccess.verdict(kind: report.kind, accesses)
      guard known.insert(message).inserted else { continue }
      reports.append(
        Report(
          invariant: invariant, message: message,
          iteration: report.context < 0 ? nil : UInt64(report.context),
          details: accesses.map(\.text).joined(separator: "\n")))
    }
    return reports
  }
}
