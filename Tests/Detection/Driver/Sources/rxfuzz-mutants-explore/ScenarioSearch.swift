import Foundation
import Planting

/// Looks for a scenario that shows one mutant: what the ordinary run finds and shrinks, or else explore alone.
///
/// Thread-safety: a value; searches with different folders may go on at the same time.
struct ScenarioSearch {
  /// How long the ordinary run may take, which looks for each finding of free races under explore, and shrinks it there.
  private static let ordinarySeconds = 40
  /// How long each run of explore alone may take, and their seeds.
  private static let exploreSeconds = 25
  private static let seeds = 42...44
  /// Only what is written with a schedule was seen under explore.
  private static let scheduleMark = "\nschedule "

  let tool: URL
  let mutant: Int
  /// Where findings are saved; emptied before each run.
  let corpus: URL

  /// A failing scenario, without the schedule that was found for it.
  struct Found {
    let judge: String
    let text: String
  }

  /// Nil where no run has found one.
  func run() throws -> Found? {
    // Primitives of the library that are raced on their own leave no scenario, so the first finding may not end the run.
    var found = try run(["--seed", "\(Self.seeds.lowerBound)"], seconds: Self.ordinarySeconds)
    if let found, found.text.contains(Self.scheduleMark) { return found.stripped }
    for seed in Self.seeds {
      let next = try run(
        ["--seed", "\(seed)", "--engine", "explore"], seconds: Self.exploreSeconds)
      if let next { return next.stripped }
      found = found ?? next
    }
    return found?.stripped
  }

  private func run(_ options: [String], seconds: Int) throws -> Found? {
    try? FileManager.default.removeItem(at: corpus)
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    var saved: [Found] = []
    _ = try Command(
      tool,
      [
        "--quiet", "--shrink-seconds", "5", "--corpus", corpus.path, "--jobs", "1", "--iterations",
        "1e6",
      ] + options, environment: [MutantTree.variable: "\(mutant)"]
    ).run(secondsMax: seconds) {
      saved = self.saved()
      return saved.contains { $0.text.contains(Self.scheduleMark) }
    }
    saved = self.saved()
    return saved.first { $0.text.contains(Self.scheduleMark) } ?? saved.first
  }

  /// What the folder holds, in the order of names.
  private func saved() -> [Found] {
    let walk = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
    var files: [URL] = []
    while let file = walk?.nextObject() as? URL {
      if file.pathExtension == "rxf" { files.append(file) }
    }
    return files.sorted { $0.path < $1.path }.compactMap { file in
      (try? String(contentsOf: file, encoding: .utf8)).map {
        Found(judge: file.deletingLastPathComponent().lastPathComponent, text: $0)
      }
    }
  }
}

extension ScenarioSearch.Found {
  fileprivate var stripped: Self {
    Self(judge: judge, text: ScheduleTrials.withoutSchedule(text))
  }
}
