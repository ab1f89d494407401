import Testing

@testable import ScheduleKit

@Suite("A length that is measured again and again")
struct MeasuredTicksTests {
  @Test("a guess counts for nothing once there is a measurement, be it a hundred times as long")
  func guess() {
    var length = MeasuredTicks(guess: 1_000)
    #expect(length.mean == 1_000)
    length.take(100_000)
    #expect(length.mean == 100_000)
  }

  @Test("of the first ones the shortest counts, for they are of cold code")
  func cold() {
    var length = MeasuredTicks(guess: 1_000)
    for ticks in [90_000, 700, 20_000, 800.0] { length.take(ticks) }
    #expect(length.mean == 700)
  }

  @Test("later an outlier moves it little, and a lasting change in the end wholly")
  func running() {
    var length = MeasuredTicks(guess: 1)
    for _ in 0..<10 { length.take(500) }
    length.take(1_000_000)
    #expect(length.mean < 600)
    for _ in 0..<100 { length.take(2_000) }
    #expect(abs(length.mean - 2_000) < 20)
  }
}
