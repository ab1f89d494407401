import RxFuzzKit
import ScheduleKit

/// Tries every file of a corpus again and removes those that add nothing: their failure is another file's,
/// or is no longer seen by anything that could show it. A file with a comment was kept by hand, and stays.
struct CorpusMinimizer {
  let library: any LibraryUnderTest
  let options: Arguments.CorpusOptions
  let hangSeconds: Int
  let console: Console

  /// What trying one file has shown.
  private enum Outcome {
    case failed(CorpusFile.Verdict)
    /// Nothing, in so many races and schedules.
    case held(amount: String)
    /// Nothing, but not everything was tried that could have; why.
    case untried(String)
    case unfit(String)
  }

  /// The run was ended, or could not go on; one line.
  private struct Ended: Error {
    var code = ExitCode.internalError
    let reason: String
  }

  private struct Tally {
    var kept = 0
    var removed = 0
    var troubles = 0
  }

  func run(_ contents: CorpusStore.Contents) -> ExitCode {
    printHeader(contents)
    var tally = Tally()
    do throws(Ended) {
      try minimize(contents.entries, &tally) { (entry, races, plan) throws(Unfit) in
        do {
          plan.files = [
            try CampaignPlan.ScenarioFile(
              path: entry.path, scenario: entry.file.scenario, races: races,
              schedule: entry.file.schedule, library: library)
          ]
          // What was found under control may show in no free race at all.
          let explores = library.isInstrumented || entry.file.schedule != nil
          plan.engine = explores && ExploreEngine.isSupported ? .both : .stress
        } catch {
          throw Unfit(reason: "\(error)")
        }
      }
      try minimize(contents.primitives, &tally) { (entry, races, plan) throws(Unfit) in
        do throws(CampaignPlan.SaveFailure) {
          plan.primitiveFiles = [
            try CampaignPlan.PrimitiveEntry(
              path: entry.path, file: entry.file, races: races, library: library)
          ]
          plan.engine = library.isInstrumented && ExploreEngine.isSupported ? .both : .stress
        } catch {
          throw Unfit(reason: error.message)
        }
      }
    } catch {
      console.complain("error: \(error.reason); files not yet raced are left alone")
      return error.code
    }
    let damaged = contents.damaged.count + tally.troubles
    console.print("\(tally.kept) kept, \(tally.removed) removed, \(damaged) damaged")
    return damaged > 0 ? .unreadable : .clean
  }

  /// Before the first race, which takes long: where nothing can be written nothing is tried.
  private func printHeader(_ contents: CorpusStore.Contents) {
    if options.quiet { return }
    let files = UInt64(contents.entries.count + contents.primitives.count)
    let races = options.iterations ?? CampaignLimits.replayRaces
    console.print(
      "tries \(NumberWords.counted(files, "file")) of \(library.name), each in up to "
        + "\(NumberWords.grouped(races)) races")
  }

  /// What makes a file unfit for the library.
  private struct Unfit: Error {
    let reason: String
  }

  /// Puts a file into the plan of a run that races nothing else.
  private typealias Planning<File: SavedFile> =
    (SavedEntry<File>, UInt64, inout CampaignPlan) throws(Unfit) -> Void

  private func minimize<File>(
    _ entries: [SavedEntry<File>], _ tally: inout Tally, _ planning: Planning<File>
  ) throws(Ended) {
    var failing: [(entry: SavedEntry<File>, verdict: CorpusFile.Verdict)] = []
    for entry in entries {
      switch try outcome(of: entry, planning) {
      case .failed(let verdict): failing.append((entry, verdict))
      case .held where !entry.file.comments.isEmpty: keep(entry, ", which has a comment", &tally)
      case .held(let amount): remove(entry, "no failure in \(amount)", &tally)
      case .untried(let reason): keep(entry, ", because \(reason)", &tally)
      case .unfit(let reason):
        console.complain("damaged: \(PathText.shown(entry.path)): \(reason)")
        tally.troubles += 1
      }
    }
    // The smallest one stays, and explains the others.
    failing.sort {
      let sizes = ($0.entry.file.size, $1.entry.file.size)
      return sizes.0 == sizes.1 ? $0.entry.path < $1.entry.path : sizes.0 < sizes.1
    }
    var kept: [SavedEntry<File>] = []
    for (entry, verdict) in failing {
      try checkOutput()
      // What was seen now counts, and not what the file says.
      var seen = entry.file
      seen.verdict = verdict
      if let same = kept.first(where: { $0.file.explains(seen) }), entry.file.comments.isEmpty {
        remove(entry, "the same failure as \(PathText.shown(same.path))", &tally)
      } else {
        kept.append(SavedEntry(path: entry.path, file: seen))
        keep(entry, "  \(CorpusCommand.words(entry.file))", &tally)
      }
    }
  }

