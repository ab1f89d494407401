// swift-tools-version:6.2
import PackageDescription

// A package of its own, so that measuring code never becomes part of what is shipped.
// `make bench` runs it in release.
let package = Package(
  name: "rxfuzz-bench",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../..")],
  targets: [
    .executableTarget(
      name: "rxfuzz-bench",
      dependencies: [
        .product(name: "RxFuzzKit", package: "rxfuzz"),
        .product(name: "RxCore", package: "rxfuzz"),
        .product(name: "RxCoreAdapter", package: "rxfuzz"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
