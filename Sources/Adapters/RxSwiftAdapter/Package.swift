// swift-tools-version:6.2
import Foundation
import PackageDescription

// RXSWIFT_PATH names a checkout of RxSwift, 5.1 or later. Its sources become a target of this package, unmodified, through
// the link `Library`: so they can be compiled with the instrumentation that explore needs, and no package of one name meets
// another. Where manifests may not write (macOS), make the link by hand: ln -sfn "$RXSWIFT_PATH" Library
//
// Without it this package depends on that of RxSwift, in whichever version 6 its user has: for tests of operators of one's own.
// Explore sees no more of RxSwift then than locks, queues and callbacks. SwiftPM knows a package by the name of its folder and
// confuses two of one name, so this folder cannot be called RxSwift.
//
// What a version has is read off the checkout here, and SwiftPM remembers what a manifest said: where another version takes the
// place of one at the same path, build with `--manifest-cache none`, as `make` does.
let link = Context.packageDirectory + "/Library"
let files = FileManager.default
let checkout = Context.environment["RXSWIFT_PATH"]
if let checkout, (try? files.destinationOfSymbolicLink(atPath: link)) != checkout {
  try? files.removeItem(atPath: link)
  try? files.createSymbolicLink(atPath: link, withDestinationPath: checkout)
}
if checkout != nil, !files.fileExists(atPath: link + "/Sources/RxSwift") {
  fatalError("set RXSWIFT_PATH to a checkout of github.com/ReactiveX/RxSwift, by its full path")
}

/// What is no Swift source there, where that version has it.
func others(_ folder: String) -> [String] {
  let names = (try? files.contentsOfDirectory(atPath: link + "/" + folder)) ?? []
  return names.filter { !$0.hasSuffix(".swift") }.sorted()
}

/// Whether a file of the checkout has that text in it; without a checkout nothing is known.
func says(_ text: String, _ file: String) -> Bool {
  guard checkout != nil else { return false }
  return (try? String(contentsOfFile: link + "/Sources/RxSwift/" + file, encoding: .utf8))?
    .contains(text) ?? false
}

let isVersion5 = checkout != nil && !says("func observe(on", "ObserveOn.swift")
// What the adapter brings along where the checkout is too old to have it.
let names: [SwiftSetting] = [
  (
    "RXSWIFT_INFALLIBLE_COLLECTIONS",
    says("Collection", "Infallible+CombineLatest+Collection.swift")
  ),
  (
    "RXSWIFT_INFALLIBLE_TUPLES",
    says("Infallible<(O1.Element", "Infallible+CombineLatest+arity.swift")
  ),
  ("RXSWIFT_VALUES", says("var values", "Observable+Concurrency.swift")),
  ("RXSWIFT_ASYNC_SEQUENCES", says("extension AsyncSequence", "Observable+Concurrency.swift")),
  (
    "RXSWIFT_AWAITED_TRAITS",
    says("var value", "PrimitiveSequence+Concurrency.swift")
      && !says("!os(Linux)", "PrimitiveSequence+Concurrency.swift")
  ),
  (
    "RXSWIFT_CREATED_SINGLES",
    says("async throws -> Element", "PrimitiveSequence+Concurrency.swift")
      && !says("!os(Linux)", "PrimitiveSequence+Concurrency.swift")
  ),
  ("RXSWIFT_SUBSCRIBES_WITH", says("with object: Object", "ObservableType+Extensions.swift")),
  ("RXSWIFT_SAFE_RELAYS", says("func asInfallible()", "../RxRelay/PublishRelay.swift")),
  ("RXSWIFT_VERSION6", !isVersion5),
].filter(\.1).map { .define($0.0) }

