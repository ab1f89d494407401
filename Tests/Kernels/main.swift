import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Prints, for each kernel and strategy, the mean number of schedules up to the first that fails, over 20 trials,
// beside what was published.

let trials = 20
/// A trial that finds nothing in so many schedules counts with this number, and is marked.
let schedulesMax = 10_000
/// A deadlock leaves its threads behind, so what deadlocks is not tried as often.
let strategies = [StrategyTable.portfolio] + StrategyTable.sampling

guard ExploreEngine.isSupported else {
  print(ExploreEngine.unsupportedNotice)
  exit(70)
}

func padLeft(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

print(
  pad("kernel", 17) + strategies.map { padLeft($0.name, 11) }.joined()
    + ["SURW", "POS", "PCT-3"].map { padLeft($0, 8) }.joined() + " (published)")
for kernel in Kernels.all {
  var line = pad(kernel.name, 17)
  for strategy in strategies {
    var sum = 0
    var missed = 0
    for seed in 1...trials {
      let report = ScheduleHunt(KernelRunner(kernel), strategy: strategy, seed: UInt64(seed))
        .search(schedulesMax: schedulesMax)
      sum += report.schedules
      if !report.hasFailed { missed += 1 }
    }
    let mean = Double(sum * 10 / trials) / 10
    line += padLeft(missed == 0 ? "\(mean)" : ">\(mean) -\(missed)", 11)
  }
  let published = kernel.published
  for figure in [published?.surw, published?.pos, published?.pct3] {
    line += padLeft(figure.map { "\($0)" } ?? "", 8)
  }
  print(line)
}
