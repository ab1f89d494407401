import Foundation
import Testing

/// `--report FILE`.
@Suite("The report file of a run", .serialized, .timeLimit(.minutes(2)))
struct ReportFileTests {
  private let testbed: Testbed

  init() throws { testbed = try Testbed() }

  @Test(
    "each form is written beside the ordinary output", arguments: ["json", "xml", "sarif", "html"])
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

  @Test("shards of a run join to what the run is without them")
  func shards() throws {
    defer { testbed.remove() }
    let run = ["--seed", "42", "--iterations", "20000", "--engine", "stress", "--quiet"]
    func report(_ name: String, _ more: String...) throws -> [String: Any] {
      let running = try testbed.start(run + ["--report", name] + more)
      let outcome = try running.outcome()
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try object(name)
    }
    let whole = try report("whole.json")
    for index in 1...3 { _ = try report("part\(index).json", "--shard", "\(index)/3") }
    let joined = try testbed.run(
      "report", "merge", "part1.json", "part2.json", "part3.json", "--report", "joined.json")
    #expect(joined.code == 0 && joined.errors == "")
    let sum = try object("joined.json")
    for part in ["iterations", "parts"] {
      let (one, other) = (whole[part] as? [String: Any], sum[part] as? [String: Any])
      #expect(one?["raced"] as? Int == other?["raced"] as? Int)
      #expect(one?["scripts"] as? Int == other?["scripts"] as? Int)
    }
    #expect(try met(whole) == met(sum))
    let half = try testbed.run("report", "merge", "part1.json", "part3.json")
    #expect(half.code == 70 && half.errors.contains("2/3"))
    let twice = try testbed.run("report", "merge", "part1.json", "part1.json")
    #expect(twice.code == 64)
  }

  private func object(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: testbed.folder.appending(path: name))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Every template with the operators, and the operators before them, that it has met.
  private func met(_ report: [String: Any]) throws -> [String: [String: Set<String>]] {
    let coverage = try #require(report["coverage"] as? [String: Any])
    let templates = try #require(coverage["templates"] as? [[String: Any]])
    var met: [String: [String: Set<String>]] = [:]
    for template in templates {
      let name = try #require(template["name"] as? String)
      for cell in try #require(template["cells"] as? [[String: Any]]) {
        let row = try #require(cell["operator"] as? String)
        met[name, default: [:]][row] = Set((cell["inputs"] as? [String: Any] ?? [:]).keys)
      }
    }
    return met
  }

  @Test(
    "events on standard output are lines of JSON alone, and messages for people go to standard error"
  )
  func events() throws {
    defer { testbed.remove() }
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1000", "--shrink-seconds", "0", "--events", "-",
      fault: "twice:1")
    #expect(outcome.code == 1 && outcome.errors.contains("finding 1: TERM-1"))
    let events = try outcome.output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    #expect(events.first??["event"] as? String == "started")
    #expect(events.contains { $0?["event"] as? String == "finding" })
    #expect(events.last??["event"] as? String == "ended")
    #expect(events.last??["exitCode"] as? Int == 1)
  }

  @Test("a page reports what is different from an earlier run")
  func baseline() throws {
    defer { testbed.remove() }
    _ = try testbed.run("--seed", "42", "--iterations", "1000", "--report", "last.json")
    let outcome = try testbed.run(
      "--seed", "42", "--iterations", "1000", "--shrink-seconds", "0", "--baseline", "last.json",
      "--report", "page.html", fault: "twice:1")
    #expect(outcome.code == 1)
    let page = try String(
      contentsOf: testbed.folder.appending(path: "page.html"), encoding: .utf8)
    #expect(
      page.contains("Since the last run")
        && page.contains("Findings that the last run did not have:"))
    try testbed.write("{}", to: "none.json")
    #expect(try testbed.run("--baseline", "none.json", "--report", "page.html").code == 65)
    #expect(try testbed.run("--baseline", "missing.json", "--report", "page.html").code == 65)
  }
}
