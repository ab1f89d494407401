import Foundation
import Planting

/// One run of the command: plant, build, find a scenario for each mutant, count the schedules that show it.
struct ExploreHunt {
  private static let buildSecondsMax = 1800
  private static let secondsMax = 60
  /// Schedules within which the portfolio has to find every mutant, and what their median may be.
  private static let schedulesMax = 1_000
  private static let medianMax = 50
  /// Free races of one trial, and how many trials there are: each costs a hundred of explore's.
  private static let racesMax = 100_000
  private static let raceSeeds = 3
  /// Seeds by which a scenario is looked for, one after the other.
  private static let scenarioSeeds = 42...44
  private let seeds: Int
  private let only: [String]
  private let skipsBuild: Bool
  private let root: URL
  private let scratch: URL

  /// - Parameter skipsBuild: whether what was planted and built before is good enough.
  init(seeds: Int, only: [String], skipsBuild: Bool) {
    self.seeds = seeds
    self.only = only
    self.skipsBuild = skipsBuild
    // Tests/Detection/Driver/Sources/rxfuzz-mutants-explore/ExploreHunt.swift
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<6 { folder.deleteLastPathComponent() }
    root = folder
    scratch = folder.appending(path: ".build-mutants")
  }

  /// Returns whether the portfolio found every mutant within the bounds.
  func run() throws -> Bool {
    let all = try MutantStore.load(from: root.appending(path: "Tests/Detection/Mutants"))
    for name in only where !all.contains(where: { $0.name == name }) {
      throw MutantError(mutant: name, message: "there is no such mutant")
    }
    let tree = MutantTree(root: root, folder: scratch.appending(path: "tree"))
    if !skipsBuild { try tree.plant(all) }
    let tool = try compile(tree)
    let width = all.map(\.name.count).max() ?? 0
    say(row(["mutant", "judge", "portfolio", "random walk", "free races"], width))
    var good = true
    for (index, mutant) in all.enumerated() {
      // What only a data race gives away is looked for in another build, which cannot explore.
      guard mutant.build == .release, only.isEmpty || only.contains(mutant.name) else { continue }
      good = try hunt(mutant, number: index + 1, tool, width) && good
    }
    say(good ? "every mutant was found" : "not every mutant was found within the bounds")
    return good
  }

  private func hunt(_ mutant: Mutant, number: Int, _ tool: URL, _ width: Int) throws -> Bool {
    guard let (judge, file) = try scenario(number, tool) else {
      say(row([mutant.name, "-", "no scenario was found for it"], width))
      return false
    }
    let trials = ScheduleTrials(
      tool: tool, mutant: number, file: file, bound: Self.schedulesMax)
    let portfolio = try TrialSummary(
      (1...seeds).map { try trials.schedules(strategy: "portfolio", seed: $0) })
    let walk = try TrialSummary(
      (1...seeds).map { try trials.schedules(strategy: "walk", seed: $0) })
    var free = trials
    free.bound = Self.racesMax
    let races = try TrialSummary((1...Self.raceSeeds).map { try free.races(seed: $0) })
    say(row([mutant.name, judge, portfolio.words, walk.words, races.words], width))
    return portfolio.isComplete && (portfolio.median ?? .max) <= Self.medianMax
  }

  /// The scenario, without its schedule, that explore finds and shrinks among those drawn at random, or else the ordinary
  /// run of both engines; and the judge.
  private func scenario(_ number: Int, _ tool: URL) throws -> (judge: String, file: URL)? {
    for seed in Self.scenarioSeeds {
      let options = ["--seed", "\(seed)", "--engine", "explore", "--iterations", "60000"]
      if let found = try scenario(number, tool, options) { return found }
    }
    return try scenario(
      number, tool, ["--seed", "\(Self.scenarioSeeds.lowerBound)", "--iterations", "1e6"])
  }

  private func scenario(
    _ number: Int, _ tool: URL, _ options: [String]
  ) throws -> (judge: String, file: URL)? {
    let corpus = scratch.appending(path: "explore-corpus")
    try? FileManager.default.removeItem(at: corpus)
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    _ = try Command(
      tool,
      [
        "--fail-fast", "--quiet", "--shrink-seconds", "5", "--corpus", corpus.path,
        "--jobs", "1",
      ] + options, environment: [MutantTree.variable: "\(number)"]
    ).run(secondsMax: Self.secondsMax)
    let walk = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
    while let found = walk?.nextObject() as? URL {
      guard found.pathExtension == "rxf" else { continue }
      let text = try String(contentsOf: found, encoding: .utf8)
      let file = scratch.appending(path: "explore-\(number).rxf")
      try Data(ScheduleTrials.withoutSchedule(text).utf8).write(to: file)
      return (found.deletingLastPathComponent().lastPathComponent, file)
    }
    return nil
  }

  private func compile(_ tree: MutantTree) throws -> URL {
    let options = [
      "build", "--package-path", tree.folder.path, "--product", "rxfuzz", "--scratch-path",
      scratch.appending(path: "release").path, "-c", "release",
    ]
    if !skipsBuild {
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

  private func row(_ cells: [String], _ width: Int) -> String {
    let widths = [width, 8, 16, 16, 0]
    return zip(cells, widths).map { cell, width in
      cell.padding(toLength: max(width, cell.count), withPad: " ", startingAt: 0)
    }
    .joined(separator: " | ")
  }
}

/// Prints a line at once, also where the output is a pipe.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
