import RxFuzzKit
import ScheduleKit

/// `corpus list`, `corpus minimize` and `corpus merge FOLDER ...`: the upkeep of saved scenarios.
struct CorpusCommand {
  let library: any LibraryUnderTest
  let options: Arguments.CorpusOptions
  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let store = CorpusStore(root: options.corpus ?? FuzzCommand.corpusDefault)
    do throws(CorpusStoreError) {
      switch options.task {
      case .list: return try list(store)
      case .merge(let folders): return try merge(folders, into: store)
      case .minimize:
        let contents = try store.load(library: library.name)
        console.report(strays: try store.strays(of: [library.name]))
        for file in contents.damaged { console.complain("damaged: \(file)") }
        return CorpusMinimizer(
          library: library, options: options, hangSeconds: hangSeconds, console: console
        ).run(contents)
      }
    } catch {
      throw CommandFailure(code: .unreadable, message: "\(error)")
    }
  }

  /// One line for each file of each library; damaged ones go to standard error.
  private func list(_ store: CorpusStore) throws(CorpusStoreError) -> ExitCode {
    var damaged = 0
    console.report(strays: try store.strays(of: try store.libraries()))
    for library in try store.libraries() {
      let contents = try store.load(library: library)
      for entry in contents.entries {
        console.print("\(PathText.shown(entry.path))  \(Self.words(entry.file))")
      }
      for entry in contents.primitives {
        console.print("\(PathText.shown(entry.path))  \(Self.words(entry.file))")
      }
      for file in contents.damaged { console.complain("damaged: \(file)") }
      damaged += contents.damaged.count
    }
    return damaged > 0 ? .unreadable : .clean
  }

  private func merge(
    _ folders: [String], into store: CorpusStore
  ) throws(CorpusStoreError) -> ExitCode {
    let readable = folders.contains { (try? CorpusStore(root: $0).libraries()) != nil }
    if readable { try store.prepare() }
    var (added, known, unread) = (0, 0, 0)
    for folder in folders {
      do throws(CorpusStoreError) {
        let other = CorpusStore(root: folder)
        console.report(strays: try other.strays(of: try other.libraries()))
      } catch {
        console.complain("\(PathText.shown(folder)): \(error)")
        unread += 1
        continue
      }
      let merging = try store.merge(CorpusStore(root: folder))
      report(merging.scenarios, &added, &known)
      report(merging.primitives, &added, &known)
      for file in merging.damaged { console.complain("damaged: \(file)") }
      unread += merging.damaged.count
    }
    console.print(
      "\(NumberWords.counted(UInt64(added), "scenario")) added, \(known) known already")
    return unread > 0 ? .unreadable : .clean
  }

  private func report<File>(
    _ merged: CorpusStore.Merged<File>, _ added: inout Int, _ known: inout Int
  ) {
    for entry in merged.added {
      console.print("added  \(PathText.shown(entry.path))  \(Self.words(entry.file))")
    }
    added += merged.added.count
    known += merged.known.count
  }

  /// The verdict, or what there is in its place.
  static func words(_ file: some SavedFile) -> String {
    guard let verdict = file.verdict else { return "no verdict: \(file.title)" }
    return "\(verdict.invariant.rawValue) \(verdict.message)"
  }
}
