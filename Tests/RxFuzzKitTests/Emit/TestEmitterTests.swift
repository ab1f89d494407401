import Foundation
import RxCoreAdapter
import Testing

@testable import RxFuzzKit

@Suite("Emitted tests", .serialized, .timeLimit(.minutes(8)))
struct TestEmitterTests {
  private static let library = RxCoreLibrary()

  /// One scenario for each form of each row of the catalogue, with the row's inputs made of feeds.
  private static var everyRow: [CorpusFile] {
    Catalogue.rows.flatMap { row in
      (0..<max(1, row.forms.count)).flatMap { scenarios(of: row, form: $0) }
    }
  }

  private static func scenarios(of row: OperatorRow, form: Int) -> [CorpusFile] {
    Set([row.inputs.lowerBound, row.inputs.upperBound]).sorted().map { count in
      let inputs = (0..<count).map { Chain("feed", [$0]) }
      var chain = Chain(
        row.name, row.parameters.map(\.lawful.upperBound), inputs: inputs)
      if !row.forms.isEmpty { chain.parameters[0] = form }
      if let index = row.parameters.firstIndex(of: .feed) { chain.parameters[index] = 0 }
      // Two operators more, so that inputs with operators of their own are written, too.
      chain = Chain("merge", inputs: [Chain("map", [1], inputs: [chain]), chain])
      return CorpusFile(
        Scenario(library: "RxCore", chain: chain, queues: [[.dispose(subscription: 1)]]))
    }
  }

  /// Everything that scripts can say.
  private static let everyAction = """
    rxf 1
    library   RxCore
    chain     merge(subject a, behavior b 3, feed c |> map +1 |> map +2 |> map +3 |> map +4 |> skip 1)
    before    next a 1, next c 2
    queue p   next a 2, error a, dispose 1, drop 2
    queue q   subscribe 3, completed b, dispose 4
    react 1   at next 1: next a 4, dispose 1
    react 1   at next 2: completed a
    react 3   at error: dispose 4
    react 4   at completed: dispose 4
    react 4   at disposed: next a 5, dispose 1
    holder 2  bag
    holder 3  serial
    holder 4  composite
    hold      20
    verdict   LEAK-1 a "quoted" \\(message) that is no interpolation
    """

  @Test("every row, every action and every holder compiles, strictly and without a warning")
  func compiles() throws {
    let script = try ScenarioCodec.parseFile(Self.everyAction)
    let virtual = try ScenarioCodec.parseFile(CodecExamples.virtual)
    let text = try TestEmitter.text(of: Self.everyRow + [script, virtual], library: Self.library)
    #expect(text.contains("let spins = round & 14 == 14 ? 1000 : 20"))
    #expect(text.contains("onDisposed: { log.end(1) }"))
    #expect(text.contains("observers.append(observer) }\n      log.linger()"))
    #expect(text.contains("onDisposed: { log.end(4, reaction: disposed4) }"))
    #expect(text.contains("if ordinal == 1 { a.onNext(5); dispose1() }"))
    #expect(text.contains("x.advanceTo(") && text.contains("y.advanceTo("))
    let outcome = try compile(text)
    #expect(outcome.code == 0, "\(outcome.output.prefix(4_000))")
  }

  @Test("what is done inside closures compiles in every row, and else nothing is said of them")
  func closures() throws {
    let plain = try TestEmitter.text(of: Self.everyRow, library: Self.library)
    #expect(!plain.contains("log.touched("))
    let reacting = Self.everyRow.map { file in
      var scenario = file.scenario
      scenario.reactions = [
        Reaction(
          subscription: 1, trigger: .closure(ordinal: 2),
          actions: [.subscribe(subscription: 2), .dispose(subscription: 1)])
      ]
      return CorpusFile(scenario)
    }
    let text = try TestEmitter.text(of: reacting, library: Self.library)
    #expect(text.contains("if ordinal == 2 { subscribe2(); dispose1() }"))
    let map = try TestEmitter.text(
      of: reacting.filter { $0.scenario.chain.description.contains("feed a |> map +1") },
      library: Self.library)
    #expect(map.contains("a.stream.map { log.touched($0 &+ 1) }"))
    #expect(!text.unicodeScalars.contains { $0.value < 3 })
    let outcome = try compile(text)
    #expect(outcome.code == 0, "\(outcome.output.prefix(4_000))")
  }

  @Test("a phrase that does not compile is noticed")
  func compilerRefuses() throws {
    let text = try TestEmitter.text(of: Array(Self.everyRow.prefix(1)), library: Self.library)
    let broken = text.replacingOccurrences(of: "log.subscribed(1)", with: "log.subscribed(one)")
    #expect(try compile(broken).code != 0)
  }

  @Test("the phrasebook has each row that the library binds")
  func complete() {
    let rows = Catalogue.rows.map(\.name).filter { Self.library.binding(forRow: $0) != nil }
    #expect(rows.filter { Self.library.phrasebook.rows[$0] == nil } == [])
  }

