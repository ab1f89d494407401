import Foundation
import Mutation
import Planting

/// One run of the command: choose places, build, seek each fault, report.
struct MutationRun {
  private let arguments: Arguments
  private let root: URL
  private let scratch: URL
  private let subject: MutationSubject
  /// Where the copy and its builds lie.
  private let builds: URL
  private let places: [Mutation]
  private let unobservable: UnobservableList
  private let log: OutcomeLog

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    // Tests/Detection/Mutation/Sources/rxfuzz-mutate/MutationRun.swift
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let lists = folder
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    root = folder
    if let row = arguments.library {
      scratch = folder.appending(path: ".build-mutate/\(row.name)")
      builds = scratch
      subject = .library(
        row, checkout: URL(fileURLWithPath: arguments.path).standardizedFileURL, root: root,
        tree: builds.appending(path: "tree"))
      unobservable = try UnobservableList(
        lists.appending(path: "unobservable-\(row.name).txt"), isOptional: true)
    } else {
      scratch = folder.appending(path: ".build-mutate")
      // Where planted bugs are built: what of the copy is no part of RxCore is the same, and need not be built twice.
      builds = folder.appending(path: ".build-mutants")
      subject = .core(root: root, tree: builds.appending(path: "tree"))
      unobservable = try UnobservableList(lists.appending(path: "unobservable.txt"))
    }
    log = try OutcomeLog(arguments.results.map { URL(fileURLWithPath: $0) })
    let sources = try subject.files()
    let conditions = try ConditionQuestion.ask(
      CompilationConditions.all(in: sources.map(\.text)),
      in: scratch.appending(path: "conditions.swift"))
    places = MutationFinder(sources, conditions).mutations()
  }

  /// Returns whether as many faults were found as the arguments ask for, and none that is known to be unobservable.
  mutating func run() throws -> Bool {
    let outdated = unobservable.outdated(places)
    guard outdated.isEmpty else {
      throw MutantError(
        mutant: "*",
        message: "the list of unobservable faults names places that are no more:\n"
          + outdated.joined(separator: "\n"))
    }
    let chosen = choose()
    if arguments.lists {
      for place in chosen { say("\(place.file):\(place.line) \(place.identifier)") }
      return true
    }
    say("\(places.count) places, \(chosen.count) chosen with seed \(arguments.seed)")
    var build = MutatedBuild(
      subject, scratch: builds,
      all: chosen.filter { log.outcome(of: key($0, .compiler)) != .unviable })
    if arguments.diagnoses {
      try build.settle()
      say(DiagnosisText(chosen, build.unviable).text)
      return true
    }
    let release = try build.compile(.release)
    for place in build.unviable { try log.keep(.unviable, of: key(place, .compiler)) }
    say("\(chosen.count - build.viable.count) do not compile, \(build.viable.count) are left")
    let sought = inOrder(build.viable).filter {
      !arguments.trusts || !unobservable.contains($0.mutation)
    }
    var outcomes = try seek(sought, release, .release)
    let missed = sought.filter { outcomes[$0.number]?.isFound == false }
    if arguments.library == nil {
      for (number, outcome) in try secondChances(missed, &build) { outcomes[number] = outcome }
    }
    let table = MutationTableText(build.viable, outcomes, unobservable)
    say(table.text)
    return table.isGood(foundMin: arguments.foundMin)
  }

  /// What the first run of RxCore missed is raced under ThreadSanitizer, and the rest shown to RxCore's own tests.
  private func secondChances(
    _ missed: [NumberedMutation], _ build: inout MutatedBuild
  ) throws -> [Int: SoughtOutcome] {
    var found: [Int: SoughtOutcome] = [:]
    if arguments.sanitizedSeconds > 0, !missed.isEmpty {
      let tool = try build.compile(.sanitized)
      found = try seek(missed, tool, .sanitized).filter(\.value.isFound)
    }
    guard arguments.triesTests else { return found }
    let rest = missed.filter { found[$0.number] == nil }
    let tests = CoreTests(
      folder: scratch.appending(path: "tests"), tree: builds.appending(path: "tree"), root: root)
    return try found.merging(tryTests(tests, rest)) { $1 }
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

  /// In the order in which the seed draws them, so that what a run that is cut has sought is a sample, too.
  private func inOrder(_ mutants: [NumberedMutation]) -> [NumberedMutation] {
    mutants.map { (rank: Self.rank($0.mutation.identifier, arguments.seed), mutant: $0) }
      .sorted { ($0.rank, $0.mutant.number) < ($1.rank, $1.mutant.number) }
      .map(\.mutant)
  }

  /// A number that depends on nothing but the texts (FNV-1a, mixed).
  private static func rank(_ identifier: String, _ seed: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(seed) \(identifier)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    return hash ^ hash >> 31
  }

  private func key(_ place: Mutation, _ way: OutcomeLog.Way) -> OutcomeLog.Key {
    let seconds =
      switch way {
      case .compiler, .tests: 0
      case .release: arguments.seconds
      case .sanitized: arguments.sanitizedSeconds
      }
    return OutcomeLog.Key(
      identifier: place.identifier, seed: arguments.seed, seconds: seconds, way: way)
  }

  private func seek(
    _ mutants: [NumberedMutation], _ tool: URL, _ way: OutcomeLog.Way
  ) throws -> [Int: SoughtOutcome] {
    if let row = arguments.library { return try seek(mutants, tool, row) }
    return try outcomes(of: mutants, way) { number, seconds in
      var hunt = Hunt(
        tool: tool, corpus: scratch.appending(path: "corpus"), iterations: "1e9",
        seconds: seconds, secondsMax: seconds * 4 + 60)
      hunt.engine = nil
      return SoughtOutcome(
        try hunt.run(mutant: number, seed: arguments.seed),
        way == .sanitized ? .sanitizer : hunt.wasExplored ? .explore : .stress)
    }
  }

  private func seek(
    _ mutants: [NumberedMutation], _ tool: URL, _ row: MutatedLibrary
  ) throws -> [Int: SoughtOutcome] {
    let hunt = LibraryHunt(
      tool: tool, scratch: scratch, library: row, seconds: arguments.seconds)
    var known = try hunt.prepare(
      seeds: [arguments.seed] + (1..<max(1, arguments.baselineSeeds)).map { "base\($0)" },
      seconds: arguments.baselineSeconds, recorded: root.appending(path: "corpus/\(row.name)"))
    return try outcomes(of: mutants, .release) { number, _ in
      try hunt.outcome(mutant: number, seed: arguments.seed, &known)
    }
  }

  private func tryTests(
    _ tests: CoreTests, _ mutants: [NumberedMutation]
  ) throws -> [Int: SoughtOutcome] {
    let unlisted = mutants.filter { !unobservable.contains($0.mutation) }
    guard !unlisted.isEmpty else { return [:] }
    try tests.build()
    return try outcomes(of: unlisted, .tests) { number, _ in
      try tests.pass(with: number) ? .missed : .foundByTests
    }
  }

  /// Takes outcomes from the log, and those that it does not hold from `find`.
  private func outcomes(
    of mutants: [NumberedMutation], _ way: OutcomeLog.Way,
    _ find: (_ number: Int, _ seconds: Int) throws -> SoughtOutcome
  ) throws -> [Int: SoughtOutcome] {
    var outcomes: [Int: SoughtOutcome] = [:]
    for mutant in mutants {
      let key = key(mutant.mutation, way)
      let known = log.outcome(of: key)
      let outcome = try known ?? find(mutant.number, key.seconds)
      if known == nil { try log.keep(outcome, of: key) }
      outcomes[mutant.number] = outcome
      let place = mutant.mutation
      say("\(outcome.words)  \(place.file):\(place.line) \(place.identifier)")
    }
    return outcomes
  }
}

/// Prints a line at once, also where the output is a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
