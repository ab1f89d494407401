import RxFuzzKit

/// Races every file of a corpus again and removes those that add nothing: their failure is another file's,
/// or is no longer seen. A file with a comment was kept by hand, and stays.
struct CorpusMinimizer {
  let library: any LibraryUnderTest
  let options: Arguments.CorpusOptions
  let hangSeconds: Int
  let console: Console

  /// What racing one file has shown.
  private enum Outcome {
    case failed(Finding)
    case held(races: UInt64)
    case unfit(String)
    /// The run was ended, or could not go on; one line.
    case ended(String)
  }

  private struct Tally {
    var kept = 0
    var removed = 0
    var troubles = 0
  }

  func run(_ contents: CorpusStore.Contents) throws(CorpusStoreError) -> ExitCode {
    var failing: [(entry: CorpusStore.Entry, finding: Finding)] = []
    var tally = Tally()
    for entry in contents.entries {
      switch race(entry) {
      case .failed(let finding): failing.append((entry, finding))
      case .held where !entry.file.comments.isEmpty: keep(entry, ", which has a comment", &tally)
      case .held(let races):
        remove(entry, "no failure in \(NumberWords.counted(races, "race"))", &tally)
      case .unfit(let reason):
        console.complain("damaged: \(entry.path): \(reason)")
        tally.troubles += 1
      case .ended(let reason):
        console.complain("error: \(reason); files not yet raced are left alone")
        return .internalError
      }
    }
    // The smallest one stays, and explains the others.
    failing.sort {
      let sizes = (ScenarioSize($0.entry.file.scenario), ScenarioSize($1.entry.file.scenario))
      return sizes.0 == sizes.1 ? $0.entry.path < $1.entry.path : sizes.0 < sizes.1
    }
    var kept: [KnownFailure] = []
    for (entry, finding) in failing {
      let same = kept.first { $0.explains(finding) }
      if let same, entry.file.comments.isEmpty {
        remove(entry, "the same failure as \(same.path ?? "")", &tally)
      } else {
        kept.append(KnownFailure(finding, path: entry.path))
        keep(entry, "  \(CorpusCommand.words(entry.file))", &tally)
      }
    }
    let damaged = contents.damaged.count + tally.troubles
    console.print("\(tally.kept) kept, \(tally.removed) removed, \(damaged) damaged")
    return damaged > 0 ? .unreadable : .clean
  }

  private func race(_ entry: CorpusStore.Entry) -> Outcome {
    var plan = CampaignPlan(seed: 0, jobs: options.jobs ?? CampaignPlan.jobsDefault)
    do {
      plan.files = [
        try CampaignPlan.File(
          path: entry.path, scenario: entry.file.scenario,
          races: options.iterations ?? CampaignLimits.replayRaces, library: library)
      ]
    } catch {
      return .unfit("\(error)")
    }
    plan.hangSeconds = hangSeconds
    plan.failsFast = true
    let summary = CampaignDriver(
      plan: plan, library: library, reporter: NoteReporter(console: console)
    ).run()
    if let finding = summary.findings.first?.finding { return .failed(finding) }
    switch summary.cut {
    case nil, .firstFinding: break
    case .interrupted: return .ended("interrupted")
    case .timeIsUp, .outputClosed: return .ended("ended early")
    case .givenUp(let reason), .internalError(let reason): return .ended(reason)
    }
    if summary.progress.raced == 0 { return .ended("nothing was raced") }
    return .held(races: summary.progress.raced)
  }

  private func keep(_ entry: CorpusStore.Entry, _ why: String, _ tally: inout Tally) {
    tally.kept += 1
    if !options.quiet { console.print("kept     \(entry.path)\(why)") }
  }

  private func remove(_ entry: CorpusStore.Entry, _ why: String, _ tally: inout Tally) {
    do {
      try CorpusStore.remove(entry.path)
      tally.removed += 1
      console.print("removed  \(entry.path): \(why)")
    } catch {
      console.complain("error: \(error)")
      tally.troubles += 1
    }
  }
}

/// Tells notes only.
private final class NoteReporter: CampaignReporter {
  private let console: Console
  init(console: Console) { self.console = console }
  var isClosed: Bool { console.isClosed }
  func found(_ found: CampaignFinding) {}
  func shrunk(_ found: CampaignFinding, ordinal: Int) {}
  func note(_ line: String) { console.complain("note: \(line)") }
  func progressed(_ progress: CampaignProgress) {}
}
