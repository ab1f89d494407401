import Foundation
import Testing

/// Files and folders as people really have them.
@Suite("Paths of all kinds", .serialized, .timeLimit(.minutes(2)))
struct PathTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private static let scenario =
    "rxf 1\nlibrary   Toy\nchain     feed a\nqueue p   completed a\nqueue q   error a\n"

  @Test("a path is shown on one line, without control characters, and not at any length")
  func shown() throws {
    defer { testbed.remove() }
    let odd = "a\u{1B}[2J\nb\r.rxf"
    let outcome = try testbed.run("replay", odd)
    #expect(outcome.code == 65)
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\r"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    let long = try testbed.run("replay", String(repeating: "long/", count: 60) + "x.rxf")
    #expect(long.code == 65 && long.errors.count < 200)
  }

  @Test("a path that is no text is the same bytes wherever it is used")
  func bytes() throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "plain.rxf")
    let outcome = try testbed.run(
      [],
      after: #"F=$(printf 'odd\377.rxf'); cp plain.rxf "$F"; set -- replay "$F" --iterations 300"#)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#"races $'odd\xff.rxf' up to"#))
    let folder = try testbed.run(
      [],
      after: #"D=$(printf 'c\377'); mkdir "$D"; set -- --iterations 300 --corpus "$D""#)
    #expect(folder.code == 0, "\(folder.errors)")
    let kept = try testbed.run(
      [], after: #"test -f "$(printf 'c\377')"/.rxfuzz-Toy.state; exit $?"#)
    #expect(kept.code == 0)
  }

  @Test("scenarios that lie where none is read are named")
  func strays() throws {
    defer { testbed.remove() }
    for path in ["corpus/a.rxf", "corpus/Toy/b.rxf", "corpus/Toy/TERM-1/deep/c.rxf"] {
      try testbed.write(Self.scenario, to: path)
    }
    try testbed.write(Self.scenario, to: "corpus/Toy/TERM-1/read.rxf")
    for words in [["--seed", "42", "--iterations", "300"], ["corpus", "list"]] {
      let outcome = try testbed.start(words).outcome()
      for path in ["corpus/a.rxf", "corpus/Toy/b.rxf", "corpus/Toy/TERM-1/deep/c.rxf"] {
        #expect(outcome.errors.contains("note: `\(path)` is not read"))
      }
      #expect(!outcome.errors.contains("read.rxf"))
    }
  }

  @Test("a linked folder is not searched for scenarios that are not read")
  func linkedStrays() throws {
    defer { testbed.remove() }
    try testbed.write(Self.scenario, to: "elsewhere/below/deep/other.rxf")
    try testbed.write(Self.scenario, to: "corpus/Toy/TERM-1/deep/c.rxf")
    try FileManager.default.createDirectory(
      at: testbed.folder.appending(path: "corpus/Toy/TERM-2/own"),
      withIntermediateDirectories: true)
    for link in ["corpus/Toy/linked", "corpus/Toy/TERM-1/linked", "corpus/Toy/TERM-2/own/linked"] {
      try FileManager.default.createSymbolicLink(
        atPath: testbed.folder.appending(path: link).path,
        withDestinationPath: testbed.folder.appending(path: "elsewhere").path)
    }
    let outcome = try testbed.run("corpus", "list")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("note: `corpus/Toy/TERM-1/deep/c.rxf` is not read"))
    #expect(!outcome.errors.contains("other.rxf"), "\(outcome.errors)")
  }

  @Test("what a killed run has left of a file is removed by the next one, and nothing else")
  func leftovers() throws {
    defer { testbed.remove() }
    try testbed.write("half", to: "corpus/.rxf-abcdef")
    try testbed.write("half", to: "corpus/Toy/TERM-1/.rxf-ghijkl")
    try testbed.write("mine", to: "corpus/.hidden")
    let outcome = try testbed.run("--seed", "42", "--iterations", "300")
    #expect(outcome.code == 0)
    let isThere = { (path: String) in
      FileManager.default.fileExists(atPath: testbed.folder.appending(path: path).path)
    }
    #expect(!isThere("corpus/.rxf-abcdef") && !isThere("corpus/Toy/TERM-1/.rxf-ghijkl"))
    #expect(isThere("corpus/.hidden"))
  }

  @Test("prove ends where folders link to each other, and reads each file once")
  func linkedFolders() throws {
    defer { testbed.remove() }
    try testbed.write("rxf 1\nlibrary   Toy\nnonsense\n", to: "tree/inner/bad.rxf")
    for link in ["tree/up", "tree/inner/up"] {
      try FileManager.default.createSymbolicLink(
        atPath: testbed.folder.appending(path: link).path, withDestinationPath: "../../tree")
    }
    try FileManager.default.createSymbolicLink(
      atPath: testbed.folder.appending(path: "tree/inner/here").path, withDestinationPath: ".")
    let outcome = try testbed.run("prove", "tree")
    #expect(outcome.code != 0)
    #expect(outcome.errors.components(separatedBy: "bad.rxf").count <= 2, "\(outcome.errors)")
  }

  @Test("merge makes no folder where there is nothing to merge")
  func merge() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run("corpus", "merge", "missing", "--corpus", "new")
    #expect(outcome.code == 65)
    #expect(
      !FileManager.default.fileExists(atPath: testbed.folder.appending(path: "new").path))
  }
}
