import Foundation
import Mutation
import Planting

/// A place with the number that activates its fault.
struct NumberedMutation {
  let number: Int
  let mutation: Mutation
}

/// The copy of the package that holds all chosen faults, and its builds.
///
/// Faults that do not compile are taken out, and the copy is built again, until it builds.
struct MutatedBuild {
  enum Kind: String {
    case release
    case sanitized
  }

  private static let buildSecondsMax = 3600
  private static let checkSecondsMax = 600
  /// A compiler stops at some errors, so that others show only when those are gone.
  private static let roundsMax = 40
  private let subject: MutationSubject
  private let scratch: URL
  private(set) var viable: [NumberedMutation]
  private(set) var unviable: [Mutation] = []

  init(_ subject: MutationSubject, scratch: URL, all: [Mutation]) {
    self.subject = subject
    self.scratch = scratch
    viable = all.enumerated().map { NumberedMutation(number: $0.offset + 1, mutation: $0.element) }
  }

  /// Builds the tool; the first call finds out which faults compile.
  mutating func compile(_ kind: Kind) throws -> URL {
    // The compiler's diagnostics alone take seconds, a build takes minutes.
    try settle()
    try settle { try $0.swift(kind, ["--product", $0.subject.product]) }
    return try product(kind)
  }

  /// Finds out which faults compile, and takes the others out.
  mutating func settle() throws { try settle { try $0.diagnose() } }

  private mutating func settle(_ attempt: (Self) throws -> Command.Result) throws {
    for _ in 0..<Self.roundsMax {
      try write()
      let result = try attempt(self)
      if result.status == 0 { return }
      let misfits = try misfits(result.output)
      guard !misfits.isEmpty else {
        throw MutantError(mutant: "*", message: "the mutated copy does not build:\n\(result.tail)")
      }
      unviable += viable.filter { misfits.contains($0.number) }.map(\.mutation)
      viable.removeAll { misfits.contains($0.number) }
    }
    throw MutantError(mutant: "*", message: "still does not build after \(Self.roundsMax) rounds")
  }

  /// Lets the compiler read what is broken, which imports nothing of this package, and write nothing.
  private func diagnose() throws -> Command.Result {
    let files = try MutationSubject.swiftFiles(in: subject.mutated)
      .map { subject.mutated.appending(path: $0).path }
    let output = scratch.appending(path: "mutated.sil").path
    return try Command(
      named: "swiftc",
      ["-wmo", "-emit-sil", "-o", output, "-parse-as-library"] + subject.compilerOptions + files
    ).run(secondsMax: Self.checkSecondsMax)
  }

  private func write() throws {
    let byFile = Dictionary(grouping: viable, by: \.mutation.file)
    try subject.write { file, text in
      guard let own = byFile[file] else { return text }
      return MutationRenderer(text: text, own.map { ($0.number, $0.mutation.edit) }).text()
    }
  }

  private func swift(_ kind: Kind, _ words: [String]) throws -> Command.Result {
    try Command(named: "swift", options(kind) + words, environment: subject.environment)
      .run(secondsMax: Self.buildSecondsMax)
  }

  private func options(_ kind: Kind) -> [String] {
    let place = [
      "build", "--package-path", subject.package.path, "--scratch-path",
      scratch.appending(path: kind.rawValue).path,
    ]
    return place + subject.options
      + (kind == .release ? ["-c", "release"] : ["--sanitize=thread"])
  }

  private func product(_ kind: Kind) throws -> URL {
    let folder = try swift(kind, ["--show-bin-path"]).output
    return URL(fileURLWithPath: folder.trimmingCharacters(in: .whitespacesAndNewlines))
      .appending(path: subject.product)
  }

  /// The numbers of the faults that the compiler complains of.
  private func misfits(_ output: String) throws -> Set<Int> {
    var numbers: Set<Int> = []
    var texts: [String: [Substring]] = [:]
    let complaint = #/(?m)^(\/\S+\.swift):(\d+):\d+: error:(.*)/#
    for match in output.matches(of: complaint) {
      let path = String(match.1)
      guard subject.holds(path) else { continue }
      let lines =
        try texts[path]
        ?? String(contentsOfFile: path, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      texts[path] = lines
      numbers.formUnion(
        MutationRenderer.numbers(
          atLine: Int(match.2) ?? 1, of: lines, .init(match.3)))
    }
    return numbers
  }
}
