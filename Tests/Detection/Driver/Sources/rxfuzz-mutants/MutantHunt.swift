import Foundation
import Planting

/// One run of the command: plant, build once for each kind of build, hunt, report.
struct MutantHunt {
  /// A build that takes longer is stopped.
  private static let buildSecondsMax = 1800
  /// A canary violates on every race, so this many races must do.
  private static let canaryIterations = "1000"
  private let arguments: Arguments
  private let root: URL
  private let scratch: URL
  private let all: [Mutant]
  private var record: HuntRecord

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    // Tests/Detection/Driver/Sources/rxfuzz-mutants/MutantHunt.swift
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<6 { folder.deleteLastPathComponent() }
    root = folder
    scratch = folder.appending(path: ".build-mutants")
    all = try MutantStore.load(from: folder.appending(path: "Tests/Detection/Mutants"))
    record = try HuntRecord(file: arguments.results.map { URL(fileURLWithPath: $0) })
  }

  /// Returns whether everything was as it should be.
  mutating func run() throws -> Bool {
    let chosen = try choose()
    if arguments.printsPage {
      say(page(of: chosen))
      return true
    }
    let tree = MutantTree(root: root, folder: scratch.appending(path: "tree"))
    if !arguments.skipsBuild { try tree.plant(all) }
    if arguments.emits { return try tryEmitted(tree) }
    say("planted \(all.count) mutants, hunting \(chosen.count)")
    var good = true
    for build in [Mutant.Build.release, .sanitized] {
      let mutants = chosen.filter {
        build == .sanitized
          ? arguments.sanitizes || $0.build == build
          : $0.build == build && !arguments.sanitizesOnly
      }
      if !mutants.isEmpty { good = try hunt(mutants, in: build, of: tree) && good }
    }
    say(
      good
        ? "every mutant was found"
        : "not every mutant was found soon enough, or something was reported without one"
    )
    return good
  }

  private mutating func hunt(
    _ mutants: [Mutant], in build: Mutant.Build, of tree: MutantTree
  ) throws -> Bool {
    let tool = try compile(tree, build)
    let table = HuntTable(names: mutants.map(\.name), seeds: arguments.seeds)
    say("\(build.rawValue) build\n\(table.header)")
    var rows: [HuntRow] = []
    for mutant in mutants {
      var outcomes: [Hunt.Outcome] = []
      for seed in arguments.seeds { outcomes.append(try hunt(mutant, seed, tool, build)) }
      let row = HuntRow(mutant: mutant, outcomes: outcomes)
      say(table.row(row))
      rows.append(row)
    }
    let summary = HuntSummary(rows, seeds: arguments.seeds)
    say("\(build.rawValue) build: \(summary.text)")
    let isSilent = try staysSilent(tool, build)
    return isSilent && summary.isGood
  }

  private func tryEmitted(_ tree: MutantTree) throws -> Bool {
    let names = arguments.only.isEmpty ? EmitTrial.namesDefault : arguments.only
    let trial = EmitTrial(
      tool: try compile(tree, .release),
      package: EmittedPackage(folder: scratch.appending(path: "emitted"), tree: tree.folder),
      corpus: scratch.appending(path: "corpus"), seed: arguments.seeds[0])
    return try trial.run(
      all.filter { names.contains($0.name) }.map { (number: number(of: $0), mutant: $0) })
  }

  /// The canary always; of the others those asked for, or a sample spread over the list.
  private func choose() throws -> [Mutant] {
    for name in arguments.only where !all.contains(where: { $0.name == name }) {
      throw MutantError(mutant: name, message: "there is no such mutant")
    }
    if !arguments.only.isEmpty { return all.filter { arguments.only.contains($0.name) } }
    guard let sample = arguments.sample, sample < all.count else { return all }
    // A second build would cost more than a sample is worth.
    let others = all.filter { !$0.isCanary && $0.build == .release }
    let picked = Set(
      (0..<min(sample, others.count)).map {
        others[$0 * others.count / min(sample, others.count)].name
      })
    return all.filter { $0.isCanary || picked.contains($0.name) }
  }

  private func compile(_ tree: MutantTree, _ build: Mutant.Build) throws -> URL {
    var options = [
      "build", "--package-path", tree.folder.path, "--product", "rxfuzz", "--scratch-path",
      scratch.appending(path: build.rawValue).path,
    ]
    switch build {
    case .release: options += ["-c", "release"]
    case .sanitized: options += ["--sanitize=thread"]
    }
    if arguments.skipsBuild { return try product(options) }
    let result = try Command(named: "swift", options).run(secondsMax: Self.buildSecondsMax)
    guard result.status == 0 else {
      throw MutantError(mutant: "*", message: "the planted copy does not build:\n\(result.tail)")
    }
    return try product(options)
  }

  private func product(_ options: [String]) throws -> URL {
    let folder = try Command(named: "swift", options + ["--show-bin-path"])
      .run(secondsMax: Self.buildSecondsMax).output
    return URL(fileURLWithPath: folder.trimmingCharacters(in: .whitespacesAndNewlines))
      .appending(path: "rxfuzz")
  }

  /// Demands that the copy with no mutant active has no finding in as many races with any seed: what is
  /// found with one active is then that one's doing.
  private mutating func staysSilent(_ tool: URL, _ build: Mutant.Build) throws -> Bool {
    var good = true
    for seed in arguments.seeds {
      let outcome = try hunt(nil, seed, tool, build)
      if case .missed(let seconds) = outcome {
        say("seed \(seed): silent with no mutant active, \(Int(seconds)) s")
      } else {
        say("seed \(seed): with no mutant active: \(outcome)")
        good = false
      }
    }
    return good
  }

  /// Makes one run, or takes its outcome from the record; nil runs the shipped core.
  private mutating func hunt(
    _ mutant: Mutant?, _ seed: String, _ tool: URL, _ build: Mutant.Build
  ) throws -> Hunt.Outcome {
    let run = run(mutant, seed, build)
    if let outcome = record.outcome(of: run) { return outcome }
    let hunt = Hunt(
      tool: tool, corpus: scratch.appending(path: "corpus-\(build.rawValue)"),
      iterations: races(mutant, build), seconds: arguments.seconds)
    let outcome = try hunt.run(mutant: mutant.map(number) ?? 0, seed: seed)
    try record.keep(outcome, of: run)
    return outcome
  }

  private func run(_ mutant: Mutant?, _ seed: String, _ build: Mutant.Build) -> HuntRecord.Run {
    let bound = races(mutant, build) + (arguments.seconds.map { ",\($0)s" } ?? "")
    return HuntRecord.Run(
      build: build, iterations: bound, mutant: mutant?.name ?? "none", seed: seed)
  }

  private func races(_ mutant: Mutant?, _ build: Mutant.Build) -> String {
    mutant?.isCanary ?? false ? Self.canaryIterations : arguments.iterations(in: build)
  }

  /// What the record holds of these, as the documentation shows it.
  private func page(of mutants: [Mutant]) -> String {
    let builds = [Mutant.Build.release, .sanitized]
    let columns = builds.map { build in
      let rows = mutants.map { mutant in
        HuntRow(
          mutant: mutant,
          outcomes: arguments.seeds.compactMap { record.last(of: run(mutant, $0, build)) })
      }
      return HuntPage.Column(build: build, rows: rows.filter { !$0.outcomes.isEmpty })
    }
    let texts = columns.filter { !$0.rows.isEmpty }.map { column in
      let rows = mutants.compactMap { column.rows[$0.name] }
      return "\(column.build.rawValue) build: \(HuntSummary(rows, seeds: arguments.seeds).text)"
    }
    let page = HuntPage(names: mutants.map(\.name), columns: columns)
    return ([page.text] + texts).joined(separator: "\n\n")
  }

  private func number(of mutant: Mutant) -> Int {
    all.firstIndex(of: mutant).map { $0 + 1 } ?? 0
  }
}

/// Prints a line at once, also where the output is a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
