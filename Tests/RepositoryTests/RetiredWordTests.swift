import Testing

/// Words that once named something here and gave way to the field's own.
@Suite("The words of identifiers")
struct RetiredWordTests {
  private static let retired: Set<String> = [
    "alarm", "alarms", "census", "clerk", "crew", "dealer", "dealt", "desk", "desks", "keeper",
    "ledger", "mourn", "rang", "standstill", "tangled", "tell", "teller", "telling", "tells",
    "told",
    "unsaid", "witness",
  ]

  @Test("no retired word comes back in an identifier or a file's name")
  func identifiers() throws {
    let found = try Repository.swiftFiles().flatMap { file -> [Place] in
      let name = file.path.split(separator: "/").last ?? ""
      let inName = Self.words(of: name).filter(Self.retired.contains)
        .map { Place(path: file.path, line: 1, note: "the file's name has `\($0)`") }
      return inName
        + file.code.enumerated().flatMap { index, line in
          Self.words(of: line).filter(Self.retired.contains)
            .map { Place(path: file.path, line: index + 1, note: $0) }
        }
    }
    #expect(found.isEmpty, "\(list(found))")
  }

  @Test("words are split where their writing says so")
  func splitting() {
    #expect(
      Self.words(of: "private var deathClerk: HTMLDesk_ring2") == [
        "private", "var", "death", "clerk", "html", "desk", "ring",
      ])
  }

  /// The words of all identifiers in a line, in lower case: `deathClerk` is `death` and `clerk`.
  private static func words(of line: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(line.utf8)
    for (index, character) in characters.enumerated() {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
      let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
      if isUpper {
        let before = index > 0 && isLowercase(characters[index - 1])
        let after = index + 1 < characters.count && isLowercase(characters[index + 1])
        if before || after { end(&word, &words) }
      }
      if isUpper || isLower {
        word.unicodeScalars.append(Unicode.Scalar(isUpper ? character + 32 : character))
      } else {
        end(&word, &words)
      }
    }
    end(&word, &words)
    return words
  }

  private static func isLowercase(_ character: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
  }

  private static func end(_ word: inout String, _ words: inout [String]) {
    if !word.isEmpty { words.append(word) }
    word = ""
  }
}
