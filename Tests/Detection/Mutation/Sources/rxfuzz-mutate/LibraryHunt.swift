import Foundation
import Planting

/// An adapter's command, run against one fault until it shows something that the unbroken library has not shown.
struct LibraryHunt {
  let tool: URL
  /// Holds what the unbroken library shows, and what each fault was found by.
  let scratch: URL
  let library: MutatedLibrary
  let seconds: Int
  /// What a run needs to end beside the time that it is given.
  private static let graceSeconds = 60

  private var baseline: URL { scratch.appending(path: "baseline") }

  /// Races the unbroken library, several times, and keeps what it shows; `recorded` is its corpus.
  /// - Returns: all that.
  func prepare(seeds: [String], seconds: Int, recorded: URL) throws -> KnownSignatures {
    let manager = FileManager.default
    let folder = baseline.appending(path: library.name)
    if !manager.fileExists(atPath: folder.path) {
      try manager.createDirectory(at: baseline, withIntermediateDirectories: true)
      if manager.fileExists(atPath: recorded.path) {
        try manager.copyItem(at: recorded, to: folder)
      }
    }
    for seed in seeds {
      let done = baseline.appending(path: "seed-\(seed)-\(seconds)")
      if manager.fileExists(atPath: done.path) { continue }
      let result = try run(mutant: 0, seed, seconds, corpus: baseline) { false }
      guard let status = result.status, status < 2 else {
        throw MutantError(
          mutant: "*", message: "the unbroken library cannot be raced:\n\(result.tail)")
      }
      try Data(result.output.utf8).write(to: done)
    }
    return try KnownSignatures(baseline, defectiveRows: library.defectiveRows)
  }

  /// Hunts one fault; what is `known` does not tell it.
  func outcome(
    mutant number: Int, seed: String, _ known: KnownSignatures
  ) throws -> SoughtOutcome {
    let corpus = scratch.appending(path: "found/\(number)")
    try? FileManager.default.removeItem(at: corpus)
    let start = ContinuousClock.now
    let result = try run(mutant: number, seed, seconds, corpus: corpus) {
      !((try? known.news(in: corpus))?.isEmpty ?? true)
    }
    let taken = (ContinuousClock.now - start) / .seconds(1)
    try Data(result.output.utf8).write(to: corpus.appending(path: "log"))
    let news = try known.news(in: corpus)
    guard news.isEmpty else {
      let isExplored = news.contains {
        (try? String(contentsOf: $0.file, encoding: .utf8))?.contains("\nschedule ") ?? false
      }
      return .found(
        by: Set(news.map(\.invariant)).sorted(), part: isExplored ? .explore : .stress, races: nil,
        seconds: taken)
    }
    guard let status = result.status, status < 2 else { return .failed(result.tail) }
    return .missed
  }

  private func run(
    mutant: Int, _ seed: String, _ seconds: Int, corpus: URL, until isDone: () -> Bool
  ) throws -> Command.Result {
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    return try Command(
      tool,
      [
        "--seed", seed, "--time", "\(seconds)s", "--shrink-seconds", "0",
        "--corpus", corpus.path, "--known", baseline.path,
      ], environment: [MutantTree.variable: "\(mutant)"]
    ).run(secondsMax: seconds + Self.graceSeconds, until: isDone)
  }
}
