// swift-tools-version:6.2
import PackageDescription

// Breaks RxCore blindly, one place at a time, and says which of these faults the ordinary run finds. A package of its
// own, because it reads Swift with swift-syntax, which nothing else here needs.
let package = Package(
  name: "rxfuzz-mutate",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rxfuzz-mutants", path: "../Driver"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(
      name: "Mutation",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
      ]),
    .executableTarget(
      name: "rxfuzz-mutate",
      dependencies: ["Mutation", .product(name: "Planting", package: "rxfuzz-mutants")]),
    .testTarget(name: "MutationTests", dependencies: ["Mutation"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
