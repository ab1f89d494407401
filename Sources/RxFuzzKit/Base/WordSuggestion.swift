/// Helps a person who mistyped a word: names the words that were meant, or all that are accepted.
public enum WordSuggestion {
  /// Lists up to this many words are named in full.
  private static let listedMax = 16
  /// Of longer lists, as many of the nearest words are named.
  private static let nearestMax = 3
  /// Words are compared up to this length, which bounds the work for any input.
  private static let comparedMax = 24

  /// "accepted are next, error" or, for a long list, "did you mean take, takeUntil?".
  /// Complexity: O(words · length²).
  public static func sentence(for word: some StringProtocol, among words: [String]) -> String {
    if words.count <= listedMax { return "accepted are \(words.joined(separator: ", "))" }
    let wanted = letters(of: word)
    var ranked: [(distance: Int, word: String)] = []
    for candidate in words {
      ranked.append((distance(wanted, letters(of: candidate)), candidate))
    }
    // The sort is stable: equally near words keep the order of the list.
    let nearest = ranked.sorted { $0.distance < $1.distance }.prefix(nearestMax).map(\.word)
    return "did you mean \(nearest.joined(separator: ", "))?"
  }

  /// "did you mean replay?", or what `sentence(for:among:)` says where no word is near.
  public static func nearestSentence(
    for word: some StringProtocol, among words: [String]
  ) -> String {
    let wanted = letters(of: word)
    // Words as far away as a third of the letters are not what was meant.
    let distanceMax = max(1, wanted.count / 3)
    var nearest: (distance: Int, word: String)?
    for candidate in words {
      let distance = distance(wanted, letters(of: candidate))
      if distance <= distanceMax, distance < nearest?.distance ?? .max {
        nearest = (distance, candidate)
      }
    }
    return nearest.map { "did you mean \($0.word)?" } ?? sentence(for: word, among: words)
  }

  /// The word's first bytes, ASCII letters in lower case.
  private static func letters(of word: some StringProtocol) -> [UInt8] {
    var letters: [UInt8] = []
    for byte in word.utf8 where letters.count < comparedMax {
      letters.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return letters
  }

  /// Edits between two words (Levenshtein, one row at a time).
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    var line = 0
    while line < first.count {
      var diagonal = row[0]
      line += 1
      row[0] = line
      var index = 0
      while index < second.count {
        let substituted = diagonal + (first[line - 1] == second[index] ? 0 : 1)
        diagonal = row[index + 1]
        row[index + 1] = min(substituted, min(row[index], diagonal) + 1)
        index += 1
      }
    }
    return row[second.count]
  }
}