// Version 5 has other names for most operators, and lacks others.
let leftOut =
  isVersion5
  ? [
    "Rx/Bindings+Forms", "Bindings+FormsOfTime", "Rx/Bindings+Infallible", "Rx/Bindings+Maybe",
    "Bindings+Observed", "Rx/Bindings+Single", "Bindings+Subscribing", "Rx/Bindings+Traits",
    "Bindings+Version6", "Checks+Arities", "Checks+AritiesOfTuples",
    "Checks+AritiesWritten",
    "Checks+Buffers", "Checks+DisposableCases", "Checks+Events",
    "Checks+Forms", "Checks+Goodbyes", "Checks+Growth", "Checks+Hooks", "Checks+Marbles",
    "Checks+Objects", "Checks+Operators",
    "Checks+OperatorsAtOnce", "Checks+OperatorsInTime", "Checks+OperatorsOfMany",
    "Checks+OperatorsOfTraits", "Checks+OperatorsSafe", "Checks+Pairs",
    "Checks+Reentry", "Checks+Subjects", "Checks+Variations", "CheckedSubject", "Names+Version6",
  ] : ["Names+Version5"]

// Up to 6.8 the library derives from Foundation's lock without the import that compilers since 6.0 ask for on Linux: a lock of
// that name in the library's own module takes its place.
let derivesFromLock =
  says("AtomicInt: NSLock", "AtomicInt.swift")
  && !says("import CoreFoundation", "AtomicInt.swift")
let library = "Library/Sources/RxSwift"

/// What lies in a folder of the checkout beside that.
func beside(_ name: String, in folder: String) -> [String] {
  let names =
    (try? files.contentsOfDirectory(atPath: Context.packageDirectory + "/" + folder)) ?? []
  return names.filter { $0 != name }.sorted().map { folder + "/" + $0 }
}

let plain: [SwiftSetting] = [.unsafeFlags(["-suppress-warnings"])]
let rxSwift: Target =
  derivesFromLock
  ? .target(
    name: "RxSwift", path: ".",
    exclude: others("Sources/RxSwift").map { library + "/" + $0 }
      + beside("Sources", in: "Library") + beside("RxSwift", in: "Library/Sources")
      + beside("SubclassableLock", in: "Sources"),
    sources: [library, "Sources/SubclassableLock"], swiftSettings: plain)
  : .target(
    name: "RxSwift", path: library, exclude: others("Sources/RxSwift"), swiftSettings: plain)
let rxRelay = Target.target(
  name: "RxRelay", dependencies: ["RxSwift"], path: "Library/Sources/RxRelay",
  exclude: others("Sources/RxRelay"), swiftSettings: plain)

let modules = ["RxSwift", "RxRelay"]
let package = Package(
  name: "rxfuzz-rxswift",
  platforms: [.macOS(.v15)],
  products: [.library(name: "RxSwiftAdapter", targets: ["RxSwiftAdapter"])]
    + (checkout == nil ? [] : modules.map { .library(name: $0, targets: [$0]) }),
  dependencies: [.package(name: "rxfuzz", path: "../../..")]
    + (checkout == nil
      ? [.package(url: "https://github.com/ReactiveX/RxSwift", from: "6.0.0")] : []),
  targets: (checkout == nil ? [] : [rxSwift, rxRelay]) + [
    .target(
      name: "RxSwiftAdapter",
      dependencies: [.product(name: "RxFuzzKit", package: "rxfuzz")]
        + modules.map {
          checkout == nil ? .product(name: $0, package: "RxSwift") : .byName(name: $0)
        },
      exclude: leftOut.map { $0 + ".swift" },
      swiftSettings: [.treatAllWarnings(as: .error)] + names),
    .executableTarget(
      name: "rxfuzz-rxswift",
      dependencies: ["RxSwiftAdapter", .product(name: "RxFuzzCommand", package: "rxfuzz")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  // The library was written before Swift checked concurrency, and so is what speaks to it.
  swiftLanguageModes: [.v5]
)

// Explore sees every access of what is compiled with ThreadSanitizer's instrumentation, whose calls the kit answers.
// RXFUZZ_PLAIN turns it off, and gives the library the speed that its users see.
#if os(Linux) && (arch(x86_64) || arch(arm64))
  if checkout != nil, Context.environment["RXFUZZ_PLAIN"] == nil {
    for target in package.targets where modules.contains(target.name) {
      target.swiftSettings! += [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]
    }
    for target in package.targets where target.name == "RxSwiftAdapter" {
      target.swiftSettings! += [.define("INSTRUMENTED")]
    }
  }
#endif
