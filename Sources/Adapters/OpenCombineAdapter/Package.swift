// swift-tools-version:6.2
import PackageDescription

// A package of its own, so that the root package depends on nothing. SwiftPM knows a package by the name
// of its folder and confuses two of one name, so this folder cannot be called OpenCombine, as its dependency is.
let package = Package(
  name: "rxfuzz-opencombine",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rxfuzz", path: "../../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(
      name: "OpenCombineAdapter",
      dependencies: [
        .product(name: "RxFuzzKit", package: "rxfuzz"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    .executableTarget(
      name: "rxfuzz-opencombine",
      dependencies: [
        "OpenCombineAdapter",
        .product(name: "RxFuzzCommand", package: "rxfuzz"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
