// swift-tools-version:6.2
import PackageDescription

// An adapter to begin with: copy this folder, put your library's package in the place of the target `Skeleton`, and bind
// one row after the other. The path of the package `rxfuzz` is where you keep this repository.
let package = Package(
  name: "rxfuzz-skeleton",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../../..")],
  targets: [
    .target(name: "Skeleton"),
    .target(
      name: "SkeletonAdapter",
      dependencies: ["Skeleton", .product(name: "RxFuzzKit", package: "rxfuzz")]),
    .executableTarget(
      name: "rxfuzz-skeleton",
      dependencies: ["SkeletonAdapter", .product(name: "RxFuzzCommand", package: "rxfuzz")]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
