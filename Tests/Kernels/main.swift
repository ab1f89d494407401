import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Prints, for each kernel and strategy, the mean number of schedules up to the first that fails, over 20 trials,
// beside what was published. Arguments are names of the kernels to run, `seed=` with the first of the seeds, and
// `only=` with the one strategy to run; without any, all are.

let trials = 20
/// A trial that finds nothing in so many schedules counts with this number, and is marked.
let schedulesMax = 10_000

guard ScheduleSession.isSupported else {
  print(ScheduleSession.unsupportedNotice)
  exit(70)
}

func padLeft(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

let options = CommandLine.arguments.dropFirst().filter { $0.contains("=") }
func option(_ name: String) -> Substring? {
  options.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
}
let wanted = CommandLine.arguments.dropFirst().filter { !$0.contains("=") }
/// The trials' seeds, by default those that no strategy was chosen by.
let firstSeed = option("seed").flatMap { UInt64($0) } ?? 401
let strategies =
  option("only").map { name in StrategyTable.all.filter { $0.name == name } }
  ?? [StrategyTable.portfolio] + StrategyTable.sampling

/// Mean schedules up to the first failing one, and the trials that found none.
func trial(_ kernel: Kernel, _ strategy: StrategyRow) -> (mean: Double, missed: Int) {
  var sum = 0
  var missed = 0
  for seed in firstSeed..<firstSeed + UInt64(trials) {
    let report = ScheduleHunt(kernel.runner, strategy: strategy, seed: seed)
      .search(schedulesMax: schedulesMax)
    sum += report.schedules
    if !report.hasFailed { missed += 1 }
  }
  return (Double(sum * 10 / trials) / 10, missed)
}

/// Prints one cell, in a process of its own: what deadlocks leaves its threads behind.
func printCell(_ kernel: Kernel, _ strategy: StrategyRow) -> Never {
  let (mean, missed) = trial(kernel, strategy)
  print(padLeft(missed == 0 ? "\(mean)" : ">\(mean) -\(missed)", 12), terminator: "")
  fflush(nil)
  let ours = missed == 0 ? mean : .infinity
  exit(Kernel.Published.standings(of: ours, beside: kernel.published).code)
}

if let cell = option("cell") {
  guard let kernel = Kernels.all.first(where: { $0.name == cell }), let strategy = strategies.first
  else { exit(64) }
  printCell(kernel, strategy)
}

/// Runs this program for one cell; its exit code says how its mean compares.
func runCell(_ kernel: Kernel, _ strategy: StrategyRow) -> Int32 {
  let words = [
    CommandLine.arguments[0], "cell=" + kernel.name, "only=" + strategy.name, "seed=\(firstSeed)",
  ]
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var child = pid_t()
  var status: Int32 = 0
  guard let path = arguments[0], posix_spawn(&child, path, nil, nil, &arguments, environ) == 0,
    waitpid(child, &status, 0) == child, status & 0x7F == 0
  else {
    print(padLeft("crashed", 12), terminator: "")
    return 0
  }
  return (status >> 8) & 0xFF
}

print(
  pad("kernel", 17) + strategies.map { padLeft($0.name, 12) }.joined()
    + Kernel.Published.names.map { padLeft($0, 9) }.joined() + " (published)")
var standings: [Kernel.Published.Standings] = []
for kernel in Kernels.all where wanted.isEmpty || wanted.contains(kernel.name) {
  print(pad(kernel.name, 17), terminator: "")
  fflush(nil)
  let codes = strategies.map { runCell(kernel, $0) }
  if let figures = kernel.published {
    let standing = Kernel.Published.Standings(code: codes[0])
    standings.append(standing)
    print(figures.all.map { padLeft($0.map { "\($0)" } ?? "", 9) }.joined(), terminator: "")
    print("  " + standing.all.rawValue, terminator: "")
  }
  print()
}

func words(_ standings: [Kernel.Published.Standing]) -> String {
  let count = { standing in standings.filter { $0 == standing }.count }
  return "fewer in \(count(.first)) of \(standings.count - count(.alone)) rows, as many in "
    + "\(count(.even))"
}
print(
  "\(strategies[0].name) needs, of the best of SURW, POS and PCT: \(words(standings.map(\.drawn)))")
print("and of that and RFF, which learns from its runs: \(words(standings.map(\.all)))")
