// swift-tools-version:6.2
import PackageDescription

// Plants known bugs into a copy of RxCore and demands that the ordinary run finds each; and says what of RxCore that run
// does not reach.
let package = Package(
  name: "rxfuzz-mutants",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Planting", targets: ["Planting"])],
  targets: [
    .target(name: "Planting"),
    .executableTarget(name: "rxfuzz-mutants", dependencies: ["Planting"]),
    .executableTarget(name: "rxfuzz-mutants-explore", dependencies: ["Planting"]),
    .target(name: "CodeCoverage"),
    .executableTarget(name: "rxfuzz-code-coverage", dependencies: ["CodeCoverage", "Planting"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
