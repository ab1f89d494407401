// swift-tools-version:6.2
import PackageDescription

// RxCore under libFuzzer: its bytes are choices, and what they mean is a scenario that is raced. Build it with
// `RXFUZZ_PLAIN=1 swift build --package-path Sources/Fuzzing --sanitize=fuzzer`.
let package = Package(
  name: "rxfuzz-libfuzzer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../..")],
  targets: [
    // What the runtime of libFuzzer offers to programs that have a main function of their own.
    .target(name: "CLibFuzzer"),
    .executableTarget(
      name: "rxfuzz-libfuzzer",
      dependencies: [
        "CLibFuzzer", .product(name: "RxFuzzKit", package: "rxfuzz"),
        .product(name: "RxCoreAdapter", package: "rxfuzz"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CLibFuzzer" {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
