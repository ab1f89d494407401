import Foundation
import Planting

/// One run of the command: plant, build, find a scenario for each mutant, count the schedules that show it.
struct ExploreHunt {
  private static let buildSecondsMax = 1800
  /// Schedules within which the portfolio has to find every mutant.
  private static let schedulesMax = 1_000
  /// Free races of one trial, and how many trials there are: each costs a hundred of explore's.
  private static let racesMax = 100_000
  private static let raceSeeds = 3
  /// After so long, what is left of a mutant's trials is left out, and reported so.
  private static let trialSecondsMax = 150.0
  private let arguments: Arguments
  private let root: URL
  private let scratch: URL
  private let log: LineLog<ExploreRow>
  /// Races are measured one at a time: each has two threads already.
  private let racing = NSLock()

  init(_ arguments: Arguments) {
    self.arguments = arguments
    // Tests/Detection/Driver/Sources/rxfuzz-mutants-explore/ExploreHunt.swift
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<6 { folder.deleteLastPathComponent() }
    root = folder
    scratch = folder.appending(path: ".build-mutants")
    log = LineLog(scratch.appending(path: "explore-rows.jsonl"))
  }

  /// Returns whether the portfolio found every mutant within the bounds.
  func run() throws -> Bool {
    let all = try MutantStore.load(from: root.appending(path: "Tests/Detection/Mutants"))
    for name in arguments.only where !all.contains(where: { $0.name == name }) {
      throw MutantError(mutant: name, message: "there is no such mutant")
    }
    let tree = MutantTree(root: root, folder: scratch.appending(path: "tree"))
    if !arguments.skipsBuild { try tree.plant(all) }
    let tool = try compile(tree)
    if !arguments.resumes { try log.clear() }
    // What only a data race gives away is looked for in another build, which cannot explore.
    let numbered = all.enumerated().map { (number: $0.offset + 1, mutant: $0.element) }
    let chosen = numbered.filter { _, mutant in
      mutant.build == .release && (arguments.only.isEmpty || arguments.only.contains(mutant.name))
    }
    let known = Set(ExploreRow.latest(try log.lines()).filter { $0.judge != nil }.map(\.mutant))
    try hunt(chosen.filter { !known.contains($0.mutant.name) }, tool)
    let names = Set(chosen.map(\.mutant.name))
    let rows = ExploreRow.latest(try log.lines()).filter { names.contains($0.mutant) }.sorted {
      $0.mutant < $1.mutant
    }
    say(
      ([ExploreRow.header] + rows.map(\.line) + [ExploreRow.summary(of: rows)])
        .joined(separator: "\n"))
    return rows.count == chosen.count && rows.allSatisfy(\.isGood)
  }

  /// Measures them, some at the same time, and reports each as soon as it is done.
  private func hunt(_ mutants: [(number: Int, mutant: Mutant)], _ tool: URL) throws {
    let errors = ErrorBox()
    let workers = OperationQueue()
    workers.maxConcurrentOperationCount = arguments.jobs
    for (number, mutant) in mutants {
      workers.addOperation {
        do {
          guard errors.first == nil else { return }
          let row = try hunt(mutant, number: number, tool)
          try log.append(row)
          say(row.line)
        } catch { errors.keep(error) }
      }
    }
    workers.waitUntilAllOperationsAreFinished()
    if let error = errors.first { throw error }
  }

  private func hunt(_ mutant: Mutant, number: Int, _ tool: URL) throws -> ExploreRow {
    let start = ContinuousClock.now
    let search = ScenarioSearch(
      tool: tool, mutant: number, corpus: scratch.appending(path: "explore-corpus-\(number)"))
    let found = try search.run()
    var row = ExploreRow(
      mutant: mutant.name, judge: found?.judge,
      wanted: ExploreRow.Wanted(schedules: arguments.seeds, races: Self.raceSeeds))
    if let found {
      let last = ContinuousClock.now + .seconds(Self.trialSecondsMax)
      let file = scratch.appending(path: "explore-\(mutant.name).rxf")
      try Data(found.text.utf8).write(to: file)
      let trials = ScheduleTrials(
        tool: tool, mutant: number, file: file, bound: Self.schedulesMax)
      for seed in 1...arguments.seeds where ContinuousClock.now < last {
        row.portfolio.append(try trials.schedules(strategy: "portfolio", seed: seed))
      }
      for seed in 1...arguments.seeds where ContinuousClock.now < last {
        row.walk.append(try trials.schedules(strategy: "walk", seed: seed))
      }
      var free = trials
      free.bound = Self.racesMax
      for seed in 1...Self.raceSeeds where ContinuousClock.now < last {
        row.races.append(try racing.withLock { try free.races(seed: seed) })
      }
    }
    row.seconds = (ContinuousClock.now - start) / .seconds(1)
    return row
  }

  private func compile(_ tree: MutantTree) throws -> URL {
    let options = [
      "build", "--package-path", tree.folder.path, "--product", "rxfuzz", "--scratch-path",
      scratch.appending(path: "release").path, "-c", "release",
    ]
    if !arguments.skipsBuild {
      let result = try Command(named: "swift", options).run(secondsMax: Self.buildSecondsMax)
      guard result.status == 0 else {
        throw MutantError(mutant: "*", message: "the planted copy does not build:\n\(result.tail)")
      }
    }
    let folder = try Command(named: "swift", options + ["--show-bin-path"])
      .run(secondsMax: Self.buildSecondsMax).output
    return URL(fileURLWithPath: folder.trimmingCharacters(in: .whitespacesAndNewlines))
      .appending(path: "rxfuzz")
  }
}

/// The first thing that went wrong on any thread.
private final class ErrorBox: @unchecked Sendable {
  // Safety: guarded by `lock`.
  private let lock = NSLock()
  private var kept: (any Error)?
  var first: (any Error)? { lock.withLock { kept } }
  func keep(_ error: any Error) { lock.withLock { kept = kept ?? error } }
}

/// Prints a line at once, also where the output is a pipe.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
