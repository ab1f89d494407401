// swift-tools-version:6.2
import Foundation
import PackageDescription

// REACTIVESWIFT_PATH names a checkout of ReactiveSwift, 6.0 or later. Its sources become a target of this package, unmodified, through
// the link `Library`: so they can be compiled with the instrumentation that explore needs, and no package of one name meets
// another. Where manifests may not write (macOS), make the link by hand: ln -sfn "$REACTIVESWIFT_PATH" Library
//
// Without it this package depends on that of ReactiveSwift, in whichever version 7 its user has: for tests of operators of one's
// own. Explore sees no more of ReactiveSwift then than locks, queues and callbacks. SwiftPM knows a package by the name of its
// folder and confuses two of one name, so this folder cannot be called ReactiveSwift.
//
// What a version has is read off the checkout here, and SwiftPM remembers what a manifest said: where another version takes the
// place of one at the same path, build with `--manifest-cache none`, as `make` does.
let link = Context.packageDirectory + "/Library"
let files = FileManager.default
let checkout = Context.environment["REACTIVESWIFT_PATH"]
if let checkout, (try? files.destinationOfSymbolicLink(atPath: link)) != checkout {
  try? files.removeItem(atPath: link)
  try? files.createSymbolicLink(atPath: link, withDestinationPath: checkout)
}
if checkout != nil, !files.fileExists(atPath: link + "/Sources/SignalProducer.swift") {
  fatalError(
    "set REACTIVESWIFT_PATH to a checkout of github.com/ReactiveCocoa/ReactiveSwift, by its full path"
  )
}

/// What is no Swift source there.
func others(_ folder: String) -> [String] {
  let names = (try? files.contentsOfDirectory(atPath: link + "/" + folder)) ?? []
  return names.filter { !$0.hasSuffix(".swift") && $0 != "Observers" }.sorted()
}

/// Which of the operators that versions differ in are there; without a checkout those that came before version 7.
func operators() -> [SwiftSetting] {
  let marks = [
    ("HAS_COMPACTMAP", "SignalProducer", "func compactMap<"),
    ("HAS_TAKE_UNTIL", "SignalProducer", "func take(until shouldContinue"),
    ("HAS_FLATTEN_THROTTLE", "Flatten", "static let throttle"),
    ("HAS_SCANMAP", "SignalProducer", "func scanMap<"),
    ("HAS_EMPTY_SENTINEL", "SignalProducer", "emptySentinel"),
    ("HAS_REENTRANT", "Signal", "func reentrantUnserializedPipe"),
    ("HAS_INTERVAL", "SignalProducer", "static func interval"),
    ("HAS_OBSERVER_BINDING", "UnidirectionalBinding", "extension Signal.Observer"),
    ("HAS_ASYNC_SCHEDULER", "Scheduler", "AsyncStream"),
  ]
  guard checkout != nil else {
    return marks.filter { $0.0 != "HAS_ASYNC_SCHEDULER" }.map { .define($0.0) }
  }
  return marks.filter { _, file, text in
    let source = try? String(contentsOfFile: link + "/Sources/\(file).swift", encoding: .utf8)
    return source?.contains(text) == true
  }.map { name, _, _ in .define(name) }
}

/// What lies in a folder of this package beside that.
func beside(_ name: String, in folder: String) -> [String] {
  let names =
    (try? files.contentsOfDirectory(atPath: Context.packageDirectory + "/" + folder)) ?? []
  return names.filter { $0 != name }.sorted().map { folder + "/" + $0 }
}

// Up to 6.1 the library uses Foundation's sessions without the import that they need on Linux: a file that exports it joins the
// library's module.
let extensions = try? String(
  contentsOfFile: link + "/Sources/FoundationExtensions.swift", encoding: .utf8)
let importsNetworking = extensions?.contains("FoundationNetworking") ?? true
let settings: [SwiftSetting] = [.unsafeFlags(["-suppress-warnings"])]
let reactiveSwift: Target =
  importsNetworking
  ? .target(
    name: "ReactiveSwift", path: "Library/Sources", exclude: others("Sources"),
    swiftSettings: settings)
  : .target(
    name: "ReactiveSwift", path: ".",
    exclude: others("Sources").map { "Library/Sources/" + $0 }
      + beside("Sources", in: "Library") + beside("ExportedNetworking", in: "Sources"),
    sources: ["Library/Sources", "Sources/ExportedNetworking"], swiftSettings: settings)

let package = Package(
  name: "rxfuzz-reactiveswift",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ReactiveSwiftAdapter", targets: ["ReactiveSwiftAdapter"])]
    + (checkout == nil ? [] : [.library(name: "ReactiveSwift", targets: ["ReactiveSwift"])]),
  dependencies: [.package(name: "rxfuzz", path: "../../..")]
    + (checkout == nil
      ? [.package(url: "https://github.com/ReactiveCocoa/ReactiveSwift", from: "7.0.0")] : []),
  targets: (checkout == nil ? [] : [reactiveSwift]) + [
    .target(
      name: "ReactiveSwiftAdapter",
      dependencies: [
        .product(name: "RxFuzzKit", package: "rxfuzz"),
        checkout == nil
          ? .product(name: "ReactiveSwift", package: "ReactiveSwift")
          : .byName(name: "ReactiveSwift"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)] + operators()),
    .executableTarget(
      name: "rxfuzz-reactiveswift",
      dependencies: ["ReactiveSwiftAdapter", .product(name: "RxFuzzCommand", package: "rxfuzz")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  // The library was written before Swift checked concurrency, and so is what speaks to it.
  swiftLanguageModes: [.v5]
)

// Explore sees every access of what is compiled with ThreadSanitizer's instrumentation, whose calls the kit answers.
// RXFUZZ_PLAIN turns it off, and gives the library the speed that its users see.
#if os(Linux) && (arch(x86_64) || arch(arm64))
  if checkout != nil, Context.environment["RXFUZZ_PLAIN"] == nil {
    for target in package.targets where target.name == "ReactiveSwift" {
      target.swiftSettings! += [.unsafeFlags(["-sanitize=thread", "-disable-cmo"])]
    }
    for target in package.targets where target.name == "ReactiveSwiftAdapter" {
      target.swiftSettings! += [.define("INSTRUMENTED")]
    }
  }
#endif
