import Testing

@testable import RxFuzzKit

@Suite("The store of findings")
struct FindingStoreTests {
  private final class Listener: CampaignReporter {
    var found: [CampaignFinding] = []
    var isClosed: Bool { false }
    func found(_ found: CampaignFinding) { self.found.append(found) }
    func shrunk(_ found: CampaignFinding, ordinal: Int) {}
    func note(_ line: String) {}
    func progressed(_ progress: CampaignProgress) {}
  }

  private static func finding(
    _ chain: String, _ invariant: InvariantName = .disp5, _ message: String = "never disposed"
  ) throws -> Finding {
    let text = "rxf 1\nlibrary Paper\nchain \(chain)\nqueue p completed a"
    return Finding(invariant: invariant, message: message, scenario: try ScenarioCodec.parse(text))
  }

  private static func shrunk(_ finding: Finding, index: Int = 0) -> ShrinkQueue<Finding>.Ended {
    ShrinkQueue<Finding>.Ended(
      index: index, finding: finding,
      report: ShrinkReport(state: .minimal, partsBefore: 5, parts: 2))
  }

  @Test("what a minimal finding explains is a repeat; other operators make another finding")
  func variants() throws {
    let listener = Listener()
    var store = FindingStore(plan: CampaignPlan(seed: 1, jobs: 1), reporter: listener)
    let large = try Self.finding("feed a |> map +1 |> take 2")
    store.record(large, file: nil) { _ in true }
    store.record(try Self.finding("feed a |> skip 1"), file: nil)
    store.record(try Self.finding("feed a |> map +3 |> skip 1"), file: nil)
    #expect(store.findings.count == 1)
    let left = store.settle(Self.shrunk(try Self.finding("feed a |> map +1")))
    #expect(left.map(\.scenario.chain.description) == ["feed a |> skip 1"])
    for finding in left { store.record(finding, file: nil) }
    #expect(listener.found.count == 2)
    store.record(try Self.finding("feed a |> map +9 |> debug"), file: nil)
    #expect(store.findings.map(\.repeats) == [3, 0])
  }

  @Test("a finding that stays as it was found explains all of its fingerprint")
  func unshrunk() throws {
    var store = FindingStore(plan: CampaignPlan(seed: 1, jobs: 1), reporter: Listener())
    store.record(try Self.finding("feed a |> map +1"), file: nil)
    store.record(try Self.finding("feed a |> skip 1"), file: nil)
    #expect(store.findings.map(\.repeats) == [1])
  }

  @Test("one fingerprint makes a few findings at most")
  func bounded() throws {
    var store = FindingStore(plan: CampaignPlan(seed: 1, jobs: 1), reporter: Listener())
    for row in ["skip 1", "take 1", "debug", "do", "map +1", "materialize"] {
      let finding = try Self.finding("feed a |> \(row)")
      store.record(finding, file: nil) { _ in true }
      if let last = store.findings.indices.last, store.findings[last].isToBeShrunk {
        for left in store.settle(Self.shrunk(finding, index: last)) {
          store.record(left, file: nil)
        }
      }
    }
    #expect(store.findings.count == CampaignLimits.variantsMax)
  }

  @Test("a deadlock on record is known whichever engine words it; another graph's is not")
  func knownHang() throws {
    var plan = CampaignPlan(seed: 1, jobs: 1)
    let recorded = try Self.finding("feed a |> map +1", .live1, "`next a 1` did not return")
    plan.known = [KnownFailure(recorded, path: "kept.rxf")]
    var store = FindingStore(plan: plan, reporter: Listener())
    let words = "deadlock: every task that is left waits"
    store.record(try Self.finding("feed a |> map +1", .live1, words), file: nil)
    store.record(try Self.finding("feed a |> map +2 |> debug", .live1, "no progress"), file: nil)
    store.record(try Self.finding("feed a |> take 2", .live1, words), file: nil)
    store.record(try Self.finding("feed a |> map +1", .live2, words), file: nil)
    #expect(store.findings.map(\.isKnown) == [true, false, false])
    #expect(store.findings.map(\.repeats) == [1, 0, 0])
  }

  @Test("a failure on record is known, kept where it is and not shrunk again")
  func known() throws {
    let listener = Listener()
    var plan = CampaignPlan(seed: 1, jobs: 1)
    plan.known = [KnownFailure(try Self.finding("feed a |> map +1"), path: "kept.rxf")]
    plan.save = { _ in "new.rxf" }
    var store = FindingStore(plan: plan, reporter: listener)
    store.record(try Self.finding("feed a |> map +2 |> debug"), file: nil) { _ in true }
    // Reported once, in whatever graphs it is found again.
    store.record(try Self.finding("feed a |> map +1 |> skip 1"), file: nil) { _ in true }
    store.record(try Self.finding("feed a |> take 2"), file: nil) { _ in true }
    #expect(store.findings.map(\.repeats) == [1, 0])
    #expect(listener.found.map(\.isKnown) == [true, false])
    #expect(listener.found.map(\.file) == ["kept.rxf", "new.rxf"])
    #expect(listener.found.map(\.isToBeShrunk) == [false, true])
  }

