import Testing

@testable import RxFuzzKit

@Suite("The invariants")
struct InvariantTests {
  @Test("each has its two examples", arguments: Judge.invariants.map(\.name))
  func examples(_ name: InvariantName) {
    #expect(InvariantExample.all.count { $0.name == name } == 1)
  }

  @Test("each is listed once, with one sentence")
  func rows() {
    let names = Judge.invariants.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Judge.invariants.allSatisfy { $0.statement.hasSuffix(".") })
  }

  @Test(
    "each fails its violating example, and the whole judge names it",
    arguments: InvariantExample.all)
  func violating(_ example: InvariantExample) throws {
    switch example.evidence {
    case .traces(let violating, _):
      let verdict = Judge(promises: [example.name]).verdict(on: violating)
      guard case .violated(example.name, let message) = verdict else {
        Issue.record("\(example.name.rawValue) said \(verdict)")
        return
      }
      #expect(!message.isEmpty && !message.contains("0x"))
      #expect(Judge(promises: Set(InvariantName.allCases)).verdict(on: violating) != .lawful)
    case .processes(let violating, _):
      #expect(CrashClassifier.verdict(on: violating)?.invariant == example.name)
    }
  }

  @Test("none fails its lawful example", arguments: InvariantExample.all)
  func lawful(_ example: InvariantExample) {
    switch example.evidence {
    case .traces(_, let lawful):
      #expect(Judge(promises: [example.name]).verdict(on: lawful) == .lawful)
    case .processes(_, let lawful):
      #expect(CrashClassifier.verdict(on: lawful)?.invariant != example.name)
    }
  }

  @Test(
    "a disposer that serves a subject's queue delivers what another has emitted before a dispose")
  func deliveredByAnother() {
    let scenario = Scenes.scenario(
      on: Scenes.subject, [.dispose(subscription: 1)],
      [.completed(feed: 0), .dispose(subscription: 2)])
    let handedOver = Trace.of(scenario) {
      $0.enter(1, TraceBuilder.p)
      $0.action(2, TraceBuilder.q)
      $0.action(3, TraceBuilder.q)
      $0.completed(to: 2, TraceBuilder.p)
      $0.exit(1, TraceBuilder.p)
    }
    let invented = Trace.of(scenario) {
      $0.action(1, TraceBuilder.p)
      $0.action(2, TraceBuilder.q)
      $0.action(3, TraceBuilder.q)
      $0.completed(to: 2, TraceBuilder.q)
    }
    let judge = Judge(promises: [.disp4])
    #expect(judge.verdict(on: handedOver) == .lawful)
    #expect(judge.verdict(on: invented) != .lawful)
  }

  @Test("a trace with lost records is undecided, whatever the rest shows")
  func lostRecords() {
    let trace = Trace.of(Scenes.nextAgainstDispose) { $0.endState.recordsLost = 3 }
    #expect(
      Judge(promises: Set(InvariantName.allCases)).verdict(on: trace)
        == .undecided(.recordsLost(3)))
  }
}
