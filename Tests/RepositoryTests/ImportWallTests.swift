import Testing

/// What the files below one folder may import.
struct ImportWall: CustomStringConvertible {
  let folder: String
  let modules: Set<String>
  var description: String { folder }

  /// The C library under its names on the platforms that the package supports.
  static let libc: Set<String> = ["Glibc", "Musl", "Darwin"]
  /// What comes with every toolchain.
  static let toolchain: Set<String> = libc.union(["Dispatch", "Synchronization", "Foundation"])

  static let all = [
    ImportWall(folder: "Sources/RxCore", modules: libc.union(["Dispatch", "Synchronization"])),
    ImportWall(folder: "Sources/RxCoreTest", modules: libc.union(["Dispatch", "RxCore"])),
    ImportWall(
      folder: "Sources/RxCoreFoundation", modules: toolchain.union(["RxCore"])),
    ImportWall(folder: "Sources/ScheduleKit", modules: toolchain.union(["CScheduleRuntime"])),
    // Who races from a test needs no reactive library.
    ImportWall(
      folder: "Sources/ScheduleTesting",
      modules: toolchain.union(["ScheduleKit", "Testing"])),
    ImportWall(
      folder: "Sources/RxFuzzTesting",
      modules: toolchain.union(["ScheduleTesting", "ScheduleKit", "RxFuzzKit"])),
    ImportWall(
      folder: "Sources/RxFuzzKit", modules: toolchain.union(["ScheduleKit"])),
    ImportWall(
      folder: "Sources/RxFuzzCommand", modules: toolchain.union(["RxFuzzKit", "ScheduleKit"])),
    ImportWall(
      folder: "Sources/Adapters/RxCore", modules: toolchain.union(["RxFuzzKit", "RxCore"])),
    // What is said alike of both is part of either adapter.
    ImportWall(
      folder: "Sources/Adapters/Rx",
      modules: toolchain.union(["RxFuzzKit", "RxCore", "RxSwift", "RxRelay"])),
    ImportWall(
      folder: "Sources/Adapters/OpenCombineAdapter/Sources/OpenCombineAdapter",
      modules: toolchain.union([
        "RxFuzzKit", "OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation",
      ])),
    ImportWall(
      folder: "Sources/Adapters/OpenCombineAdapter/Sources/rxfuzz-opencombine",
      modules: toolchain.union(["RxFuzzCommand", "OpenCombineAdapter"])),
    // The known programs are what any user of schedules could write.
    ImportWall(folder: "Tests/Kernels", modules: toolchain.union(["ScheduleKit"])),
    ImportWall(
      folder: "Sources/Adapters/RxSwiftAdapter/Sources/RxSwiftAdapter",
      modules: toolchain.union(["RxFuzzKit", "RxSwift", "RxRelay"])),
    ImportWall(
      folder: "Sources/Adapters/RxSwiftAdapter/Sources/rxfuzz-rxswift",
      modules: toolchain.union(["RxFuzzCommand", "RxSwiftAdapter"])),
    ImportWall(
      folder: "Sources/Adapters/ReactiveSwiftAdapter/Sources/ReactiveSwiftAdapter",
      modules: toolchain.union(["RxFuzzKit", "ReactiveSwift"])),
    ImportWall(
      folder: "Sources/Adapters/ReactiveSwiftAdapter/Sources/rxfuzz-reactiveswift",
      modules: toolchain.union(["RxFuzzCommand", "ReactiveSwiftAdapter"])),
    ImportWall(
      folder: "Sources/rxfuzz", modules: toolchain.union(["RxFuzzCommand", "RxCoreAdapter"])),
  ]
}

@Suite("The import walls")
struct ImportWallTests {
  @Test("a folder imports only what its wall lets through", arguments: ImportWall.all)
  func wall(_ wall: ImportWall) throws {
    let breaches = Repository.files(below: wall.folder, suffix: ".swift").flatMap { file in
      file.imports.filter { !wall.modules.contains($0.module) }
        .map { Place(path: file.path, line: $0.line, note: "imports \($0.module)") }
    }
    #expect(breaches.isEmpty, "\(list(breaches))")
  }

  @Test("inside RxCore only its synchronization folder touches atomics and locks")
  func primitives() throws {
    let names = #/\b(?:Atomic<|Mutex<|AtomicLazyReference<|pthread_mutex_|os_unfair_lock)/#
    let breaches = Repository.files(below: "Sources/RxCore", suffix: ".swift")
      .filter { !$0.path.hasPrefix("Sources/RxCore/Synchronization/") }
      .flatMap { file in
        file.imports.filter { $0.module == "Synchronization" }
          .map { Place(path: file.path, line: $0.line, note: "imports \($0.module)") }
          + file.places(naming: names, note: "names a primitive")
      }
    #expect(breaches.isEmpty, "\(list(breaches))")
  }

  @Test("the engine has never heard of RxCore")
  func engineIsGeneric() throws {
    let engine =
      Repository.files(below: "Sources/RxFuzzKit", suffix: ".swift")
      + Repository.files(below: "Sources/RxFuzzCommand", suffix: ".swift")
    let breaches = engine.flatMap { $0.places(naming: #/RxCore/#, note: "names RxCore") }
    #expect(breaches.isEmpty, "\(list(breaches))")
  }

  @Test("what is written for OpenCombine names no primary associated types: those came with 0.14")
  func olderProtocols() throws {
    let names = #/\b(?:some|any)\s+(?:Publisher|Subject|Subscriber|ConnectablePublisher)\s*</#
    let sources = Repository.files(below: "Sources/Adapters/OpenCombineAdapter", suffix: ".swift")
    #expect(!sources.isEmpty)
    let breaches = sources.flatMap { $0.places(naming: names, note: "names them") }
    #expect(breaches.isEmpty, "\(list(breaches))")
  }

  @Test("controlled schedules know neither reactive libraries nor scenarios")
  func schedulesAreGeneric() throws {
    let words = #/RxFuzz|RxCore|Scenario|[Oo]bserver|[Dd]isposable|[Dd]isposing|Finding|Invariant/#
    let breaches = Repository.files(below: "Sources/ScheduleKit", suffix: ".swift").flatMap {
      $0.places(naming: words, note: "names what stands above it")
    }
    #expect(breaches.isEmpty, "\(list(breaches))")
  }

  @Test("nobody reaches behind the public face of controlled schedules")
  func schedulesArePublic() throws {
    let shares = Repository.files(below: "Sources/ScheduleKit", suffix: ".swift").flatMap {
      $0.places(naming: #/@_spi|\bpackage\s+[a-z]/#, note: "is open to some only")
    }
    let breaches = Repository.files(below: "Sources", suffix: ".swift").flatMap {
      $0.places(naming: #/@testable/#, note: "reaches behind a wall")
    }
    #expect((shares + breaches).isEmpty, "\(list(shares + breaches))")
  }
}
