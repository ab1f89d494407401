import Testing

@testable import ScheduleKit

@Suite("Numbers in words")
struct NumberWordsTests {
  @Test(
    "digits are grouped by three",
    arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")]
      as [(UInt64, String)])
  func grouped(number: UInt64, expected: String) {
    #expect(NumberWords.grouped(number) == expected)
  }

  @Test(
    "a share is 100 % only when it is everything",
    arguments: [
      (0, 0, "none"), (0, 7, "0.0 %"), (1, 3, "33.3 %"), (999_999, 1_000_000, "99.9 %"),
      (5, 5, "100.0 %"),
    ] as [(UInt64, UInt64, String)])
  func share(part: UInt64, whole: UInt64, expected: String) {
    #expect(NumberWords.share(part, of: whole) == expected)
  }

  @Test(
    "durations have the unit that fits",
    arguments: [
      (0, "0 ms"), (999, "999 ms"), (1_500, "1.5 s"), (61_000, "1 min 1 s"),
      (7_500_000, "2 h 5 min"),
    ] as [(UInt64, String)])
  func duration(milliseconds: UInt64, expected: String) {
    #expect(NumberWords.duration(milliseconds: milliseconds) == expected)
  }
}
