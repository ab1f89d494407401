// swift-tools-version:6.2
import PackageDescription

// What races and its tests are instrumented, so that schedules under control see their accesses to memory.
let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]

let package = Package(
  name: "CombineOperator",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(name: "rxfuzz", path: "../../.."),
    .package(path: "../../Adapters/OpenCombineAdapter"),
  ],
  targets: [
    .target(
      name: "CombineOperator",
      dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
      swiftSettings: instrumented),
    .testTarget(
      name: "CombineOperatorTests",
      dependencies: [
        "CombineOperator", .product(name: "RxFuzzTesting", package: "rxfuzz"),
        .product(name: "OpenCombineAdapter", package: "OpenCombineAdapter"),
      ],
      swiftSettings: instrumented),
  ],
  // OpenCombine was written before Swift checked concurrency.
  swiftLanguageModes: [.v5]
)