  @Test(
    "what a known failure's file shows otherwise is new, has a file of its own and fails the run")
  func otherwise() throws {
    func store(
      expecting expected: Set<String>, as rule: InvariantName = .comp1
    ) throws -> FindingStore {
      let kept = try Self.finding("feed a |> map +1", rule, "completed never reached it")
      var plan = CampaignPlan(seed: 1, jobs: 1)
      plan.files = [
        try CampaignPlan.ScenarioFile(
          path: "kept.rxf", scenario: kept.scenario, races: 1, library: PaperLibrary())
      ]
      plan.known = [KnownFailure(kept, path: "kept.rxf")]
      plan.expected = expected
      plan.save = { _ in "new.rxf" }
      var store = FindingStore(plan: plan, reporter: Listener())
      store.record(kept, file: 0) { _ in true }
      let other = try Self.finding("feed a |> map +1", .live1, "`next a 1` did not return")
      store.record(other, file: 0) { _ in true }
      return store
    }
    let known = try store(expecting: ["kept.rxf"])
    #expect(known.findings.map(\.isExpected) == [true, false])
    #expect(known.findings.map(\.file) == ["kept.rxf", "new.rxf"])
    #expect(known.findings.map(\.isToBeShrunk) == [false, true])
    // A data race may show as anything.
    let raced = try store(expecting: ["kept.rxf"], as: .race1)
    #expect(raced.findings.map(\.isExpected) == [true] && raced.findings[0].repeats == 1)
    // Where nothing is expected to fail, the file is the finding's.
    let regressed = try store(expecting: [])
    #expect(regressed.findings.map(\.isExpected) == [false, false])
    #expect(regressed.findings.map(\.file) == ["kept.rxf", "kept.rxf"])
  }

  @Test("one failure in other words is known: a subscription that hangs, calls that nothing orders")
  func otherWords() throws {
    func isKnown(
      _ recorded: (InvariantName, String), as other: (InvariantName, String), in chain: String
    ) throws -> Bool {
      KnownFailure(try Self.finding("feed a |> map +1", recorded.0, recorded.1))
        .explains(try Self.finding(chain, other.0, other.1))
    }
    let hang = (InvariantName.live1, "`next a 1` did not return")
    let subscription = (InvariantName.disp2, "subscribe of subscription 1 did not return")
    let overlap = (InvariantName.ser1, "subscription 1 got next 2 while next 1 was being delivered")
    let unordered = (InvariantName.ser2, "two calls of one observer, which nothing orders")
    for (first, second) in [(hang, subscription), (overlap, unordered)] {
      #expect(try isKnown(first, as: second, in: "feed a |> map +1"))
      #expect(try isKnown(second, as: first, in: "feed a |> map +1"))
      #expect(try !isKnown(first, as: second, in: "feed a |> skip 1"))
    }
    #expect(try !isKnown(hang, as: unordered, in: "feed a |> map +1"))
  }

  @Test("a message that names its site needs no operators")
  func sites() throws {
    let race = KnownFailure(try Self.finding("feed a |> map +1", .race1, "write in Sink.on"))
    #expect(race.explains(try Self.finding("feed a |> skip 1", .race1, "write in Sink.on")))
    #expect(!race.explains(try Self.finding("feed a |> map +1", .race1, "write in Sink.off")))
    let crash = KnownFailure(try Self.finding("feed a |> map +1", .crash1, "killed by SIGSEGV"))
    #expect(!crash.explains(try Self.finding("feed a |> skip 1", .crash1, "killed by SIGSEGV")))
    let text = "rxf 1\nlibrary Paper\nchain feed a |> map +1\nqueue p next a 1"
    let otherActions = Finding(
      invariant: .crash1, message: "killed by SIGSEGV", scenario: try ScenarioCodec.parse(text))
    #expect(!crash.explains(otherActions))
  }

