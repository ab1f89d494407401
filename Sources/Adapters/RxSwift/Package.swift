// swift-tools-version:6.2
import Foundation
import PackageDescription

// RXSWIFT_PATH names a checkout of RxSwift, 5.1 or later. Its sources become a target of this package, unmodified, through
// the link `Library`: so they can be compiled with the instrumentation that explore needs, and no package of one name meets
// another. Where manifests may not write (macOS), make the link by hand: ln -sfn "$RXSWIFT_PATH" Library
//
// What a version has is read off the checkout here, and SwiftPM remembers what a manifest said: where another version takes the
// place of one at the same path, build with `--manifest-cache none`, as `make` does.
let link = Context.packageDirectory + "/Library"
let files = FileManager.default
if let path = Context.environment["RXSWIFT_PATH"],
  (try? files.destinationOfSymbolicLink(atPath: link)) != path
{
  try? files.removeItem(atPath: link)
  try? files.createSymbolicLink(atPath: link, withDestinationPath: path)
}
guard files.fileExists(atPath: link + "/Sources/RxSwift") else {
  fatalError("set RXSWIFT_PATH to a checkout of github.com/ReactiveX/RxSwift, by its full path")
}

/// What is no Swift source there, where that version has it.
func others(_ folder: String) -> [String] {
  let names = (try? files.contentsOfDirectory(atPath: link + "/" + folder)) ?? []
  return names.filter { !$0.hasSuffix(".swift") }.sorted()
}

/// Whether a file of the library has that text in it.
func says(_ text: String, _ file: String) -> Bool {
  (try? String(contentsOfFile: link + "/Sources/RxSwift/" + file, encoding: .utf8))?
    .contains(text) ?? false
}

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
  ("RXSWIFT_VERSION6", says("func observe(on", "ObserveOn.swift")),
].filter(\.1).map { .define($0.0) }

// Version 5 has other names for most operators, and lacks others.
let isVersion5 = !says("func observe(on", "ObserveOn.swift")
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

let rxSwift: Target =
  derivesFromLock
  ? .target(
    name: "RxSwift", path: ".",
    exclude: others("Sources/RxSwift").map { library + "/" + $0 }
      + beside("Sources", in: "Library") + beside("RxSwift", in: "Library/Sources")
      + beside("SubclassableLock", in: "Sources"),
    sources: [library, "Sources/SubclassableLock"],
    swiftSettings: [.unsafeFlags(["-suppress-warnings"])])
  : .target(
    name: "RxSwift", path: library, exclude: others("Sources/RxSwift"),
    swiftSettings: [.unsafeFlags(["-suppress-warnings"])])

let package = Package(
  name: "rxfuzz-rxswift",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rxfuzz", path: "../../..")],
  targets: [
    rxSwift,
    .target(
      name: "RxRelay", dependencies: ["RxSwift"], path: "Library/Sources/RxRelay",
      exclude: others("Sources/RxRelay"), swiftSettings: [.unsafeFlags(["-suppress-warnings"])]),
    .target(
      name: "RxSwiftAdapter",
      dependencies: ["RxSwift", "RxRelay", .product(name: "RxFuzzKit", package: "rxfuzz")],
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
  if Context.environment["RXFUZZ_PLAIN"] == nil {
    for target in package.targets where ["RxSwift", "RxRelay"].contains(target.name) {
      target.swiftSettings! += [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]
    }
    for target in package.targets where target.name == "RxSwiftAdapter" {
      target.swiftSettings! += [.define("INSTRUMENTED")]
    }
  }
#endif
