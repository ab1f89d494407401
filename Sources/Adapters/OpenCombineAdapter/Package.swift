// swift-tools-version:6.2
import Foundation
import PackageDescription

// A package of its own, so that the root package depends on nothing. SwiftPM knows a package by the name
// of its folder and confuses two of one name, so this folder cannot be called OpenCombine, as its dependency is.
//
// OPENCOMBINE_PATH names a checkout of OpenCombine, 0.9 or later. Its sources become targets of this package, unmodified, through
// the link `Library`: so they can be compiled with the instrumentation that explore needs. Without it, the package is
// downloaded at the version below, and explore sees no more of it than locks, queues and callbacks.
//
// What a version has is read off the checkout here, and SwiftPM remembers what a manifest said: where another version takes the
// place of one at the same path, build with `--manifest-cache none`, as `make` does.
let link = Context.packageDirectory + "/Library"
let files = FileManager.default
let checkout = Context.environment["OPENCOMBINE_PATH"]
if let checkout, (try? files.destinationOfSymbolicLink(atPath: link)) != checkout {
  try? files.removeItem(atPath: link)
  try? files.createSymbolicLink(atPath: link, withDestinationPath: checkout)
}
if checkout != nil, !files.fileExists(atPath: link + "/Sources/OpenCombine") {
  fatalError(
    "OPENCOMBINE_PATH is no checkout of github.com/OpenCombine/OpenCombine, by its full path")
}

/// What is no Swift source there.
func others(_ folder: String) -> [String] {
  (files.enumerator(atPath: link + "/" + folder)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".gyb") }.sorted()
}

/// Whether a file of the library says something.
func says(_ file: String, _ text: String) -> Bool {
  let source = try? String(
    contentsOfFile: link + "/Sources/OpenCombine/\(file).swift", encoding: .utf8)
  return source?.contains(text) == true
}

/// Which of the operators and bridges that versions differ in are there.
func operators() -> [SwiftSetting] {
  let all = [
    "Catch", "Debounce", "PrefixUntilOutput", "Retry", "SwitchToLatest", "Throttle", "Timeout",
    "Zip",
  ]
  let members: [SwiftSetting] = [
    ("HAS_VALUES", files.fileExists(atPath: link + "/Sources/OpenCombine/Concurrency")),
    ("HAS_OBJECTS", says("ObservableObject", "Mirror(reflecting")),
    (
      "HAS_UNFAILING",
      says("Publishers/Publishers.FlatMap", "Publisher where Failure == Never")
    ),
    ("HAS_ASSIGNPUBLISHED", says("Published", "func assign(to published")),
  ].filter { checkout == nil || $0.1 }.map { .define($0.0) }
  guard checkout != nil else {
    return members + all.map { .define("HAS_" + $0.uppercased()) }
  }
  let names = Set(
    (try? files.contentsOfDirectory(atPath: link + "/Sources/OpenCombine/Publishers")) ?? [])
  return members
    + all.filter { name in
      ["", "GENERATED-"].contains { names.contains("\($0)Publishers.\(name).swift") }
    }.map { .define("HAS_" + $0.uppercased()) }
}

let foundationFolder = "Sources/OpenCombineFoundation"
/// The bridges to Foundation that can be compiled here. Two of them ask for a run loop's `getCFRunLoop`, which other systems than
/// Apple's do not give any more, where that is not left to a file of its own, as it is since 0.11.
let foundation: [String] = {
  let portable = ["NotificationCenter", "OperationQueue+Scheduler"]
  let all = portable + ["RunLoop+Scheduler", "Timer+Publisher"]
  guard checkout != nil else { return all }
  let names = Set((try? files.contentsOfDirectory(atPath: link + "/" + foundationFolder)) ?? [])
  let isPortable = files.fileExists(atPath: link + "/\(foundationFolder)/Helpers/Portability.swift")
  return (isPortable ? all : portable).filter { names.contains($0 + ".swift") }
}()
/// What the checks of these are built by.
func bridgesToFoundation() -> [SwiftSetting] {
  foundation.map { .define("HAS_" + $0.prefix { $0 != "+" }.uppercased()) }
}

let plain: [SwiftSetting] = [.unsafeFlags(["-suppress-warnings"])]
let library: [Target] = [
  .target(
    name: "COpenCombineHelpers", path: "Library/Sources/COpenCombineHelpers",
    cxxSettings: [.unsafeFlags(["-w"])]),
  .target(
    name: "OpenCombine", dependencies: ["COpenCombineHelpers"],
    path: "Library/Sources/OpenCombine", exclude: others("Sources/OpenCombine"),
    swiftSettings: plain),
  .target(
    name: "OpenCombineDispatch", dependencies: ["OpenCombine"],
    path: "Library/Sources/OpenCombineDispatch", swiftSettings: plain),
  .target(
    name: "OpenCombineFoundation", dependencies: ["OpenCombine", "COpenCombineHelpers"],
    path: "Library/" + foundationFolder,
    exclude: ["RunLoop+Scheduler", "Timer+Publisher"].filter { !foundation.contains($0) }
      .map { $0 + ".swift" }
      .filter { files.fileExists(atPath: link + "/\(foundationFolder)/" + $0) },
    swiftSettings: plain),
]
let modules = ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"]
let products: [Target.Dependency] = modules.map {
  checkout == nil ? .product(name: $0, package: "OpenCombine") : .byName(name: $0)
}

let package = Package(
  name: "rxfuzz-opencombine",
  platforms: [.macOS(.v15)],
  products: [.library(name: "OpenCombineAdapter", targets: ["OpenCombineAdapter"])]
    + (checkout == nil ? [] : modules.map { .library(name: $0, targets: [$0]) }),
  dependencies: [.package(name: "rxfuzz", path: "../../..")]
    + (checkout == nil
      ? [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")] : []),
  targets: (checkout == nil ? [] : library) + [
    .target(
      name: "OpenCombineAdapter",
      dependencies: [.product(name: "RxFuzzKit", package: "rxfuzz")] + products,
      swiftSettings: [.treatAllWarnings(as: .error)] + operators() + bridgesToFoundation()),
    .executableTarget(
      name: "rxfuzz-opencombine",
      dependencies: ["OpenCombineAdapter", .product(name: "RxFuzzCommand", package: "rxfuzz")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  // The library was written before Swift checked concurrency, and so is what speaks to it.
  swiftLanguageModes: [.v5],
  cxxLanguageStandard: .cxx17
)

// Explore sees every access of what is compiled with ThreadSanitizer's instrumentation, whose calls the kit answers.
// RXFUZZ_PLAIN turns it off, and gives the library the speed that its users see.
#if os(Linux) && (arch(x86_64) || arch(arm64))
  if checkout != nil, Context.environment["RXFUZZ_PLAIN"] == nil {
    for target in package.targets
    where modules.contains(target.name) {
      target.swiftSettings! += [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]
    }
    for target in package.targets where target.name == "OpenCombineAdapter" {
      target.swiftSettings! += [.define("INSTRUMENTED")]
    }
  }
#endif
