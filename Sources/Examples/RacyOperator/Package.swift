// swift-tools-version:6.2
import PackageDescription

// What races and its tests are instrumented, so that schedules under control see their accesses to memory.
let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]

let package = Package(
  name: "RacyOperator",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../../..")],
  targets: [
    .target(
      name: "RacyOperator",
      dependencies: [.product(name: "RxCore", package: "rxfuzz")],
      swiftSettings: instrumented),
    .testTarget(
      name: "RacyOperatorTests",
      dependencies: [
        "RacyOperator", .product(name: "RxFuzzTesting", package: "rxfuzz"),
        .product(name: "RxCoreAdapter", package: "rxfuzz"),
      ],
      swiftSettings: instrumented),
  ],
  swiftLanguageModes: [.v6]
)
