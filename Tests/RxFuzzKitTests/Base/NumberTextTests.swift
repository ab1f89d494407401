import RxFuzzKit
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [
    ("0", 0), ("42", 42), ("1_000", 1000), ("0x2A", 42), ("0xffff_ffff_ffff_ffff", UInt64.max),
    ("18446744073709551615", UInt64.max),
    // The published test vectors of 64-bit FNV-1a.
    ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
  ])
  func aSeedIsANumberOrTheHashOfAWord(text: String, expected: UInt64) throws {
    #expect(try NumberText.seed(text) == expected)
  }

  @Test(arguments: ["deadbeef", "12e4567", "-1", "1.5", "18446744073709551616", "_1", "1__0", "é"])
  func whatIsNoNumberSeedsByItsHash(text: String) throws {
    let seed = try NumberText.seed(text)
    #expect(seed == (try NumberText.seed(text)))
    #expect(seed > UInt64(UInt32.max))
  }

  @Test(arguments: ["", "0x", "0xg", "0x1_", "0x1ffffffffffffffff"])
  func aSeedThatOnlyLooksHexadecimalIsRejected(text: String) {
    #expect(throws: NumberText.Problem.self) { try NumberText.seed(text) }
  }

  @Test(arguments: [
    ("1", 1), ("1000000", 1_000_000), ("1_000_000", 1_000_000), ("1e6", 1_000_000),
    ("25E3", 25_000), ("1e0", 1), ("1e18", 1_000_000_000_000_000_000),
    ("1.5e6", 1_500_000), ("2.50e2", 250), ("0.000001e6", 1), ("1.000_000e6", 1_000_000),
  ])
  func aCountMayBeWrittenInSeveralWays(text: String, expected: UInt64) throws {
    #expect(try NumberText.count(text) == expected)
  }

  @Test(arguments: [
    "", "0", "0e6", "0e400", "-1", "+1", "abc", "1.5", "1.5e0", "1.55e1", ".5e1", "1.e6", "1.5.0e6",
    "0.0e3", "1.0e400", "1e", "e6", "1e-3", "1e400", "1e19",
    "2e18", "18446744073709551617", "1__0", "_1", "1_", "0x10", " 1", "1 ", "1e6e6", "١",
  ])
  func everyOtherCountIsRejectedWithOneLineThatNamesIt(text: String) {
    let problem = #expect(throws: NumberText.Problem.self) { try NumberText.count(text) }
    let line = problem?.description ?? ""
    #expect(line.hasPrefix("`\(text)`"))
    #expect(!line.contains("\n") && line.contains("1e6"))
  }

  @Test(arguments: [("90", 90), ("90s", 90), ("15m", 900), ("2h", 7_200), ("8760h", 31_536_000)])
  func aTimeBudgetHasAUnit(text: String, expected: Int) throws {
    #expect(try NumberText.seconds(text) == expected)
  }

  @Test(arguments: ["", "0", "0s", "s", "-5", "1.5h", "2d", "9223372036854775807h", "8761h", "1 h"])
  func everyOtherTimeBudgetIsRejected(text: String) {
    #expect(throws: NumberText.Problem.self) { try NumberText.seconds(text) }
  }

  @Test func controlCharactersOfABadValueAreShownEscaped() {
    let problem = #expect(throws: NumberText.Problem.self) { try NumberText.count("1\u{1B}[2J\n") }
    let line = problem?.description ?? ""
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
  }
}
