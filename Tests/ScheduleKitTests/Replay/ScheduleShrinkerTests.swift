import Testing

@testable import ScheduleKit

@Suite("What making a schedule small may take")
struct ScheduleShrinkerTests {
  @Test(
    "the longer a run, the fewer of them, but never too few to be of use",
    arguments: [(0, 2_000), (400, 2_000), (2_000, 2_000), (20_000, 200), (1_000_000, 64)])
  func bound(operations: Int, runs: Int) {
    #expect(ScheduleShrinker.runsMax(operations: operations) == runs)
  }
}
