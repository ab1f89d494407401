import Foundation

/// What an unbroken library shows, by which a fault's findings are told from those of the library.
struct KnownSignatures {
  /// One finding as its file says it: what is wrong, without numbers and letters, and in what.
  struct Signature: Hashable {
    private(set) var verdict: String
    /// The operators of its graph, or the one script of a primitive.
    let parts: Set<String>
    /// Whether it is a script of checks.
    let isOfScript: Bool

    /// - Parameter text: that of a corpus file.
    init?(_ text: String) {
      var verdict: String?
      var parts: Set<String> = []
      isOfScript = text.contains("\nprimitive check\n")
      for line in text.split(separator: "\n") {
        if line.hasPrefix("verdict ") {
          verdict = Self.verdict(line.dropFirst("verdict ".count).drop { $0 == " " })
        } else if line.hasPrefix("chain ") || line.hasPrefix("primitive ") {
          parts.formUnion(line.matches(of: #/[a-z][A-Za-z]{2,}/#).map { String($0.0) })
        } else if line.hasPrefix("queue "), isOfScript {
          parts.formUnion(line.split(separator: " ").dropFirst(2).map(String.init))
        }
      }
      guard let verdict else { return nil }
      self.verdict = verdict
      self.parts = parts.subtracting(["chain", "feed", "primitive", "queue"])
    }

    /// Whether it is that somebody waits for ever, which a repetition may name otherwise: by who waits, or as a deadlock.
    static func isHang(_ verdict: String) -> Bool {
      verdict.hasPrefix("LIVE-") || verdict.hasSuffix(" did not return")
    }

    /// Another failure of the same scenario.
    func with(verdict: String) -> Self {
      var other = self
      other.verdict = verdict
      return other
    }

    /// Marks of a crash by damaged memory, whose words depend on chance.
    private static let damage = [
      "killed by SIG", "double free", "free():", "malloc", "corrupted", "deallocated with",
      "std::system_error",
    ]

    /// What is wrong, without numbers and letters.
    static func verdict(_ words: some StringProtocol) -> String {
      let words = String(words)
      if words.hasPrefix("CRASH-1"), !words.contains(".swift:"),
        damage.contains(where: { words.contains($0) })
      {
        return "CRASH-1 damaged memory"
      }
      return words.replacing(#/\b(feed|subject|queue) [a-z]\b/#) { "\($0.1) #" }
        .replacing(#/\b(0x[0-9a-f]+|\d+)\b/#, with: "#")
        .split(separator: " ").joined(separator: " ")
    }
  }

  private var known: [String: [Set<String>]] = [:]

  /// All findings in a folder.
  init(_ folder: URL) throws {
    for file in try Self.files(in: folder) { try add(file) }
  }

  /// Counts that file's finding to what is known.
  mutating func add(_ file: URL) throws {
    guard let signature = Signature(try String(contentsOf: file, encoding: .utf8)) else { return }
    known[signature.verdict, default: []].append(signature.parts)
  }

  /// Whether that has been seen, in a graph of some of these operators.
  func contains(_ signature: Signature) -> Bool {
    guard let combinations = known[signature.verdict] else { return false }
    return combinations.contains { $0.isSubset(of: signature.parts) }
  }

  /// What of a folder's findings is new.
  func news(in folder: URL) throws -> [(invariant: String, file: URL)] {
    try Self.files(in: folder).compactMap { file in
      guard let text = try? String(contentsOf: file, encoding: .utf8),
        let signature = Signature(text), !contains(signature)
      else { return nil }
      return (file.deletingLastPathComponent().lastPathComponent, file)
    }
  }

  private static func files(in folder: URL) throws -> [URL] {
    guard let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return [] }
    return walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "rxf" }
      .sorted { $0.path < $1.path }
  }
}
