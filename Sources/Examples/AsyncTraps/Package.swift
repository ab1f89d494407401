// swift-tools-version:6.2
import PackageDescription

// What races and its tests are instrumented, so that schedules under control see their accesses to memory.
let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]

let package = Package(
  name: "AsyncTraps",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../../..")],
  targets: [
    .target(
      name: "AsyncTraps",
      swiftSettings: instrumented),
    .testTarget(
      name: "AsyncTrapsTests",
      dependencies: [
        "AsyncTraps", .product(name: "ScheduleTesting", package: "rxfuzz"),
      ],
      swiftSettings: instrumented),
  ],
  swiftLanguageModes: [.v6]
)
