import RxFuzzKit
import ScheduleKit

/// One option of the command line: a row of the table that parser and help page read.
struct Option: Sendable {
  let name: String
  /// What its value is called on the help page; nil for an option without a value.
  let value: String?
  /// Lines of the manual; what stands after `(default: ` is what the option stands for where it is not given.
  let help: [String]
  /// The line of a command's page, where the first of the manual says too much or too little.
  var brief: String? = nil
  /// Whether `replay` takes it, too.
  let isForReplay: Bool

  static let all: [Option] = [
    Option(
      name: "--seed", value: "SEED",
      help: [
        "where all chance comes from: a number, 0x and hexadecimal digits,",
        "or any word, such as a commit hash (default: drawn, and printed)",
      ],
      brief: "where all chance comes from: a number or any word", isForReplay: true),
    Option(
      name: "--iterations", value: "N",
      help: [
        "races to make: 1000000, 1_000_000 or 1e6",
        "(default: 1e6, or no bound with --time; for replay 1e5)",
      ],
      brief: "races to make, for example 1e6", isForReplay: true),
    Option(
      name: "--time", value: "TIME",
      help: ["bound of the whole run: 90, 90s, 15m or 2h (default: none)"],
      brief: "bound of the whole run: 90, 90s, 15m or 2h", isForReplay: true),
    Option(
      name: "--jobs", value: "N",
      help: [
        "worker processes, each racing on two cores or more",
        "(default: half the number of cores, at least 1, and where schedules",
        "are explored, on one core each, as many more for that)",
      ],
      brief: "worker processes, each racing on two cores", isForReplay: true),
    Option(
      name: "--engine", value: "ENGINE",
      help: [
        "stress: free races; explore: controlled schedules, one an iteration;",
        "both: beside the races, one of \(EngineChoice.exploredEvery) scenarios is explored, and the corpus",
        "(default: both, where schedules of the library can be controlled)",
      ],
      brief: "stress, explore or both", isForReplay: true),
    Option(
      name: "--strategy", value: "NAME",
      help: ["how explore chooses schedules (default: portfolio; see list strategies)"],
      brief: "how explore chooses schedules", isForReplay: true),
    Option(
      name: "--memory", value: "MODEL",
      help: [
        "what atomic loads see where schedules are controlled: sc, the last store;",
        "tso, what x86-64 shows; relaxed, what C++ allows (default: sc)",
      ],
      brief: "what atomic loads see: sc, tso or relaxed", isForReplay: true),
    Option(
      name: "--corpus", value: "FOLDER",
      help: [
        "scenarios to race first, and where findings are saved; made where",
        "missing (default: `corpus` in the current folder, where that exists)",
      ],
      brief: "scenarios to race first; findings are saved there", isForReplay: false),
    Option(
      name: "--outcomes", value: nil,
      help: [
        "replay: race to the end, and print every outcome with its grade;",
        "prove: race a file freely, too, and print what the proof has not seen",
      ],
      brief: "print outcomes: with grades, or what a proof left out", isForReplay: true),
    Option(
      name: "--bound", value: "N",
      help: [
        "prove: every schedule with at most N preemptions",
        "(default: every schedule, by one of each class of equal ones)",
      ],
      brief: "every schedule with at most N preemptions", isForReplay: false),
    Option(
      name: "--schedules", value: "N",
      help: ["prove: schedules after which to give up (default: 1e5)"],
      brief: "schedules after which to give up", isForReplay: false),
    Option(
      name: "--resume", value: nil,
      help: ["go on where the last run with this corpus was left, however it ended"],
      brief: "go on where the last run was left", isForReplay: false),
    Option(
      name: "--shard", value: "I/N",
      help: [
        "race the I-th of N parts of the run with that --seed; all parts together",
        "are the run (default: RXFUZZ_SHARDS, with JOB_COMPLETION_INDEX,",
        "SLURM_ARRAY_TASK_ID or PARALLEL_SEQ)",
      ],
      brief: "race the I-th of N parts of the run", isForReplay: false),
    Option(
      name: "--memory-limit-megabytes", value: "N",
      help: [
        "a worker that takes more is followed by another one",
        "(default: \(CampaignLimits.memoryMegabytesMax))",
      ],
      brief: "bound of a worker's memory", isForReplay: false),
    Option(
      name: "--report", value: "FILE",
      help: ["also write what was found: .html, .json, .xml (JUnit) or .sarif"],
      brief: "also write the findings: .html .json .xml .sarif", isForReplay: true),
    Option(
      name: "--baseline", value: "FILE",
      help: ["the .json report of an earlier run, which the report is compared with"],
      brief: "the .json report to compare with", isForReplay: true),
    Option(
      name: "--events", value: "FILE",
      help: ["also write the run as lines of JSON; -: on standard output"],
      brief: "also write the run as lines of JSON; -: to stdout", isForReplay: true),
    Option(
      name: "--known", value: "FOLDER",
      help: [
        "failures saved there are counted, and do not fail the run (default: the",
        "corpus, for libraries whose corpus holds their defects)",
      ],
      brief: "failures saved there do not fail the run", isForReplay: false),
    Option(
      name: "--fail-fast", value: nil, help: ["end at the first finding"], isForReplay: false),
    Option(
      name: "--shrink-seconds", value: "N",
      help: [
        "how long the shrinking of one finding may take; 0 leaves findings as",
        "they are found (default: \(ShrinkLimits.secondsDefault); also for shrink)",
      ],
      brief: "how long one finding may be shrunk; 0: not at all", isForReplay: false),
    Option(
      name: "--quiet", value: nil, help: ["print findings and the summary only"],
      isForReplay: true),
    Option(name: "--help", value: nil, help: ["print this page"], isForReplay: true),
    Option(name: "--version", value: nil, help: ["print the version"], isForReplay: true),
  ]

  /// What every command takes.
  static let everywhere = ["--help", "--version"]

  /// As usage lines show it.
  var usage: String { name + (value.map { " \($0)" } ?? "") }

  /// What is in force where it is not given.
  var defaultWords: String {
    let text = help.joined(separator: " ")
    guard let start = text.firstRange(of: "(default: ")?.upperBound else { return "off" }
    var depth = 1
    let rest = text[start...]
    let end = rest.indices.first { index in
      if rest[index] == "(" { depth += 1 }
      if rest[index] == ")" { depth -= 1 }
      return depth == 0
    }
    return String(rest[..<(end ?? rest.endIndex)])
  }

  /// What completes its value.
  enum Completion: Equatable {
    case nothing
    case files
    case folders
    case words([String])
  }

  var completion: Completion {
    switch value {
    case "FILE": .files
    case "FOLDER": .folders
    case "ENGINE": .words(EngineChoice.allCases.map(\.rawValue))
    case "MODEL": .words(MemoryModel.allCases.map(\.name))
    case "NAME": .words(StrategyTable.all.map(\.name))
    default: .nothing
    }
  }

  static func named(_ name: some StringProtocol) -> Option? { all.first { $0.name == name } }
}
