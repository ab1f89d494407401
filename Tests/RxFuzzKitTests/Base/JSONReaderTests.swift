import Testing

@testable import RxFuzzKit

@Suite("Reading JSON")
struct JSONReaderTests {
  private static func read(_ text: String) throws -> JSONText {
    try JSONReader.value(of: Array(text.utf8))
  }

  @Test(
    "what is written reads back",
    arguments: [
      #"{"a": [1, -2.5, "x", null, true, false], "b": {}, "c": []}"#,
      #""\"quotes\", \\ and \n \t \u0001 é 😀""#, "18446744073709551615", "[[[]]]",
    ])
  func roundTrip(text: String) throws {
    let value = try Self.read(text)
    #expect(value.line == text)
    #expect(try Self.read(value.text).line == text)
  }

  @Test("surrogate pairs, escapes and blanks mean what RFC 8259 says")
  func escapes() throws {
    #expect(try Self.read(" \r\n\t\"\\ud83d\\ude00\\/\\b\" ").string == "😀/\u{8}")
    #expect(try Self.read("1e3").line == "1000.0")
  }

  @Test(
    "what is no JSON is refused, with its place",
    arguments: [
      ("", 1, 1), ("{\n\"a\": 1,\n}", 3, 1), ("[1 2]", 1, 4), ("{\"a\": 1, \"a\": 2}", 1, 10),
      ("\"\\ud83d\"", 1, 8), ("01", 1, 1), ("-", 1, 1), ("1.", 1, 1), ("nul", 1, 1),
      ("\"a", 1, 3), ("[1] 2", 1, 5), (String(repeating: "[", count: 80), 1, 65),
    ])
  func refused(text: String, line: Int, column: Int) {
    #expect {
      try Self.read(text)
    } throws: { error in
      guard let error = error as? JSONReader.ParseError else { return false }
      return error.line == line && error.column == column && !error.description.isEmpty
    }
  }

  @Test("bytes that are not UTF-8 are refused")
  func bytes() {
    #expect(throws: JSONReader.ParseError.self) { try JSONReader.value(of: [34, 0xFF, 34]) }
  }
}
