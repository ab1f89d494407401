@testable import RxFuzzKit

/// A report in which every part has something to say.
enum ReportExample {
  static func report() throws -> RunReport {
    var record = try RunRecordTests.record(.timeIsUp)
    let scene = LaneExample.all[1]
    let finding = Finding(
      invariant: scene.invariant, message: "two deliveries <overlap> & \"meet\"",
      scenario: scene.trace.scenario, records: scene.trace.records, seed: 42, iteration: 4_711,
      details: """
        queue p waits before its atomic load in RxCore.Flags.insert(A) -> A (Flags.swift:15), queue q goes on with its first step
        queue q waits before its unlock in RxCore.Lock.unlock() -> () (Lock.swift:7), queue p goes on with its lock
        the last words of the process
        """, schedule: "explore:v1:abc")
    var found = CampaignFinding(
      finding: finding, fingerprint: FindingFingerprint(finding), file: nil, isReplayed: false)
    found.repeats = 1
    record.summary.findings.insert(found, at: 0)
    record.summary.progress.overlapped = 900
    record.summary.progress.undecided = 12
    record.summary.progress.schedules = 64
    record.phrase = { _ in "@Test func race() {}\n" }
    record.environment = [("system", "Linux 6.1 x86_64"), ("jobs", "2")]
    record.shard = "1/2"
    record.notes = ["no promise: nothing"]
    for step in 1...6 {
      var progress = CampaignProgress()
      progress.elapsedMilliseconds = UInt64(step) * 150
      progress.raced = UInt64(step * step) * 20
      progress.schedules = UInt64(step) * 8
      progress.findings = step / 3
      record.timeline.add(progress)
    }
    var report = RunReport(record)
    report.coverage = coverage
    report.undecided = [
      RunReport.UndecidedShare(
        cause: "state limit reached", total: 12, rows: ["merge": 12, "map": 3],
        templates: ["next against dispose": 12])
    ]
    report.outcomes = [
      GradedOutcome(text: "1: next 1", count: 990, grade: .acceptable, reason: ""),
      GradedOutcome(
        text: "1: nothing", count: 10, grade: .forbidden, reason: "COMP-1 an end is missing"),
    ]
    return report
  }

  static var coverage: CoverageTable {
    var table = CoverageTable()
    table.scenarios = 3
    table.templates = [
      CoverageTable.Template(
        name: "next against dispose", wanted: ["map", "merge"],
        cells: ["map": .init(classes: 3, inputs: ["merge": 1])]),
      CoverageTable.Template(
        name: "timer against dispose", wanted: ["delay"],
        cells: ["delay": .init(classes: 63), "map": .init(classes: 1)]),
    ]
    return table
  }

  /// The other half of the same run.
  static func otherShard() throws -> RunReport {
    var other = try report()
    other.shards = ["2/2"]
    other.exitCode = 0
    other.findings.removeLast(2)
    other.findings[0].isKnown = true
    other.coverage?.templates[0].cells["merge"] = .init(classes: 4)
    return other
  }
}
