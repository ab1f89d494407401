// swift-tools-version:6.2
import PackageDescription

// RxCore under libFuzzer: its bytes are choices, and what they mean is a scenario that is raced. Build it with
// `RXFUZZ_PLAIN=1 swift build --package-path Sources/Fuzzing --sanitize=fuzzer`, without which it has no main function.
let package = Package(
  name: "rxfuzz-libfuzzer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../..")],
  targets: [
    .executableTarget(
      name: "rxfuzz-libfuzzer",
      dependencies: [
        .product(name: "RxFuzzKit", package: "rxfuzz"),
        .product(name: "RxCoreAdapter", package: "rxfuzz"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
