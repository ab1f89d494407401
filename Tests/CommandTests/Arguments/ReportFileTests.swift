import Foundation
import Testing

/// `--report FILE`.
@Suite("The report file of a run", .serialized, .timeLimit(.minutes(2)))
struct ReportFileTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  @Test("each form is written beside the ordinary output", arguments: ["json", "xml", "sarif"])
  func written(ending: String) throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1000", "--shrink-seconds", "0", "--report",
      "out.\(ending)", fault: "twice:1")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("finding 1: TERM-1"))
    let text = try String(
      contentsOf: testbed.folder.appending(path: "out.\(ending)"), encoding: .utf8)
    #expect(text.contains("TERM-1") && text.contains("two") == false)
  }

  @Test("a report that cannot be written is refused before anything is raced")
  func refused() throws {
    defer { testbed.remove() }
    for path in ["nowhere/out.json", "/dev/null/out.json", "out.txt", ""] {
      let outcome = try testbed.run("--iterations", "1000", "--report", path)
      #expect(outcome.code == 64)
      #expect(outcome.output == "" && outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("a report whose folder vanishes costs one line, and the findings are still printed")
  func lost() throws {
    defer { testbed.remove() }
    try testbed.write("", to: "there/.keep")
    let running = try testbed.start(
      ["--seed", "42", "--iterations", "1e9", "--report", "there/out.json"], fault: "twice:1")
    #expect(running.hears("corpus none"))
    try FileManager.default.removeItem(at: testbed.folder.appending(path: "there"))
    #expect(running.hears("finding 1"))
    running.signal(SIGINT)
    let outcome = try running.outcome()
    #expect(outcome.code == 1)
    #expect(outcome.errors == "error: the report is lost: `there` does not exist\n")
    #expect(outcome.output.contains("finding 1: TERM-1"))
  }
}
