import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Prints, for each kernel and strategy, the mean number of schedules up to the first that fails, over 20 trials,
// beside what was published. Arguments are names of the kernels to run; without any, all are.

let trials = 20
/// A trial that finds nothing in so many schedules counts with this number, and is marked.
let schedulesMax = 10_000
/// A deadlock leaves its threads behind, so what deadlocks is not tried as often.
let strategies = [StrategyTable.portfolio] + StrategyTable.sampling

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

/// Mean schedules up to the first failing one, and the trials that found none.
func trial(_ kernel: Kernel, _ strategy: StrategyRow) -> (mean: Double, missed: Int) {
  var sum = 0
  var missed = 0
  for seed in 1...trials {
    let report = ScheduleHunt(kernel.runner, strategy: strategy, seed: UInt64(seed))
      .search(schedulesMax: schedulesMax)
    sum += report.schedules
    if !report.hasFailed { missed += 1 }
  }
  return (Double(sum * 10 / trials) / 10, missed)
}

print(
  pad("kernel", 17) + strategies.map { padLeft($0.name, 12) }.joined()
    + Kernel.Published.names.map { padLeft($0, 9) }.joined() + " (published)")
var published = 0
var fewerThanDrawn = 0
var fewerThanAll = 0
let wanted = CommandLine.arguments.dropFirst()
for kernel in Kernels.all where wanted.isEmpty || wanted.contains(kernel.name) {
  var line = pad(kernel.name, 17)
  var ours = Double.infinity
  for strategy in strategies {
    let (mean, missed) = trial(kernel, strategy)
    if strategy.name == StrategyTable.portfolio.name, missed == 0 { ours = mean }
    line += padLeft(missed == 0 ? "\(mean)" : ">\(mean) -\(missed)", 12)
  }
  if let figures = kernel.published {
    for figure in figures.all { line += padLeft(figure.map { "\($0)" } ?? "", 9) }
    published += 1
    fewerThanDrawn += figures.drawn.allSatisfy { ours < $0 ?? .infinity } ? 1 : 0
    fewerThanAll += figures.all.allSatisfy { ours < $0 ?? .infinity } ? 1 : 0
  }
  print(line)
}
print(
  "of \(published) rows the portfolio needs fewer schedules than the best of SURW, POS and PCT in "
    + "\(fewerThanDrawn), and than that and RFF, which learns from its runs, in \(fewerThanAll)")
