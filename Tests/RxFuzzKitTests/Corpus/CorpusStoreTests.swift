import Foundation
import Testing

@testable import RxFuzzKit

@Suite struct CorpusStoreTests {
  /// A folder that is gone when the value is.
  final class Scratch {
    let path: String
    init() throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("rxfuzz-corpus-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.path
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private func file(_ chain: String = "feed a |> map +1 |> take 2", hold: Int = 0) throws
    -> CorpusFile
  {
    let text =
      "rxf 1\nlibrary RxCore\nchain \(chain)\nqueue p dispose 1\nhold \(hold)\nverdict DISP-5 twice"
    return try ScenarioCodec.parseFile(text)
  }

  @Test func whatIsSavedIsListedAndLoaded() throws {
    let scratch = try Scratch()
    let store = CorpusStore(root: scratch.path + "/corpus")
    try store.prepare()
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.root) == [])
    #expect(try store.paths(library: "RxCore") == [])
    let saved = try store.save(file(), under: .disp5)
    #expect(saved.isNew)
    #expect(saved.path == "\(store.root)/RxCore/DISP-5/map-take.rxf")
    #expect(try store.paths(library: "RxCore") == [saved.path])
    let contents = try store.load(library: "RxCore")
    #expect(contents.entries.map(\.file.scenario) == [try file().scenario])
    #expect(contents.entries.first?.file.replay == "rxfuzz replay \(saved.path)")
    #expect(contents.damaged.isEmpty)
    let left = try FileManager.default.contentsOfDirectory(atPath: store.root + "/RxCore/DISP-5")
    #expect(left == ["map-take.rxf"], "no temporary file stays behind")
  }

