import RxFuzzKit

/// The help page.
enum HelpText {
  static func text(command: String, library: String) -> String {
    """
    \(command) races \(library): it generates operator graphs, races events against disposal on
    dispatch queues, and judges every trace. Beside one of eight graphs it races a disposable or a
    scheduler on its own.

    usage:
      \(command) [options]
      \(command) replay FILE [options]    race one saved scenario until it fails
      \(command) shrink FILE [options]    make what a file holds as small as it gets
      \(command) prove PATH [options]     run every schedule of a small saved scenario, or of a
                                    folder of them
      \(command) emit FILE                print a saved scenario as a Swift test of the library
      \(command) corpus list              name every saved scenario and its failure
      \(command) corpus minimize          race them all; remove what fails no more, or like another
      \(command) corpus merge FOLDER ...  take in what other corpora hold
      \(command) report merge FILE ...  join the .json reports of shards (see --report)
      \(command) coverage [options]       race, and print what has been met
      \(command) primitives [options]     race disposables and schedulers on their own
      \(command) selftest                 check in seconds that planted defects are detected
      \(command) list invariants          what is judged
      \(command) list operators           what graphs are made of
      \(command) list templates           which races are made on purpose
      \(command) list strategies          how schedules are chosen

    options:
    \(options)

    exit codes:
    \(exitCodes)

    A finding is saved in the corpus, whose scenarios are raced at the start of every run, made as small
    as it gets, and printed with the command that replays it. So is a script that a disposable or a
    scheduler failed in, but replay and shrink race it on real threads only: it is explored by
    `primitives` alone. SIGINT, SIGTERM, SIGHUP and SIGQUIT end a run within a second, with its
    summary. `worker` is what the tool starts itself: it ends with 0, 85 (not started by the tool),
    86 (hung) or 87 (as 71).
    """
  }

  private static let nameColumnsMax = 18

  private static var options: String {
    let names = Option.all.map { $0.name + ($0.value.map { " \($0)" } ?? "") }
    // A longer one has a line of its own.
    let width = (names.map(\.count).filter { $0 <= nameColumnsMax }.max() ?? 0) + 2
    return zip(names, Option.all).map { name, option in
      let indent = "\n" + String(repeating: " ", count: width + 2)
      let gap =
        name.count < width ? String(repeating: " ", count: width - name.count) : indent
      return "  \(name)\(gap)\(option.help.joined(separator: indent))"
    }.joined(separator: "\n")
  }

  private static var exitCodes: String {
    ExitCode.allCases.map { code in
      let number = String(code.rawValue)
      return "  \(String(repeating: " ", count: 2 - number.count))\(number)  \(code.words)"
    }.joined(separator: "\n")
  }
}
