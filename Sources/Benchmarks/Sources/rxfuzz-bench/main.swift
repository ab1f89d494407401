import RxCore
import RxCoreAdapter
import RxFuzzKit
import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Prints, side by side in one run, how many true races a second the usual way and the engine make of the
// same family of scenarios, then the engine with everything that the generator draws.
// Usage: rxfuzz-bench [seconds for each row] [--engine-only]

// The second run of `make bench`, of a build without instrumentation, needs no more than the engine's rows.
let isEngineOnly = CommandLine.arguments.contains("--engine-only")
let secondsArgument =
  CommandLine.arguments.dropFirst().first { $0 != "--engine-only" } ?? "4"
guard let seconds = Double(secondsArgument), seconds > 0, seconds <= 3600 else {
  print("'\(secondsArgument)' is no duration: give the seconds for each row, above 0, at most 3600")
  exit(64)
}

// Errors that nobody receives are part of what is drawn; to print them would be part of what is measured.
Hooks.defaultErrorHandler = { _, _ in }

let library = RxCoreLibrary()
let family: (UInt64) -> Scenario = {
  ScenarioGenerator.benchmarkFamily(library: library.name, seed: 42, batch: $0)
}
let generator = ScenarioGenerator(library: library)

let build = ExploreEngine.isSupported ? "instrumented" : "without instrumentation"
print("build \(BuildKind.current), \(build)")
print(Measurement.header)
if !isEngineOnly {
  print(UsualMethod().measure(family, seconds: seconds).row("usual way, create chains"))
}
let engine = EngineMethod(library: library)
print(engine.measure(family, seconds: seconds).row("engine, create chains"))
var scenarios = generator.scenarios(seed: 42).makeIterator()
// The sequence has no end.
let everything = engine.measure({ _ in scenarios.next()! }, seconds: seconds)
print(everything.row("engine, all that is generated"))
print("resident memory at the end: \(Memory.residentMegabytes()) MB")
if ExploreEngine.isSupported, !isEngineOnly {
  print()
  print(ExploreMethod.header)
  let explore = try ExploreMethod(library: RxCoreLibrary(countsResources: false))
  for strategy in [StrategyTable.portfolio] + StrategyTable.sampling {
    print(explore.row(strategy, seconds: seconds))
  }
}
