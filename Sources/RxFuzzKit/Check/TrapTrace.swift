/// The stack that Swift's runtime prints behind some of its fatal errors, one frame in a line:
/// `5    tool    0x0000560e86207d61 <unavailable> + 1543521`, behind `Current stack trace:`.
enum TrapTrace {
  /// Frames shown of a stack.
  static let framesMax = 12
  private static let title = "Current stack trace:"

  /// The text with those frames as other stacks have them, `  at ? (tool+0x178d60)`, where a place of that image can be looked
  /// up; without those of other images.
  static func readable(_ text: String, image: some StringProtocol) -> String {
    guard text.contains(title) else { return text }
    var (result, shown, isInside) = ([String](), 0, false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(title) {
        (shown, isInside) = (0, true)
        result.append(String(line))
        continue
      }
      guard isInside, let frame = Frame(line) else {
        isInside = false
        result.append(String(line))
        continue
      }
      guard frame.image == image else { continue }
      shown += 1
      if shown <= framesMax { result.append("  at \(frame.words)") }
      if shown == framesMax + 1 { result.append("  ...") }
    }
    return result.joined(separator: "\n")
  }

  /// The text without those of its frames whose function nobody knows: ways that the compiler has put in.
  static func withoutUnknown(_ text: String) -> String {
    guard text.contains(title) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("  at ? (") }.joined(separator: "\n")
  }

  private struct Frame {
    let image: Substring
    let words: String

    init?(_ line: Substring) {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count >= 6, words[0].allSatisfy(\.isNumber), words[2].hasPrefix("0x"),
        words[words.count - 2] == "+", let offset = UInt64(words[words.count - 1])
      else { return nil }
      image = words[1]
      let name = words[3..<(words.count - 2)].joined(separator: " ")
      guard name == "<unavailable>" else {
        self.words = name
        return
      }
      // It is where the call returns to, which may be the next line already.
      self.words = "? (\(image)+0x\(String(offset > 0 ? offset - 1 : 0, radix: 16)))"
    }
  }
}