  @Test("a crash on record is known by its line, whatever the build says of it")
  func crashLines() throws {
    let text = "Unexpected completion (Core/Switch.swift:36)"
    let crash = KnownFailure(try Self.finding("feed a |> map +1", .crash1, text))
    func explains(_ message: String) throws -> Bool {
      crash.explains(try Self.finding("feed a |> skip 1", .crash1, message))
    }
    #expect(try explains("killed by SIGILL in Switch.receive (Switch.swift:36)"))
    #expect(try !explains("killed by SIGILL in Switch.receive (Switch.swift:41)"))
    #expect(try !explains("killed by SIGILL"))
    // Of inlined code one build tells its line and another one its caller's: the scenario must do then.
    let caller = "killed by SIGILL in Switch.receive (Switch.swift:41)"
    #expect(crash.explains(try Self.finding("feed a |> map +1", .crash1, caller)))
    let elsewhere = "killed by SIGILL in Zip.receive (Zip.swift:41)"
    #expect(!crash.explains(try Self.finding("feed a |> map +1", .crash1, elsewhere)))
    let library = KnownFailure(
      try Self.finding("feed a |> map +1", .crash1, "Index out of range (Swift/Array.swift:36)"))
    #expect(
      !library.explains(
        try Self.finding("feed a |> skip 1", .crash1, "killed by SIGILL in get (Array.swift:36)")))
  }

  @Test("a file that shows its crash again shows what is known, whatever the build says of it")
  func crashOfFile() throws {
    let kept = try Self.finding("feed a |> map +1", .crash1, "Unexpected end (Core/Map.swift:3)")
    var plan = CampaignPlan(seed: 1, jobs: 1)
    plan.files = [
      try CampaignPlan.ScenarioFile(
        path: "kept.rxf", scenario: kept.scenario, races: 1, library: PaperLibrary())
    ]
    plan.known = [KnownFailure(kept, path: "kept.rxf")]
    var store = FindingStore(plan: plan, reporter: Listener())
    for message in [
      "killed by SIGILL in Map.on (Map.swift:7)", "killed by SIGILL in on (Zip.swift:7)",
    ] {
      store.record(try Self.finding("feed a |> map +1", .crash1, message), file: 0) { _ in true }
    }
    #expect(store.findings.map(\.isKnown) == [true, false])
  }

  @Test("a data race on record is known by its lines, whoever reports it and in whatever graph")
  func raceLines() throws {
    let message =
      "data race; read in Cell.get (Cell.swift:4); write in closure of Cell.set (Cell.swift:9)"
    var plan = CampaignPlan(seed: 1, jobs: 1)
    plan.known = [
      KnownFailure(try Self.finding("feed a |> map +1", .race1, message), path: "kept.rxf")
    ]
    let listener = Listener()
    var store = FindingStore(plan: plan, reporter: listener)
    let races = [
      "data race; write in Cell.set (Cell.swift:9); read in Box.look (Cell.swift:4)",
      "data-race; read of 1 bytes in Lib.Cell.get() -> () Cell.swift:4 < Lib.Box.look() Box.swift:7; "
        + "write of 1 bytes in merged thunk <compiler-generated>:0 < Lib.Cell.set() Cell.swift:9",
      "data race; read in Cell.get (Cell.swift:4); write in Cell.clear (Cell.swift:14)",
      "data race; read in Cell.get (lib+0x12); write in Cell.set (lib+0x9)",
    ]
    for race in races {
      store.record(try Self.finding("feed a |> skip 1", .race1, race), file: nil) { _ in true }
    }
    // The second one repeats what the first one has told.
    #expect(store.findings.map(\.isKnown) == [true, false, false])
    #expect(store.findings.map(\.repeats) == [1, 0, 0])
    #expect(store.findings.first?.file == "kept.rxf")
  }

  @Test(
    "what the file of a data race shows in the same files is its race, there and in other graphs")
  func movedRace() throws {
    func race(_ get: String, _ file: String = "Cell") -> String {
      "data race; read in Cell.\(get); write in \(file).set (\(file).swift:19)"
    }
    let kept = try Self.finding("feed a |> map +1", .race1, race("get (Cell.swift:4)"))
    var plan = CampaignPlan(seed: 1, jobs: 1)
    plan.files = [
      try CampaignPlan.ScenarioFile(
        path: "kept.rxf", scenario: kept.scenario, races: 1, library: PaperLibrary())
    ]
    plan.known = [KnownFailure(kept, path: "kept.rxf")]
    plan.expected = ["kept.rxf"]
    var store = FindingStore(plan: plan, reporter: Listener())
    let moved = race("look (Cell.swift:14)")
    for message in [moved, race("get (Cell.swift:4)", "Box")] {
      store.record(try Self.finding("feed a |> map +1", .race1, message), file: 0) { _ in true }
    }
    let others = [race("get (Cell.swift:5)", "Box"), race("ask (Cell.swift:34)")]
    for message in [race("thunk in look (Cell.swift:14)"), moved] + others {
      store.record(try Self.finding("feed a |> skip 1", .race1, message), file: nil) { _ in true }
    }
    #expect(store.findings.map(\.isKnown) == [true, false, false])
    #expect(store.findings.map(\.repeats) == [3, 0, 0])
  }

  @Test(
    "of two files of one data race either explains the other, whatever operators it was found with")
  func raceFiles() throws {
    func file(_ chain: String, _ message: String) throws -> CorpusFile {
      CorpusFile(
        try Self.finding(chain).scenario, verdict: CorpusFile.Verdict(.race1, message))
    }
    let first = try file(
      "feed a |> map +1",
      "data race; read in Cell.get (Cell.swift:4); write in Cell.set (Cell.swift:9)")
    let second = try file(
      "feed a |> skip 1",
      "data race; write in Box.fill (Cell.swift:9); read in Cell.get (Cell.swift:4)")
    let third = try file(
      "feed a |> skip 1",
      "data race; write in Box.fill (Cell.swift:8); read in Cell.get (Cell.swift:4)")
    #expect(first.explains(second) && second.explains(first))
    #expect(!first.explains(third) && !third.explains(first))
  }
}
