import Foundation
import Planting

/// Lets the ordinary run find and shrink some mutants, and tries the tests that it emits for them: each must fail while
/// its mutant is active, and pass on the shipped core.
struct EmitTrial {
  /// What is tried where nothing else is asked for: a resource that is never released, an overlap, a double end.
  static let namesDefault = [
    "serial-sink-unserialised", "sink-disposer-late-set-ignored", "stop-check-then-set",
  ]
  private static let huntSecondsMax = 120
  let tool: URL
  let package: EmittedPackage
  let corpus: URL
  let seed: String

  /// Returns whether each test did what it should.
  func run(_ mutants: [(number: Int, mutant: Mutant)]) throws -> Bool {
    var found: [(number: Int, mutant: Mutant, verdict: String, text: String)] = []
    var good = true
    for (number, mutant) in mutants {
      guard let file = try scenario(number) else {
        say("\(mutant.name): no scenario was found")
        good = false
        continue
      }
      let emitted = try Command(tool, ["emit", file.path]).run(secondsMax: Self.huntSecondsMax)
      guard emitted.status == 0 else {
        say("\(mutant.name): emit failed: \(emitted.tail)")
        good = false
        continue
      }
      let verdict = file.deletingLastPathComponent().lastPathComponent
      found.append((number, mutant, verdict, emitted.output))
    }
    try package.build(found.map(\.text))
    for (index, one) in found.enumerated() {
      let broken = try package.test(index, mutant: one.number)
      let shipped = try package.test(index, mutant: 0)
      // A run that had to be stopped shows nothing.
      let fails = broken.status.map { $0 != 0 } ?? false
      let passes = shipped.status == 0
      say(
        "\(one.mutant.name): \(one.verdict), its test \(fails ? "fails" : "PASSES") against it"
          + (fails ? Self.reason(broken) : "")
          + " and \(passes ? "passes" : "FAILS") on the shipped core")
      if !passes { say(shipped.tail) }
      good = good && fails && passes
    }
    return good
  }

  /// The first scenario that the run finds, as small as it gets in a few seconds.
  private func scenario(_ number: Int) throws -> URL? {
    try? FileManager.default.removeItem(at: corpus)
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    _ = try Command(
      tool,
      [
        "--seed", seed, "--iterations", "1e6", "--fail-fast", "--quiet", "--engine", "stress",
        "--shrink-seconds", "5", "--corpus", corpus.path,
      ], environment: [MutantTree.variable: "\(number)"]
    ).run(secondsMax: Self.huntSecondsMax)
    let walk = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
    while let file = walk?.nextObject() as? URL {
      if file.pathExtension == "rxf" { return file }
    }
    return nil
  }

  /// What the failing test said, for example ` (round 12: subscription 1 got two events at once)`.
  private static func reason(_ result: Command.Result) -> String {
    let said = result.output.firstMatch(of: #/round \d+: [^\n"]+/#)
    return said.map { " (\($0.0))" } ?? ""
  }
}
