import Foundation
import Mutation
import Planting

/// One run of the command: choose places, build, seek each fault, tell.
struct MutationRun {
  private let arguments: Arguments
  private let root: URL
  private let scratch: URL
  private let places: [Mutation]
  private let unobservable: UnobservableList
  private let log: OutcomeLog

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    // Tests/Detection/Mutation/Sources/rxfuzz-mutate/MutationRun.swift
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    unobservable = try UnobservableList(folder.appending(path: "unobservable.txt"))
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    root = folder
    scratch = folder.appending(path: ".build-mutate")
    log = try OutcomeLog(arguments.results.map { URL(fileURLWithPath: $0) })
    places = try MutationFinder(Self.sources(root)).mutations()
  }

  /// Returns whether every fault was found, or is known to be unobservable.
  mutating func run() throws -> Bool {
    let chosen = choose()
    if arguments.lists {
      for place in chosen { say("\(place.file):\(place.line) \(place.identifier)") }
      return true
    }
    say("\(places.count) places, \(chosen.count) chosen with seed \(arguments.seed)")
    var build = try MutatedBuild(root: root, scratch: scratch, all: chosen)
    let release = try build.compile(.release)
    say("\(build.unviable.count) do not compile, \(build.viable.count) are left")
    var outcomes = try seek(build.viable, release, arguments.seconds, sanitized: false)
    let missed = build.viable.filter { outcomes[$0.number]?.isFound == false }
    if arguments.sanitizedSeconds > 0, !missed.isEmpty {
      let tool = try build.compile(.sanitized)
      let more = try seek(missed, tool, arguments.sanitizedSeconds, sanitized: true)
      for (number, outcome) in more where outcome.isFound { outcomes[number] = outcome }
    }
    if arguments.triesTests {
      let rest = build.viable.filter { outcomes[$0.number]?.isFound == false }
      let tests = CoreTests(folder: scratch.appending(path: "tests"), tree: build.tree, root: root)
      for (number, outcome) in try tryTests(tests, rest) { outcomes[number] = outcome }
    }
    let table = MutationTableText(build.viable, outcomes, unobservable)
    say(table.text)
    return table.isGood
  }

  /// The places asked for: those that the seed draws, in the order of files.
  private func choose() -> [Mutation] {
    let wanted = places.filter { place in
      arguments.only.isEmpty || arguments.only.contains { place.identifier.contains($0) }
    }
    guard let count = arguments.sample, count < wanted.count else { return wanted }
    let ranked = wanted.indices.sorted {
      let first = Self.rank(wanted[$0].identifier, arguments.seed)
      let second = Self.rank(wanted[$1].identifier, arguments.seed)
      return (first, $0) < (second, $1)
    }
    return ranked.prefix(count).sorted().map { wanted[$0] }
  }

  /// A number that depends on nothing but the texts (FNV-1a, mixed).
  private static func rank(_ identifier: String, _ seed: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(seed) \(identifier)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    return hash ^ hash >> 31
  }

  private func seek(
    _ mutants: [NumberedMutation], _ tool: URL, _ seconds: Int, sanitized: Bool
  ) throws -> [Int: SoughtOutcome] {
    var outcomes: [Int: SoughtOutcome] = [:]
    for mutant in mutants {
      let key = OutcomeLog.Key(
        identifier: mutant.mutation.identifier, seed: arguments.seed, seconds: seconds,
        way: sanitized ? "sanitized" : "release")
      let outcome: SoughtOutcome
      if let known = log.outcome(of: key) {
        outcome = known
      } else {
        var hunt = Hunt(
          tool: tool, corpus: scratch.appending(path: "corpus"), iterations: "1e9",
          seconds: seconds, secondsMax: seconds * 4 + 60)
        hunt.engine = nil
        outcome = SoughtOutcome(
          try hunt.run(mutant: mutant.number, seed: arguments.seed), sanitized: sanitized)
        try log.keep(outcome, of: key)
      }
      outcomes[mutant.number] = outcome
      say(
        "\(outcome.words)  \(mutant.mutation.file):\(mutant.mutation.line) \(mutant.mutation.identifier)"
      )
    }
    return outcomes
  }

  private func tryTests(
    _ tests: CoreTests, _ mutants: [NumberedMutation]
  ) throws -> [Int: SoughtOutcome] {
    let listed = mutants.filter { !unobservable.contains($0.mutation) }
    guard !listed.isEmpty else { return [:] }
    try tests.build()
    var outcomes: [Int: SoughtOutcome] = [:]
    for mutant in listed where try !tests.pass(with: mutant.number) {
      outcomes[mutant.number] = .foundByTests
      say("\(SoughtOutcome.foundByTests.words)  \(mutant.mutation.identifier)")
    }
    return outcomes
  }

  /// Every Swift file of RxCore.
  private static func sources(_ root: URL) throws -> [(path: String, text: String)] {
    let core = root.appending(path: "Sources/RxCore")
    guard let walk = FileManager.default.enumerator(atPath: core.path) else { return [] }
    var files: [(path: String, text: String)] = []
    for case let path as String in walk where path.hasSuffix(".swift") {
      files.append((path, try String(contentsOf: core.appending(path: path), encoding: .utf8)))
    }
    return files
  }
}

/// Prints a line at once, also where the output is a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
