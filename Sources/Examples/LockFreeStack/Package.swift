// swift-tools-version:6.2
import PackageDescription

// What races and its tests are instrumented, so that schedules under control see their accesses to memory.
let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]

let package = Package(
  name: "LockFreeStack",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../../..")],
  targets: [
    .target(
      name: "LockFreeStack",
      swiftSettings: instrumented),
    .testTarget(
      name: "LockFreeStackTests",
      dependencies: [
        "LockFreeStack", .product(name: "ScheduleTesting", package: "rxfuzz"),
      ],
      swiftSettings: instrumented),
  ],
  swiftLanguageModes: [.v6]
)
