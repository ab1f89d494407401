import ScheduleKit

/// What is different from an earlier run.
struct ReportDifference: Hashable, Sendable {
  /// A figure before and now.
  struct Figure: Hashable, Sendable {
    var name: String
    var before: String
    var now: String
  }
  /// Findings that the earlier run did not have, and those that only it had.
  var appeared: [ReportedFinding]
  var vanished: [ReportedFinding]
  var figures: [Figure]
  /// Pairs of template and operator that only one of the runs has met: `template: operator`.
  var newlyMet: [String] = []
  var noLongerMet: [String] = []
  /// Why the two can be compared with reserve only, in words.
  var reserves: [String] = []

  init(from old: RunReport, to new: RunReport) {
    let before = Set(old.findings.map(\.identity))
    let now = Set(new.findings.map(\.identity))
    appeared = new.findings.filter { !before.contains($0.identity) }
    vanished = old.findings.filter { !now.contains($0.identity) }
    figures = zip(Self.figures(old), Self.figures(new)).map {
      Figure(name: $0.name, before: $0.value, now: $1.value)
    }
    if let old = old.coverage, let new = new.coverage {
      let (met, metNow) = (Self.met(old), Self.met(new))
      newlyMet = metNow.filter { !Set(met).contains($0) }
      noLongerMet = met.filter { !Set(metNow).contains($0) }
    }
    if old.library != new.library { reserves.append("it was of \(old.library)") }
    if old.build != new.build { reserves.append("it was a \(old.build) build") }
    if old.engine != new.engine, !old.engine.isEmpty {
      reserves.append("its engine was \(old.engine)")
    }
  }

  private static func met(_ table: CoverageTable) -> [String] {
    table.templates.flatMap { template in
      template.wanted.filter { (template.cells[$0]?.classes ?? 0) != 0 }
        .map { "\(template.name): \($0)" }
    }
  }

  private static func figures(_ report: RunReport) -> [RunReport.Entry] {
    let counts = report.counts
    var figures = [
      ("findings", "\(report.findings.count)"), ("races", NumberWords.grouped(counts.raced)),
      ("races a second", NumberWords.grouped(report.racesPerSecond)),
      ("schedules", NumberWords.grouped(counts.schedules)),
      ("overlap", NumberWords.share(counts.overlapped, of: counts.raced)),
      ("undecided", NumberWords.share(counts.undecided, of: counts.raced)),
      ("worker deaths", NumberWords.grouped(counts.workerDeaths)),
    ]
    if let coverage = report.coverage {
      figures.append(("pairs met", "\(coverage.met) of \(coverage.due)"))
    } else {
      figures.append(("pairs met", "not counted"))
    }
    return figures.map { RunReport.Entry(name: $0.0, value: $0.1) }
  }
}

extension RunReport {
  /// Over the whole run.
  var racesPerSecond: UInt64 {
    counts.milliseconds == 0
      ? 0 : UInt64(Double(counts.raced) * 1_000 / Double(counts.milliseconds))
  }
}
