import RxFuzzKit
import ScheduleKit

/// The failures that `--known` names: they are counted when they show again, and do not fail the run.
struct KnownFailures {
  let failures: [KnownFailure]
  let primitives: [CampaignPlan.PrimitiveEntry]
  /// Where they are kept.
  let paths: Set<String>
  /// What there is to say of a folder that holds none.
  private let note: String?

  /// None.
  init() { (failures, primitives, paths, note) = ([], [], [], nil) }

  /// Those that the folder holds of that library.
  init(folder: String, library: any LibraryUnderTest) throws(CommandFailure) {
    let contents: CorpusStore.Contents
    do { contents = try CorpusStore(root: folder).load(library: library.name) } catch {
      throw .usage("--known: \(error)")
    }
    failures = contents.entries.compactMap { KnownFailure($0.file, path: $0.path) }
    // What the library has not is not met in it.
    primitives = contents.primitives.compactMap {
      try? CampaignPlan.PrimitiveEntry(path: $0.path, file: $0.file, races: 0, library: library)
    }
    paths = Set(contents.entries.map(\.path) + contents.primitives.map(\.path))
    note =
      paths.isEmpty
      ? "known      nothing: `\(PathText.shown(folder))/\(library.name)` holds no failure" : nil
  }

  /// What the summary says about them, one line each; those that no longer show can be removed.
  func lines(on summary: CampaignSummary) -> [String] {
    let seen = Set(summary.findings.compactMap(\.file))
    let silent = failures.compactMap(\.path).filter { !seen.contains($0) }.sorted()
    return [note].compactMap { $0 }
      + silent.map {
        "known      \($0) was not seen in \(NumberWords.counted(summary.progress.raced, "race"))"
      }
  }
}