  @Test func aPrimitivesScriptIsSavedListedAndLoadedBesideScenarios() throws {
    let scratch = try Scratch()
    let store = CorpusStore(root: scratch.path)
    let script = DisposableScript(kind: .serial, queues: [[.hold(1)], [.dispose]])
    let primitive = PrimitiveFile(
      library: "RxCore", .disposable(script), verdict: CorpusFile.Verdict(.disp5, "twice"))
    _ = try store.save(file(), under: .disp5)
    let saved = try store.save(primitive, under: .disp5)
    #expect(saved.isNew && saved.path.hasSuffix("/RxCore/DISP-5/primitive-serial.rxf"))
    let again = try store.save(primitive, under: .disp5)
    #expect(again == CorpusStore.Saved(path: saved.path, isNew: false))
    let contents = try store.load(library: "RxCore")
    #expect(contents.entries.count == 1 && contents.damaged.isEmpty)
    #expect(contents.primitives.map(\.file.program) == [primitive.program])
    #expect(contents.primitives.first?.file.replay == "rxfuzz replay \(saved.path)")
    let error = try #require(throws: CorpusStore.DamagedFile.self) {
      try CorpusStore.file(at: saved.path)
    }
    #expect(error.description.contains("script of the primitive serial"))
    let other = CorpusStore(root: scratch.path + "/other")
    try other.prepare()
    #expect(try other.merge(store).primitives.added.count == 1)
    #expect(try other.merge(store).primitives.known.count == 1)
  }

  @Test func oneSlugServesSeveralScenariosAndKeepsEachOnce() throws {
    let scratch = try Scratch()
    let store = CorpusStore(root: scratch.path)
    let first = try store.save(file(), under: .disp5)
    let second = try store.save(file(hold: 5), under: .disp5)
    let again = try store.save(file(), under: .disp5)
    #expect(second.path.hasSuffix("map-take-2.rxf"))
    #expect(again.path == first.path && !again.isNew)
  }

  @Test func manyThreadsSavingAtOnceLoseNothing() async throws {
    let scratch = try Scratch()
    let store = CorpusStore(root: scratch.path)
    let files = try (0..<40).map { try file(hold: $0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for file in files {
        group.addTask { _ = try store.save(file, under: .disp5) }
      }
      try await group.waitForAll()
    }
    let contents = try store.load(library: "RxCore")
    #expect(Set(contents.entries.map(\.file.scenario)) == Set(files.map(\.scenario)))
    #expect(contents.damaged.isEmpty)
  }

  @Test func aDamagedFileIsReportedAndTheOthersAreLoaded() throws {
    let scratch = try Scratch()
    let store = CorpusStore(root: scratch.path)
    let whole = try store.save(file(), under: .disp5)
    let folder = scratch.path + "/RxCore/DISP-5"
    try "rxf 1\nlibrary RxCore\nchain feed q\n".write(
      toFile: folder + "/broken.rxf", atomically: false, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: folder + "/folder.rxf", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/lost.rxf", withDestinationPath: "/nowhere")
    try Data(repeating: 0x23, count: ScenarioLimits.textBytesMax * 2).write(
      to: URL(fileURLWithPath: folder + "/large.rxf"))
    let contents = try store.load(library: "RxCore")
    #expect(contents.entries.map(\.path) == [whole.path])
    let lines = contents.damaged.map { $0.description.replacing(folder + "/", with: "") }
    #expect(
      lines == [
        "broken.rxf:3:12: feed needs a feed letter, a to h, not `q`",
        "read failed on `folder.rxf`: Is a directory",
        "large.rxf:1:1: the text has more than 65536 bytes",
        "`lost.rxf` does not exist",
      ])
  }

  @Test func aFolderThatCannotBeUsedIsATypedError() throws {
    let scratch = try Scratch()
    let gone = CorpusStore(root: scratch.path + "/gone")
    #expect(throws: CorpusStoreError.vanished(path: gone.root)) {
      try gone.save(file(), under: .disp5)
    }
    #expect(throws: CorpusStoreError.vanished(path: gone.root)) {
      try gone.load(library: "RxCore")
    }
    let orphan = CorpusStore(root: scratch.path + "/gone/corpus")
    #expect(throws: CorpusStoreError.vanished(path: orphan.root)) { try orphan.prepare() }
    let blocked = CorpusStore(root: scratch.path + "/file")
    try Data().write(to: URL(fileURLWithPath: blocked.root))
    #expect(throws: CorpusStoreError.notAFolder(path: blocked.root)) { try blocked.prepare() }
    #expect(throws: CorpusStoreError.notAFolder(path: blocked.root)) {
      try blocked.save(file(), under: .disp5)
    }
  }

  @Test(arguments: [
    (EACCES, "cannot write `x`: there is no permission to"),
    (EROFS, "cannot write `x`: it is read-only"),
    (ENOSPC, "cannot write `x`: the disk is full"), (ENOENT, "`x` does not exist"),
    (EIO, "write failed on `x`: Input/output error"),
  ])
  func everySystemErrorIsOneClearLine(number: Int32, line: String) {
    #expect(CorpusStoreError(number, call: "write", path: "x").description == line)
  }

  #if os(Linux)
    @Test func aFullDiskIsNoticedWhileWriting() throws {
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      #expect(throws: CorpusStoreError.diskFull(path: "x")) {
        try CorpusFolder.writeAll([1], to: full, path: "x")
      }
    }
  #endif

  @Test(arguments: [
    ("feed a", "feed"), ("feed a |> map +1", "map"), ("subject a |> map +1", "subject-map"),
    ("merge(feed a, feed b |> map +1) |> take 2 |> debug", "merge-take-debug"),
    ("just 1 |> do |> do |> do |> do |> do |> do |> take 1", "do-do-do-do-do-take"),
  ])
  func aSlugNamesTheSpine(chain: String, slug: String) throws {
    #expect(ScenarioSlug.slug(of: try file(chain).scenario.chain) == slug)
  }

  @Test(arguments: [
    ("corpus/a-b.rxf", "corpus/a-b.rxf"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''"),
  ])
  func pathsArePastedSafely(word: String, quoted: String) {
    #expect(ShellText.quoted(word) == quoted)
  }

  @Test func whatMayNotBeReadIsSaidSo() {
    #expect(
      CorpusStoreError(EACCES, call: "open", path: "x").description
        == "cannot read `x`: there is no permission to")
  }

  @Test(
    arguments: [
      [0x61, 0xFF, 0x62], [0x61], [0xC3, 0xA9], [0xC3], [0xF4, 0x8F, 0xBE, 0x80], [0xE2, 0x82], [],
    ] as [[UInt8]])
  func aPathIsItsBytes(bytes: [UInt8]) {
    #expect(PathText.bytes(PathText.path(bytes)) == bytes.map { CChar(bitPattern: $0) } + [0])
  }

  @Test func aPathIsShownWithoutControlsAndNotAtAnyLength() {
    #expect(PathText.shown(PathText.path([0x61, 0xFF])) == #"a\xff"#)
    #expect(PathText.shown("a\n\u{1B}b") == #"a\n\u{1B}b"#)
    #expect(PathText.shown(String(repeating: "x", count: 500)).count == 120)
    #expect(ShellText.quoted("it's\n") == #"$'it\'s\x0a'"#)
    let style = TextStyle(hasColour: true)
    let shown = style.withoutControls(style.success("ok\u{1B}[2J"))
    #expect(shown == "\u{1B}[32mok\\u{1B}[2J\u{1B}[0m")
    #expect(TextStyle.plain.withoutControls("a\tb\nc") == "a\tb\nc")
  }
}