  private func outcome<File>(
    of entry: SavedEntry<File>, _ planning: Planning<File>
  ) throws(Ended) -> Outcome {
    try checkOutput()
    var plan = CampaignPlan(seed: 0, jobs: options.jobs ?? CampaignPlan.jobsDefault)
    do {
      try planning(entry, options.iterations ?? CampaignLimits.replayRaces, &plan)
    } catch {
      return .unfit(error.reason)
    }
    plan.hangSeconds = hangSeconds
    plan.failsFast = true
    let summary = CampaignDriver(
      plan: plan, library: library, reporter: NoteReporter(console: console)
    ).run()
    if let finding = summary.findings.first?.finding {
      return .failed(CorpusFile.Verdict(finding.invariant, finding.message))
    }
    if let found = summary.primitiveFindings.first {
      return .failed(CorpusFile.Verdict(found.invariant, found.message))
    }
    switch summary.cut {
    case nil, .firstFinding: break
    case .interrupted: throw Ended(reason: "interrupted")
    case .timeIsUp, .outputClosed: throw Ended(reason: "ended early")
    case .givenUp(let reason), .internalError(let reason):
      throw Ended(reason: reason)
    case .exhausted(let reason): throw Ended(code: .exhausted, reason: reason)
    }
    let progress = summary.progress
    let races = progress.raced + progress.primitiveRaces
    if races == 0 { throw Ended(reason: "nothing was raced") }
    if summary.faults > 0 || progress.skipped > 0 {
      return .untried("not all of it could be tried")
    }
    let explores = progress.engine.explores
    if let reason = blindness(to: entry.file, explores: explores) { return .untried(reason) }
    var amount = NumberWords.counted(races, "race")
    if explores { amount += " and \(NumberWords.counted(progress.schedules, "schedule"))" }
    return .held(amount: amount)
  }

  /// Why this build may not see the failure that the file is kept for, or nil where it would.
  private func blindness(to file: some SavedFile, explores: Bool) -> String? {
    if explores { return nil }
    if let file = file as? CorpusFile, file.schedule != nil {
      return "this build cannot repeat its schedule"
    }
    let needsSanitizer = [.race1, .ser2].contains(file.verdict?.invariant)
    return needsSanitizer && !BuildKind.current.hasThreadSanitizer
      ? "this build cannot see data races" : nil
  }

  /// Nothing is tried, and nothing removed, without anybody being able to read of it.
  private func checkOutput() throws(Ended) {
    if console.isClosed { throw Ended(reason: "ended early") }
  }

  private func keep(_ entry: SavedEntry<some SavedFile>, _ why: String, _ tally: inout Tally) {
    tally.kept += 1
    if !options.quiet { console.print("kept     \(PathText.shown(entry.path))\(why)") }
  }

  private func remove(_ entry: SavedEntry<some SavedFile>, _ why: String, _ tally: inout Tally) {
    // Said first: what nobody could read of stays.
    console.print("removed  \(PathText.shown(entry.path)): \(why)")
    if console.isClosed { return }
    do {
      try CorpusStore.remove(entry.path)
      tally.removed += 1
    } catch {
      console.complain("error: \(error)")
      tally.troubles += 1
    }
  }
}

/// Reports notes and nothing else.
private final class NoteReporter: CampaignReporter {
  private let console: Console
  init(console: Console) { self.console = console }
  var isClosed: Bool { console.isClosed }
  func found(_ found: CampaignFinding) {}
  func shrunk(_ found: CampaignFinding, ordinal: Int) {}
  func note(_ line: String) { console.complain("note: \(line)") }
  func progressed(_ progress: CampaignProgress) {}
}
