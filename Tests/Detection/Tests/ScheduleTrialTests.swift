import Foundation
import Testing

@Suite("Counting schedules")
struct ScheduleTrialTests {
  @Test("the median counts trials that found nothing as more than any that did")
  func median() {
    #expect(TrialSummary([.found(3), .missed, .found(1)]).median == 3)
    #expect(TrialSummary([.found(3), .missed, .broken("x")]).median == nil)
    #expect(TrialSummary([.found(5), .found(3), .found(1)]).words == "3 (max 5)")
    #expect(TrialSummary([.missed, .found(3), .found(1)]).words == "3 (2 of 3)")
    #expect(TrialSummary([.found(7)], wanted: 3).words == "7 (1 of 1, 3 wanted)")
    #expect(!TrialSummary([]).isComplete)
    #expect(!TrialSummary([.found(7)], wanted: 3).isComplete)
  }

  @Test("the number of schedules is read from what replay says")
  func count() {
    #expect(ScheduleTrials.count(in: "x\nreproduced: DISP-5, within 1,012 schedules\n") == 1_012)
    #expect(ScheduleTrials.count(in: "reproduced: DISP-5, within 256 races, overlap 98 %") == 256)
    #expect(ScheduleTrials.count(in: "reproduced: DISP-5, by its schedule") == nil)
  }

  @Test("a failure of the tool is neither found nor missed, and is reported")
  func faults() {
    let reported = "reproduced: LIVE-1, within 2 schedules"
    #expect(ScheduleTrials.outcome(of: 1, reported) == .found(2))
    #expect(ScheduleTrials.outcome(of: 0, "") == .missed)
    for (status, output) in [(nil, reported), (70, reported), (1, "")] as [(Int32?, String)] {
      guard case .broken(let why) = ScheduleTrials.outcome(of: status, output) else {
        Issue.record("status \(status ?? -1) is no fault")
        continue
      }
      var row = ExploreRow(
        mutant: "m", judge: "LIVE-1", wanted: ExploreRow.Wanted(schedules: 2, races: 1))
      row.portfolio = [.found(1), .broken(why)]
      #expect(!row.isGood && row.faults == [why])
      #expect(ExploreRow.summary(of: [row]).contains("m: \(why)"))
    }
  }

  @Test("a row is good only where every seed found it, half of them soon")
  func bounds() {
    var row = ExploreRow(
      mutant: "m", judge: "DISP-5", wanted: ExploreRow.Wanted(schedules: 3, races: 2))
    row.portfolio = [.found(1), .found(50), .found(900)]
    row.races = [.found(128)]
    #expect(row.isGood)
    #expect(
      row.line
        == "| m | DISP-5 | 50 (max 900) | - (0 of 0, 3 wanted) | 128 (1 of 1, 2 wanted) | 0 |")
    row.portfolio[1] = .found(51)
    #expect(!row.isGood)
    row.portfolio = [.found(1), .found(1)]
    #expect(!row.isGood)
  }

  @Test(
    "rows are read back as they were written, the last of each mutant, but for one that was cut")
  func log() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    var row = ExploreRow(
      mutant: "m", judge: nil, wanted: ExploreRow.Wanted(schedules: 1, races: 1))
    row.walk = [.found(3), .missed, .broken("x")]
    let log = LineLog<ExploreRow>(file)
    func rows() throws -> [ExploreRow] { ExploreRow.latest(try log.lines()) }
    #expect(try rows().isEmpty)
    try log.append(row)
    var other = row
    other.mutant = "n"
    try log.append(other)
    #expect(try rows() == [row, other])
    row.judge = "VAL-1"
    try log.append(row)
    #expect(try rows() == [other, row])
    let whole = try Data(contentsOf: file)
    try whole.dropLast(9).write(to: file)
    row.judge = nil
    #expect(try rows() == [row, other])
  }

  @Test("a child that has done its work is asked to end")
  func ends() throws {
    let command = Command(named: "sleep", ["600"])
    var looks = 0
    let start = ContinuousClock.now
    _ = try command.run(secondsMax: 300, leaveSecondsMax: 1) {
      looks += 1
      return looks > 1
    }
    #expect(looks == 2 && ContinuousClock.now - start < .seconds(200))
  }

  @Test("a scenario loses its schedule and nothing else")
  func strips() {
    let text = "rxf 1\nchain     feed a\nschedule  explore:v1:abc\nverdict   TERM-1 x\n"
    #expect(
      ScheduleTrials.withoutSchedule(text) == "rxf 1\nchain     feed a\nverdict   TERM-1 x\n")
  }
}
