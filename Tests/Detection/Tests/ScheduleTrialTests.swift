import Testing

@Suite("Counting schedules")
struct ScheduleTrialTests {
  @Test("the median counts trials that found nothing as more than any that did")
  func median() {
    #expect(TrialSummary([3, nil, 1]).median == 3)
    #expect(TrialSummary([3, nil, nil]).median == nil)
    #expect(TrialSummary([5, 3, 1]).words == "3 (max 5)")
    #expect(TrialSummary([nil, 3, 1]).words == "3 (2 of 3)")
    #expect(!TrialSummary([]).isComplete)
  }

  @Test("the number of schedules is read from what replay says")
  func count() {
    #expect(ScheduleTrials.count(in: "x\nreproduced: DISP-5, within 1,012 schedules\n") == 1_012)
    #expect(ScheduleTrials.count(in: "reproduced: DISP-5, within 256 races, overlap 98 %") == 256)
    #expect(ScheduleTrials.count(in: "reproduced: DISP-5, by its schedule") == nil)
  }

  @Test("a scenario loses its schedule and nothing else")
  func strips() {
    let text = "rxf 1\nchain     feed a\nschedule  explore:v1:abc\nverdict   TERM-1 x\n"
    #expect(
      ScheduleTrials.withoutSchedule(text) == "rxf 1\nchain     feed a\nverdict   TERM-1 x\n")
  }
}