  @Test(
    "a test of lost or misplaced events holds every lawful outcome, and what one thread does is done once"
  )
  func lawfulOutcomes() throws {
    let file = try ScenarioCodec.parseFile(
      """
      rxf 1
      library   RxCore
      chain     merge(feed a, feed b)
      queue p   next a 1
      queue q   next b 2, dispose 3
      verdict   VAL-1 next 1 never reached subscription 1
      """)
    let text = try TestEmitter.text(of: [file], library: Self.library)
    #expect(text.contains("    \"1: next 1, next 2; 2: nothing; 3: next 2, next 1\",\n"))
    #expect(!text.contains("3: next 2, next 2"))
    #expect(text.contains("+ log.faults(beside: lawful)"))
    #expect(
      text.contains("// A round whose outcome is not among those of `lawful` fails the test."))
    #expect(try compile(text).code == 0)
    var alone = file
    alone.scenario.queues.removeLast()
    #expect(try TestEmitter.text(of: [alone], library: Self.library).contains("in 0..<1 {"))
  }

  @Test("events, imports and a form without a phrase are as the phrasebook has them")
  func phrases() throws {
    var library = Stranger()
    library.phrasebook.emission = Phrasebook.EmissionPhrase(
      next: { "\($0).send(\($1))" }, error: { "\($0).fail(\($1))" }, completed: { "\($0).end()" })
    library.phrasebook.predatesConcurrency = true
    library.phrasebook.rows["signalOp"] = { _, _ in "" }
    func file(_ chain: String) throws -> CorpusFile {
      try ScenarioCodec.parseFile(
        "rxf 1\nlibrary RxCore\nchain merge(\(chain), feed b)\nqueue p next a 1, error a\nqueue q completed b\n"
      )
    }
    let text = try TestEmitter.text(of: [file("feed a")], library: library)
    #expect(text.contains("{ a.send(1); a.fail(RaceError()) },"))
    #expect(text.contains("{ b.end() },"))
    #expect(text.contains("@preconcurrency import RxCore\nimport Synchronization"))
    let error = try #require(throws: TestEmitter.MissingPhrase.self) {
      try TestEmitter.text(of: [file("feed a |> signalOp lift")], library: library)
    }
    #expect(error.description == "RxCore has no phrase for the operator `signalOp lift`")
  }

  @Test("a missing phrase is named")
  func missing() throws {
    let file = CorpusFile(
      Scenario(
        library: "Paper", chain: Chain("nonsense"), queues: [[.dispose(subscription: 1)]]))
    let error = try #require(throws: TestEmitter.MissingPhrase.self) {
      try TestEmitter.text(of: [file], library: Self.library)
    }
    #expect(error.description == "RxCore has no phrase for the operator `nonsense`")
  }

  @Test("each invariant has a word on how it shows, and rules are checked only where promised")
  func rules() {
    #expect(InvariantName.allCases.allSatisfy { TestCheck.note(on: $0).hasSuffix(".") })
    let everything = Set(InvariantName.allCases)
    #expect(TestCheck.all(for: everything) == TestCheck.allCases.filter { $0 != .notTwoThreads })
    #expect(TestCheck.all(for: everything, broken: .ser2) == TestCheck.all(for: everything))
    #expect(TestCheck.all(for: [.ser1, .disp1, .disp5]) == [.oneDisposal, .oneEnd])
    let nesting: Set<InvariantName> = [.ser1, .disp1]
    #expect(TestCheck.all(for: nesting, broken: .ser1) == [.notTwoThreads, .oneEnd])
    #expect(TestCheck.all(for: nesting, broken: .val1) == [.oneEnd])
  }

  @Test("calls that nothing orders are written down where ThreadSanitizer sees it")
  func order() throws {
    func emitted(_ verdict: String) throws -> String {
      let text = """
        rxf 1
        library   RxCore
        chain     subject a |> map +1
        queue p   next a 1
        queue q   next a 2
        verdict   \(verdict)
        """
      return try TestEmitter.text(of: [try ScenarioCodec.parseFile(text)], library: Self.library)
    }
    #expect(try emitted("SER-2 two calls").contains("showsOrder: true)"))
    #expect(try !emitted("SER-1 two calls").contains("showsOrder: true)"))
    let compiled = try compile(try emitted("SER-2 two calls"))
    #expect(compiled.code == 0, "\(compiled.output)")
  }

  /// Compiles a file as far as the compiler finds faults, against the modules that lie beside this test.
  private func compile(_ text: String) throws -> (code: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rxfuzz-emit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Emitted.swift")
    try Data(text.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "Emitted",
      "-swift-version", "6", "-warnings-as-errors", "-I", try #require(Self.modules()).path,
      file.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// The folder of built modules, some levels above or beside this executable.
  private static func modules() -> URL? {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    #if os(Linux)
      folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "Modules")
      if FileManager.default.fileExists(
        atPath: candidate.appending(path: "RxCore.swiftmodule").path)
      {
        return candidate
      }
    }
    return nil
  }
}

/// RxCore with a phrasebook that a test changes.
private struct Stranger: PhrasedLibrary {
  private let base = RxCoreLibrary()
  var phrasebook = RxCoreLibrary().phrasebook
  var name: String { base.name }
  var promises: Set<InvariantName> { base.promises }
  var promiseNotes: [String] { base.promiseNotes }
  func binding(forRow name: String) -> OperatorBinding? { base.binding(forRow: name) }
  func makeHandle(_ holder: Holder) -> any SubscriptionHandle { base.makeHandle(holder) }
  func liveResources() -> Int? { base.liveResources() }
}
