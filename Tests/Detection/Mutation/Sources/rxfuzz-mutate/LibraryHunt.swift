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
  /// How long the broken library and the unbroken one repeat what a fault seems to have shown.
  private static let replaySeconds = 5

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
    return try KnownSignatures(baseline)
  }

  /// Hunts one fault; what is `known` does not tell it, nor what the unbroken library shows, too, when it repeats it, nor what
  /// even the broken one does not show again: that is kept with what is known, and another seed goes on.
  func outcome(
    mutant number: Int, seed: String, _ known: inout KnownSignatures
  ) throws -> SoughtOutcome {
    let corpus = scratch.appending(path: "found/\(number)")
    var (taken, log, attempt) = (0.0, "", 0)
    while taken < Double(seconds) {
      try? FileManager.default.removeItem(at: corpus)
      let start = ContinuousClock.now
      let left = max(1, Int(Double(seconds) - taken))
      let result = try run(
        mutant: number, attempt == 0 ? seed : "\(seed).\(attempt)", left, corpus: corpus
      ) { [known] in
        !((try? known.news(in: corpus))?.isEmpty ?? true)
      }
      taken += (ContinuousClock.now - start) / .seconds(1)
      log += result.output
      let sighted = try known.news(in: corpus)
      let own = try sighted.filter { try isOwn($0.file, mutant: number, known) }
      try Data(log.utf8).write(to: corpus.appending(path: "log"))
      guard own.isEmpty else { return .found(by: own, seconds: taken) }
      if sighted.isEmpty {
        guard let status = result.status, status < 2 else { return .failed(result.tail) }
        break
      }
      for finding in sighted { try known.add(finding.file) }
      attempt += 1
    }
    return .missed
  }

  /// Whether the broken library fails in that scenario again, and the unbroken one does not. What neither of them shows again is
  /// chance. What was not made small may hold more than one thing that fails, and one of them must not stand for the others; of a
  /// script of checks a replay says what fails first, which need not be the same each time.
  private func isOwn(_ file: URL, mutant number: Int, _ known: KnownSignatures) throws -> Bool {
    guard let sought = KnownSignatures.Signature(try String(contentsOf: file, encoding: .utf8))
    else { return false }
    let unbroken = try failures(in: file, mutant: 0)
    if !sought.isOfScript, unbroken.includesFailure(like: sought.verdict) { return false }
    let broken = try failures(in: file, mutant: number)
    guard sought.isOfScript, case .reported(let verdicts) = broken else {
      return broken.includesFailure(like: sought.verdict)
    }
    return verdicts.contains {
      !unbroken.includes($0) && !known.contains(sought.with(verdict: $0))
    }
  }

  /// How a scenario fails when it is repeated.
  private enum Failures {
    case reported(Set<String>)
    /// It fails, but no report says how.
    case unreported

    func includes(_ verdict: String) -> Bool {
      switch self {
      case .reported(let verdicts): verdicts.contains(verdict)
      case .unreported: true
      }
    }

    /// The same verdict, or another one that somebody waits for ever.
    func includesFailure(like verdict: String) -> Bool {
      guard case .reported(let verdicts) = self, KnownSignatures.Signature.isHang(verdict) else {
        return includes(verdict)
      }
      return verdicts.contains(where: KnownSignatures.Signature.isHang)
    }
  }

  private func failures(in file: URL, mutant: Int) throws -> Failures {
    let report = scratch.appending(path: "replay.json")
    try? FileManager.default.removeItem(at: report)
    let result = try Command(
      tool,
      ["replay", file.path, "--time", "\(Self.replaySeconds)s", "--report", report.path],
      environment: [MutantTree.variable: "\(mutant)"]
    ).run(secondsMax: Self.replaySeconds + Self.graceSeconds) { false }
    guard result.status != 0 else { return .reported([]) }
    guard let data = try? Data(contentsOf: report),
      let shown = try? JSONDecoder().decode(ReplayReport.self, from: data)
    else { return .unreported }
    return .reported(
      Set(shown.all.map { KnownSignatures.Signature.verdict("\($0.invariant) \($0.message)") }))
  }

  /// What a replay has found, of the report that it writes.
  private struct ReplayReport: Decodable {
    struct Finding: Decodable { let invariant, message: String }
    struct Parts: Decodable { let findings: [Finding] }
    let findings: [Finding]
    let parts: Parts
    var all: [Finding] { findings + parts.findings }
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

extension SoughtOutcome {
  /// What a run of a library has saved.
  fileprivate static func found(
    by news: [(invariant: String, file: URL)], seconds: Double
  ) -> SoughtOutcome {
    let isExplored = news.contains {
      (try? String(contentsOf: $0.file, encoding: .utf8))?.contains("\nschedule ") ?? false
    }
    return .found(
      by: Set(news.map(\.invariant)).sorted(), part: isExplored ? .explore : .stress, races: nil,
      seconds: seconds)
  }
}
