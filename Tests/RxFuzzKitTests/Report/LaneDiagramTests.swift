import Foundation
import Testing

@testable import RxFuzzKit

@Suite("The lane diagram")
struct LaneDiagramTests {
  @Test("draws each example as its golden text says", arguments: LaneExample.all)
  func golden(_ example: LaneExample) throws {
    let drawn = LaneDiagram.draw(
      Finding(
        invariant: example.invariant, message: "", scenario: example.trace.scenario,
        records: example.trace.records))
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(example.name).txt")
    if ProcessInfo.processInfo.environment["RXFUZZ_REWRITE_GOLDEN"] != nil {
      try Data(drawn.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == drawn)
  }

  @Test("a schedule's switches stand where they happen, and what has no lane below")
  func switches() throws {
    let trace = try #require(LaneExample.all.first { $0.name == "late-delivery" }).trace
    let finding = Finding(
      invariant: .disp4, message: "", scenario: trace.scenario, records: trace.records,
      details: """
        [4] queue p waits before its atomic store in Sink.set (Sink.swift:7), queue q goes on with its lock
        [6] task 3 waits before its lock, queue p goes on with its first step
        said by the process
        """)
    let rows = LaneDiagram.rows(of: finding)
    let index = try #require(
      rows.firstIndex { $0.text.contains("‖ before atomic store Sink.set Sink.swift:7") })
    #expect(rows[index].lane == rows[index - 1].lane && rows[index].covers.isEmpty)
    #expect(
      DrawnSwitches(finding).rest == [
        "task 3 waits before its lock, queue p goes on with its first step", "said by the process",
      ])
    #expect(rows.count == LaneRows(scenario: trace.scenario, records: trace.records).rows.count + 1)
  }

  @Test(
    "of a long trace the ends and what is around the violation are drawn, and how many rows lie between"
  )
  func longTrace() throws {
    let scenario = Scenario(
      library: "Toy", chain: Chain("feed", [0]), queues: [[.dispose(subscription: 1)]])
    let records = (0..<200).map {
      TraceRecord(.attached, lane: 0, subject: 1, value: $0 % 3)
    }
    let lines = LaneDiagram.draw(scenario: scenario, records: records, violation: 100)
      .split(separator: "\n")
    #expect(lines.count == 68)
    #expect(lines.filter { $0.hasPrefix("  ... ") } == ["  ... 68 more", "  ... 67 more"])
    #expect(lines.filter { $0.hasSuffix("◀ violation") }.count == 1)
    let short = LaneDiagram.draw(scenario: scenario, records: Array(records.prefix(80)))
    #expect(short.split(separator: "\n").count == 81)
  }

  @Test("what a load reads is told below, without its number; what a process says keeps its own")
  func values() throws {
    let trace = try #require(LaneExample.all.first).trace
    let finding = Finding(
      invariant: .disp4, message: "", scenario: trace.scenario, records: trace.records,
      details: """
        [5] queue q: its atomic load in Sink.get (Sink.swift:9) reads an older value
        [5] said by the process
        """)
    #expect(
      DrawnSwitches(finding).rest == [
        "queue q: its atomic load in Sink.get (Sink.swift:9) reads an older value",
        "[5] said by the process",
      ])
    let silent = Finding(
      invariant: .disp4, message: "", scenario: trace.scenario, records: trace.records)
    #expect(DrawnSwitches(silent).rest.isEmpty)
  }

  @Test("other lines are no switches")
  func otherLines() {
    #expect(SwitchLine("queue p waits before its lock") == nil)
    #expect(SwitchLine("[4] queue p waits for a queue") == nil)
    let plain = SwitchLine(
      "queue p waits before its first step, queue q goes on with its first step")
    #expect(
      plain?.records == nil && plain?.operation == "first step" && plain?.stopped == "queue p")
  }
}

/// A trace with the name of its golden text.
struct LaneExample: Sendable, CustomTestStringConvertible {
  let name: String
  let invariant: InvariantName
  let trace: Trace
  var testDescription: String { name }

  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q

  static let all = [
    LaneExample(
      name: "late-delivery", invariant: .disp4,
      trace: .of(Scenes.nextAgainstDispose) {
        $0.attached(1)
        $0.action(1, p) { $0.next(1, by: 1, p) }
        $0.enter(2, p)
        $0.action(3, q) { $0.detached(1, q) }
        $0.next(2, by: 2, p)
        $0.exit(2, p)
        $0.raceEnd()
        $0.tornDown()
      }),
    LaneExample(
      name: "overlap", invariant: .ser1,
      trace: .of(Scenes.twoSources) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.enter(1, p)
        $0.enter(3, q)
        $0.next(1, by: 1, p) { $0.next(2, by: 3, q) }
        $0.exit(3, q)
        $0.exit(1, p)
      }),
    LaneExample(
      name: "hang", invariant: .disp2,
      trace: .of(Scenes.twoDisposers) {
        $0.attached(1)
        $0.enter(1, p)
        $0.action(2, q)
        $0.endState.hung = true
      }),
  ]
}
