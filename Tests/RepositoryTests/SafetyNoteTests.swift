import Foundation
import Testing

@Suite("What the compiler does not check")
struct SafetyNoteTests {
  /// Lines around an unchecked declaration in which its note must stand.
  private static let reach = (before: 4, after: 6)

  @Test("each unchecked conformance and unsafe global says what guards it")
  func notes() throws {
    let silent = try occurrences().filter { file, line in
      let lines = file.lines
      let nearby = lines[
        max(0, line - Self.reach.before)...min(lines.count - 1, line + Self.reach.after)]
      return !nearby.contains { $0.contains("// Safety:") }
    }
    .map { Place(path: $0.0.path, line: $0.1 + 1, note: "no `// Safety:` line nearby") }
    #expect(silent.isEmpty, "\(list(silent))")
  }

  /// The golden text makes a reviewer see each new one.
  @Test("their number in each file is the recorded one")
  func counts() throws {
    var counts: [String: Int] = [:]
    for (file, _) in try occurrences() { counts[file.path, default: 0] += 1 }
    let rows = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let text = (rows + ["\(counts.values.reduce(0, +)) in all", ""]).joined(separator: "\n")
    let golden = Repository.root.appending(path: "Tests/RepositoryTests/Golden/unchecked.txt")
    if ProcessInfo.processInfo.environment["RXFUZZ_REWRITE_GOLDEN"] != nil {
      try text.write(to: golden, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: golden, encoding: .utf8)
    #expect(text == recorded, "RXFUZZ_REWRITE_GOLDEN=1 rewrites \(golden.lastPathComponent)")
  }

  /// Each line of the shipped sources that takes a promise on itself; lines count from 0.
  private func occurrences() throws -> [(SourceFile, Int)] {
    Repository.files(below: "Sources", suffix: ".swift").flatMap { file in
      file.code.enumerated().filter {
        $0.element.contains("@unchecked Sendable") || $0.element.contains("nonisolated(unsafe)")
      }
      .map { (file, $0.offset) }
    }
  }
}
