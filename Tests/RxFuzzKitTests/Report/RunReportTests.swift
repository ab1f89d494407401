import Testing

@testable import RxFuzzKit

@Suite("The model of a report")
struct RunReportTests {
  @Test("the JSON form reads back as the same report")
  func roundTrip() throws {
    let report = try ReportExample.report()
    let read = try RunReport(reading: Array(ReportFormat.json.text(report).utf8))
    #expect(read == report)
  }

  @Test(
    "what is no report is refused in one line", arguments: ["", "{}", "[]", "{\"tool\": \"x\"}"])
  func refused(text: String) {
    #expect(throws: RunReport.ReadFailure.self) { try RunReport(reading: Array(text.utf8)) }
  }

  @Test("shards add up, and a finding of several is one")
  func merging() throws {
    var whole = try ReportExample.report()
    let (first, second) = (whole, try ReportExample.otherShard())
    try whole.merge(second)
    #expect(whole.counts.raced == first.counts.raced + second.counts.raced)
    #expect(whole.counts.milliseconds == first.counts.milliseconds)
    #expect(whole.findings.count == first.findings.count)
    #expect(whole.findings[0].repeats == 3 && whole.findings[0].isKnown)
    #expect(whole.exitStatus == 1 && whole.missingShards.isEmpty)
    #expect(whole.coverage?.met == 3 && whole.coverage?.scenarios == 6)
    #expect(whole.undecided[0].total == 24 && whole.undecided[0].rows["merge"] == 24)
    #expect(whole.outcomes.map(\.count) == [1_980, 20])
    #expect(whole.timeline.samples.last?.raced == 2_000)
  }

  @Test("reports that are no shards of one run are not joined")
  func misfits() throws {
    var whole = try ReportExample.report()
    #expect(whole.missingShards == ["2/2"])
    #expect(throws: RunReport.MergeFailure.self) { try whole.merge(try ReportExample.report()) }
    var other = try ReportExample.otherShard()
    other.shards = ["2/3"]
    #expect(throws: RunReport.MergeFailure.self) { try whole.merge(other) }
    other = try ReportExample.otherShard()
    other.seed = 1
    #expect(throws: RunReport.MergeFailure.self) { try whole.merge(other) }
    other.seed = whole.seed
    other.library = "Other"
    #expect(throws: RunReport.MergeFailure.self) { try whole.merge(other) }
  }

  @Test("a comparison names what came and what went")
  func difference() throws {
    let (old, new) = (try ReportExample.otherShard(), try ReportExample.report())
    let difference = ReportDifference(from: old, to: new)
    #expect(difference.appeared.map(\.invariant) == ["DISP-5"])
    #expect(difference.vanished.isEmpty)
    #expect(difference.noLongerMet == ["next against dispose: merge"])
    let back = ReportDifference(from: new, to: old)
    #expect(back.vanished == difference.appeared && back.newlyMet == difference.noLongerMet)
  }

  @Test("a timeline of any length keeps its bound and its last moment")
  func timeline() {
    var timeline = RunTimeline()
    var progress = CampaignProgress()
    for step in 1...10_000 {
      progress.elapsedMilliseconds = UInt64(step) * 100
      progress.raced = UInt64(step)
      timeline.add(progress)
    }
    timeline.end(progress)
    #expect(timeline.samples.count <= RunTimeline.samplesMax)
    #expect(timeline.samples.count > RunTimeline.samplesMax / 4)
    #expect(timeline.samples.last?.raced == 10_000)
  }

  @Test("annotations escape what would end them, and a summary holds its texts as they are")
  func gitHub() throws {
    var report = try ReportExample.report()
    report.findings[0].message = "50% of\nthem: a, b"
    report.findings[0].file = "corpus/a,b.rxf"
    let line = try #require(GitHubReport.annotations(report).first)
    #expect(
      line.hasPrefix(
        "::error file=corpus/a%2Cb.rxf,line=1,title=SER-1 in Paper::50%25 of%0Athem: a, b%0A"))
    #expect(GitHubReport.annotations(report).allSatisfy { !$0.contains("\n") })
    #expect(GitHubReport.annotations(report).contains { $0.hasPrefix("::notice ") })
    report.findings[0].scenario = "```"
    #expect(GitHubReport.summary(report).contains("````text\n```\n````"))
  }

  @Test("each event is one line of JSON, and findings come at once")
  func events() throws {
    let record = try RunRecordTests.record()
    var lines: [String] = []
    let reporter = EventReporter(record) { lines.append($0) }
    reporter.started(iterations: 10, jobs: 2)
    reporter.progressed(CampaignProgress())
    reporter.progressed(CampaignProgress())
    reporter.found(record.summary.findings[0])
    reporter.found(record.summary.primitiveFindings[0], seed: 42)
    reporter.note("two\nlines")
    reporter.ended(record.summary, exitCode: 1)
    #expect(lines.allSatisfy { $0.hasSuffix("\n") && !$0.dropLast().contains("\n") })
    let events = try lines.map { try JSONReader.value(of: Array($0.utf8)) }
    #expect(
      events.map { $0["event"]?.string } == [
        "started", "progress", "finding", "finding", "note", "ended",
      ])
    #expect(events[2]["message"]?.string == record.summary.findings[0].finding.message)
    #expect(events[5]["exitCode"]?.number == 1 && events[5]["raced"]?.number == 1_000)
  }
}
