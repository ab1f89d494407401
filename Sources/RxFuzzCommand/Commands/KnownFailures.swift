import RxFuzzKit
import ScheduleKit

/// The failures that `--known` names: they are counted when they show again, and do not fail the run.
struct KnownFailures {
  let failures: [KnownFailure]
  private let paths: Set<String>

  /// None.
  init() { (failures, paths) = ([], []) }

  /// Those that the folder holds of that library.
  init(folder: String, library: String) throws(CommandFailure) {
    let contents: CorpusStore.Contents
    do { contents = try CorpusStore(root: folder).load(library: library) } catch {
      throw .usage("--known: \(error)")
    }
    failures = contents.entries.compactMap { KnownFailure($0.file, path: $0.path) }
    paths = Set(contents.entries.map(\.path) + contents.primitives.map(\.path))
  }

  /// Whether something was found that is not among them.
  func isExceeded(by summary: CampaignSummary) -> Bool {
    summary.findings.contains { !holds($0.file) }
      || summary.primitiveFindings.contains { !holds($0.file) }
  }

  /// What the summary says about them, one line each; those that no longer show can be removed.
  func lines(on summary: CampaignSummary) -> [String] {
    let seen = Set(summary.findings.compactMap(\.file))
    let silent = failures.compactMap(\.path).filter { !seen.contains($0) }.sorted()
    return silent.map {
      "known      \($0) was not seen in \(NumberWords.counted(summary.progress.raced, "race"))"
    }
  }

  private func holds(_ path: String?) -> Bool { path.map(paths.contains) ?? false }
}
