// swift-tools-version:6.2
import PackageDescription

// Every Swift target is built under the same strict rules; see the loop at the end.
let package = Package(
  name: "rxfuzz",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "RxCore", targets: ["RxCore"]),
    .library(name: "RxCoreFoundation", targets: ["RxCoreFoundation"]),
    .library(name: "RxCoreTest", targets: ["RxCoreTest"]),
    .library(name: "ScheduleKit", targets: ["ScheduleKit"]),
    .library(name: "RxFuzzKit", targets: ["RxFuzzKit"]),
    .library(name: "RxFuzzCommand", targets: ["RxFuzzCommand"]),
    .library(name: "ScheduleTesting", targets: ["ScheduleTesting"]),
    .library(name: "RxFuzzTesting", targets: ["RxFuzzTesting"]),
    .library(name: "RxCoreAdapter", targets: ["RxCoreAdapter"]),
    .executable(name: "rxfuzz", targets: ["rxfuzz"]),
  ],
  targets: [
    .target(name: "RxCore"),
    .target(name: "RxCoreFoundation", dependencies: ["RxCore"]),
    .target(name: "RxCoreTest", dependencies: ["RxCore"]),
    .target(name: "CScheduleRuntime"),
    .target(name: "ScheduleKit", dependencies: ["CScheduleRuntime"]),
    .target(name: "RxFuzzKit", dependencies: ["ScheduleKit"]),
    .target(
      name: "RxCoreAdapter", dependencies: ["RxFuzzKit", "RxCore"], path: "Sources/Adapters/RxCore"),
    .target(name: "RxFuzzCommand", dependencies: ["RxFuzzKit", "ScheduleKit"]),
    .target(name: "ScheduleTesting", dependencies: ["ScheduleKit"]),
    .target(
      name: "RxFuzzTesting", dependencies: ["ScheduleTesting", "ScheduleKit", "RxFuzzKit"]),
    .executableTarget(name: "rxfuzz", dependencies: ["RxFuzzCommand", "RxCoreAdapter"]),
    .testTarget(
      name: "RxCoreTests", dependencies: ["RxCore", "RxCoreFoundation", "RxCoreTest"]),
    .testTarget(name: "ScheduleKitTests", dependencies: ["ScheduleKit"]),
    .testTarget(
      name: "RxFuzzKitTests",
      dependencies: [
        "RxFuzzKit", "ScheduleKit", "ScheduleTesting", "RxCore", "RxCoreAdapter",
        "CScheduleRuntime",
      ],
      exclude: ["Report/Golden", "Explore/Certificate"]),
    .testTarget(name: "ScheduleTestingTests", dependencies: ["ScheduleTesting"]),
    .testTarget(
      name: "RxFuzzTestingTests",
      dependencies: ["RxFuzzTesting", "RxFuzzKit", "RxCore", "RxCoreAdapter"]),
    .executableTarget(
      name: "rxfuzz-testbed", dependencies: ["RxFuzzCommand", "CScheduleRuntime"],
      path: "Tests/Testbed"),
    .executableTarget(
      name: "rxfuzz-kernels", dependencies: ["ScheduleKit"], path: "Tests/Kernels"),
    .testTarget(
      name: "CommandTests", dependencies: ["RxFuzzCommand", "rxfuzz-testbed"],
      exclude: ["Arguments/Golden"]),
    .testTarget(name: "RepositoryTests", exclude: ["Golden"]),
    .testTarget(
      name: "DetectionTests", path: "Tests/Detection",
      exclude: [
        "Mutants", "Mutation", "Driver/Package.swift", "Driver/Sources/rxfuzz-mutants",
        "Driver/Sources/rxfuzz-mutants-explore", "Driver/Sources/rxfuzz-code-coverage",
        "unreached.txt",
      ],
      sources: ["Tests", "Driver/Sources/Planting", "Driver/Sources/CodeCoverage"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CScheduleRuntime" {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}

// The tool's own engine is optimised in debug builds too: what is raced and judged a million times is never
// the code that somebody debugs, and RxCore, the code under test, stays as it is. Unsafe flags would make
// this package unusable as a versioned dependency, so they are there only where it is the root. RXFUZZ_UNOPTIMISED
// leaves the optimiser out: for quick builds while the engine itself is written or debugged.
let isRoot = !Context.packageDirectory.split(separator: "/").contains("checkouts")
if isRoot && Context.environment["RXFUZZ_UNOPTIMISED"] == nil {
  for target in package.targets where ["ScheduleKit", "RxFuzzKit"].contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }
}

// The code under test is compiled with ThreadSanitizer's instrumentation, whose calls CScheduleRuntime answers:
// that is how `explore` sees every access of it. Where another package is the root, that one instruments its own code,
// and the runtime is there to answer. RXFUZZ_PLAIN turns all of it off. The runtime is optimised in a debug build too,
// for it is called at every memory access.
#if os(Linux) && (arch(x86_64) || arch(arm64))
  if Context.environment["RXFUZZ_PLAIN"] == nil {
    for target in package.targets where target.name == "CScheduleRuntime" {
      target.cSettings = [.define("CSR_INSTRUMENTED")] + (isRoot ? [.unsafeFlags(["-O2"])] : [])
    }
    for target in package.targets
    where isRoot && ["RxCore", "ScheduleTestingTests", "RxFuzzTestingTests"].contains(target.name) {
      target.dependencies.append("CScheduleRuntime")
      target.swiftSettings =
        (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]
    }
    for target in package.targets where isRoot && target.name == "RxCoreAdapter" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.define("RXCORE_INSTRUMENTED")]
    }
  }
#endif

// RXFUZZ_CODE_COVERAGE counts what runs of RxCore; `make code-coverage` sets it. The counters lie in a file that is
// mapped into memory, hence the relocation: what a process has counted stays, however it ends.
if isRoot && Context.environment["RXFUZZ_CODE_COVERAGE"] != nil {
  for target in package.targets where target.name == "RxCore" {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags([
          "-profile-generate", "-profile-coverage-mapping", "-Xllvm", "-runtime-counter-relocation",
        ])
      ]
    target.linkerSettings = [.unsafeFlags(["-profile-generate"])]
  }
}
