import Foundation
import Testing

/// `corpus list`, `minimize` and `merge`.
@Suite("The upkeep of a corpus", .serialized, .timeLimit(.minutes(2)))
struct CorpusCommandTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  private func scenario(_ chain: String, verdict: String? = nil, comment: String? = nil) -> String {
    """
    rxf 1
    \(comment.map { "# \($0)\n" } ?? "")library   Toy
    chain     \(chain)
    queue p   completed a
    queue q   dispose 2
    \(verdict.map { "verdict   \($0)\n" } ?? "")
    """
  }

  private static let twice = "TERM-1 subscription 1 got 2 terminal events: completed and completed"
  private static let damaged = "rxf 1\nlibrary Toy\nchain nonsense\n"

  @Test("a link to a large folder among the scenarios is not walked through")
  func linkedFolder() throws {
    defer { testbed.remove() }
    try testbed.write("", to: "kept/Toy/TERM-1/b.rxf")
    try FileManager.default.createSymbolicLink(
      atPath: testbed.folder.appending(path: "kept/Toy/TERM-1/a.rxf").path,
      withDestinationPath: "/")
    let outcome = try testbed.run("corpus", "list", "--corpus", "kept")
    #expect(outcome.code == 65)
    #expect(!outcome.errors.contains("is not read"))
  }

  @Test("list names each file of each library with its failure, and damaged ones with their place")
  func list() throws {
    defer { testbed.remove() }
    try testbed.write(scenario("feed a", verdict: Self.twice), to: "corpus/Toy/TERM-1/feed.rxf")
    try testbed.write(scenario("feed a |> map +1"), to: "corpus/Toy/TERM-1/map.rxf")
    try testbed.write(Self.damaged, to: "corpus/Toy/TERM-1/bad.rxf")
    try testbed.write(
      scenario("feed a", verdict: Self.twice).replacingOccurrences(of: "Toy", with: "Other"),
      to: "corpus/Other/TERM-1/feed.rxf")
    let outcome = try testbed.run("corpus", "list")
    #expect(outcome.code == 65)
    #expect(
      outcome.output == """
        corpus/Other/TERM-1/feed.rxf  \(Self.twice)
        corpus/Toy/TERM-1/feed.rxf  \(Self.twice)
        corpus/Toy/TERM-1/map.rxf  no verdict: feed a |> map +1

        """)
    #expect(outcome.errors.contains("corpus/Toy/TERM-1/bad.rxf:3:"))
    let missing = try testbed.run("corpus", "list", "--corpus", "nowhere")
    #expect(missing.code == 65 && missing.errors.contains("`nowhere` does not exist"))
  }

  @Test("minimize keeps the smallest file of a failure and those with comments")
  func minimize() throws {
    defer { testbed.remove() }
    try testbed.write(scenario("feed a", verdict: Self.twice), to: "corpus/Toy/TERM-1/feed.rxf")
    try testbed.write(
      scenario("feed a |> map +1", verdict: Self.twice), to: "corpus/Toy/TERM-1/map.rxf")
    try testbed.write(
      scenario("feed a |> map +2", verdict: Self.twice, comment: "why this matters"),
      to: "corpus/Toy/TERM-1/noted.rxf")
    try testbed.write(Self.damaged, to: "corpus/Toy/TERM-1/bad.rxf")
    let outcome = try testbed.run("corpus", "minimize", "--iterations", "300", fault: "twice:1")
    #expect(outcome.code == 65)
    #expect(
      outcome.output.contains(
        "removed  corpus/Toy/TERM-1/map.rxf: the same failure as corpus/Toy/TERM-1/feed.rxf"))
    #expect(outcome.output.contains("2 kept, 1 removed, 1 damaged"))
    #expect(
      testbed.files(below: "corpus") == [
        "Toy/TERM-1/bad.rxf", "Toy/TERM-1/feed.rxf", "Toy/TERM-1/noted.rxf",
      ])
  }

  private func script(_ queues: String, verdict: String, comment: String? = nil) -> String {
    """
    rxf 1
    \(comment.map { "# \($0)\n" } ?? "")library   Toy
    primitive scheduler
    \(queues)
    verdict   \(verdict)

    """
  }

  @Test("scripts of primitives are listed, minimized and merged like scenarios")
  func primitives() throws {
    defer { testbed.remove() }
    let stray = "SCHED-1 a scheduler ran an action outside of its queue"
    let folder = "corpus/Toy/SCHED-1"
    try testbed.write(
      script("queue p schedule 1\nqueue q schedule 2", verdict: stray), to: "\(folder)/large.rxf")
    try testbed.write(script("queue p schedule 1", verdict: stray), to: "\(folder)/small.rxf")
    try testbed.write(
      script("queue p schedule 1, cancel 1", verdict: stray, comment: "why this matters"),
      to: "\(folder)/noted.rxf")
    let outcome = try testbed.run("corpus", "minimize", "--iterations", "300", fault: "stray:1")
    #expect(outcome.code == 0)
    #expect(
      outcome.output.contains(
        "removed  \(folder)/large.rxf: the same failure as \(folder)/small.rxf"))
    #expect(outcome.output.contains("2 kept, 1 removed, 0 damaged"))
    let merged = try testbed.run("corpus", "merge", "corpus", "--corpus", "other")
    #expect(merged.code == 0)
    #expect(merged.output.contains("1 scenario added, 1 known already"))
    #expect(testbed.files(below: "other") == ["Toy/SCHED-1/primitive-scheduler.rxf"])
    let mended = try testbed.run("corpus", "minimize", "--iterations", "300")
    #expect(mended.output.contains("removed  \(folder)/small.rxf: no failure in 300 races"))
    #expect(mended.output.contains("kept     \(folder)/noted.rxf, which has a comment"))
    let bare = try testbed.run("corpus", "minimize", "--iterations", "300", fault: "bare:1")
    #expect(bare.code == 65 && bare.errors.contains("noted.rxf: Toy has no scheduler"))
  }

  @Test("minimize removes what fails no more, and says after how many races")
  func mended() throws {
    defer { testbed.remove() }
    try testbed.write(scenario("feed a", verdict: Self.twice), to: "corpus/Toy/TERM-1/feed.rxf")
    let outcome = try testbed.run("corpus", "minimize", "--iterations", "300")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("feed.rxf: no failure in 300 races"))
    #expect(testbed.files(below: "corpus") == [])
  }

  @Test("minimize keeps what no free race shows, and the saved schedule does")
  func schedule() throws {
    defer { testbed.remove() }
    let found = try testbed.run(
      "--seed", "42", "--iterations", "3000", "--engine", "both", "--corpus", "sought",
      "--shrink-seconds", "0", fault: "steered:1")
    guard !found.errors.contains("not supported") else { return }
    let saved = try #require(
      testbed.files(below: "sought").first { file in
        let text = try? String(
          contentsOf: testbed.folder.appending(path: "sought/\(file)"), encoding: .utf8)
        return text?.contains("\nschedule ") == true
      }, "\(found.output)")
    let text = try String(
      contentsOf: testbed.folder.appending(path: "sought/\(saved)"), encoding: .utf8)
    try testbed.write(text, to: "corpus/Toy/TERM-1/feed.rxf")
    let kept = try testbed.run("corpus", "minimize", "--iterations", "300", fault: "steered:1")
    #expect(kept.code == 0)
    #expect(kept.output.contains("1 kept, 0 removed, 0 damaged"))
    let mended = try testbed.run("corpus", "minimize", "--iterations", "300")
    #expect(mended.output.contains("feed.rxf: no failure in 300 races and "))
  }

  @Test("minimize removes nothing where the races could not be made")
  func stillborn() throws {
    defer { testbed.remove() }
    try testbed.write(scenario("feed a", verdict: Self.twice), to: "corpus/Toy/TERM-1/feed.rxf")
    let outcome = try testbed.run("corpus", "minimize", "--iterations", "300", fault: "start:1")
    #expect(outcome.code == 70)
    #expect(testbed.files(below: "corpus") == ["Toy/TERM-1/feed.rxf"])
  }

  @Test("merge takes in new failures with their comments, and what is damaged does not stop it")
  func merge() throws {
    defer { testbed.remove() }
    try testbed.write(scenario("feed a", verdict: Self.twice), to: "corpus/Toy/TERM-1/feed.rxf")
    try testbed.write(
      scenario("feed a |> map +1", verdict: Self.twice), to: "first/Toy/TERM-1/map.rxf")
    try testbed.write(
      scenario("feed a", verdict: "LIVE-1 no progress", comment: "seen on a Tuesday"),
      to: "first/Toy/LIVE-1/feed.rxf")
    try testbed.write(Self.damaged, to: "first/Toy/TERM-1/bad.rxf")
    try testbed.write(scenario("feed a"), to: "second/Toy/DISP-5/feed.rxf")
    let outcome = try testbed.run("corpus", "merge", "first", "nowhere", "second")
    #expect(outcome.code == 65)
    #expect(outcome.errors.contains("first/Toy/TERM-1/bad.rxf:3:"))
    #expect(outcome.errors.contains("nowhere"))
    #expect(outcome.output.contains("2 scenarios added, 1 known already"))
    #expect(
      testbed.files(below: "corpus") == [
        "Toy/DISP-5/feed.rxf", "Toy/LIVE-1/feed.rxf", "Toy/TERM-1/feed.rxf",
      ])
    let text = try String(
      contentsOf: testbed.folder.appending(path: "corpus/Toy/LIVE-1/feed.rxf"), encoding: .utf8)
    #expect(text.contains("# seen on a Tuesday"))
    let again = try testbed.run("corpus", "merge", "first", "second")
    #expect(again.output.contains("0 scenarios added, 3 known already"))
  }
}
