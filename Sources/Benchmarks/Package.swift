// swift-tools-version:6.2
import PackageDescription

// A package of its own, so that measuring code, and what is measured beside RxCore, never becomes part of what is
// shipped. `make bench` runs it in release.
//
// RxSwift and ReactiveSwift are measured where RXSWIFT_PATH and REACTIVESWIFT_PATH name checkouts of them.
let package = Package(
  name: "rxfuzz-bench",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rxfuzz", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "rxfuzz-bench",
      dependencies: [
        .product(name: "RxFuzzKit", package: "rxfuzz"),
        .product(name: "ScheduleKit", package: "rxfuzz"),
        .product(name: "RxCore", package: "rxfuzz"),
        .product(name: "RxCoreAdapter", package: "rxfuzz"),
      ]),
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "rxcore-bench",
      dependencies: [
        "CAllocationCount",
        .product(name: "RxCore", package: "rxfuzz"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for (variable, name) in [("RXSWIFT_PATH", "RxSwift"), ("REACTIVESWIFT_PATH", "ReactiveSwift")] {
  guard let path = Context.environment[variable] else { continue }
  package.dependencies.append(.package(name: name, path: path))
  for target in package.targets where target.name == "rxcore-bench" {
    target.dependencies.append(.product(name: name, package: name))
    // Not `canImport`, which finds modules that an earlier build has left behind.
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("HAS_" + name.uppercased())]
  }
}

for target in package.targets where target.name != "CAllocationCount" {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}
