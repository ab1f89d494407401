import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("Primitives against their sequential models")
struct PrimitiveTests {
  private typealias Call = PrimitiveHistory.Call

  private func violation(
    _ kind: PrimitiveKind, _ calls: [Call], releases: [Int]
  ) -> InvariantName? {
    let queues = Dictionary(grouping: calls, by: \.queue).sorted { $0.key < $1.key }
    let script = DisposableScript(kind: kind, queues: queues.map { $0.value.map(\.operation) })
    return PrimitiveHistory(calls: calls, releases: releases).violation(of: script)?.invariant
  }

  @Test("a resource that is held after a dispose is released, and one that overlaps it may be")
  func hold() {
    let overlapping = [
      Call(queue: 0, operation: .hold(1), enter: 0, exit: 3, answer: nil),
      Call(queue: 1, operation: .dispose, enter: 1, exit: 2, answer: nil),
    ]
    #expect(violation(.serial, overlapping, releases: [0, 1]) == nil)
    #expect(violation(.serial, overlapping, releases: [0, 0]) == .ref1)
    #expect(violation(.serial, overlapping, releases: [0, 2]) == .disp5)
  }

  @Test("an answer must fit the real-time order")
  func answers() {
    func asked(_ answer: Bool, after: Bool) -> [Call] {
      [
        Call(queue: 0, operation: .dispose, enter: 0, exit: after ? 1 : 3, answer: nil),
        Call(queue: 1, operation: .ask, enter: 2, exit: 4, answer: .flag(answer)),
      ]
    }
    #expect(violation(.boolean, asked(true, after: true), releases: [0]) == nil)
    #expect(violation(.boolean, asked(false, after: true), releases: [0]) == .ref1)
    #expect(violation(.boolean, asked(false, after: false), releases: [0]) == nil)
  }

  @Test("a serial disposable keeps one of two resources, a composite both")
  func replacing() {
    let calls = [
      Call(queue: 0, operation: .hold(1), enter: 0, exit: 2, answer: nil),
      Call(queue: 1, operation: .hold(2), enter: 1, exit: 3, answer: nil),
    ]
    #expect(violation(.serial, calls, releases: [0, 1, 0]) == nil)
    #expect(violation(.serial, calls, releases: [0, 0, 1]) == nil)
    #expect(violation(.serial, calls, releases: [0, 0, 0]) == .ref1)
    #expect(violation(.composite, calls, releases: [0, 0, 0]) == nil)
    #expect(violation(.composite, calls, releases: [0, 1, 0]) == .ref1)
  }

  @Test("where nothing can be taken out again, to remove is to do nothing")
  func keeps() {
    let script = DisposableScript(kind: .composite, queues: [[.hold(1), .remove(1), .ask]])
    let fixture = DisposableFixture(script, library: FaultyPrimitives())
    fixture.perform(queue: 0)
    #expect(fixture.violation() == nil)
    fixture.finish()
    #expect(fixture.leftover() == nil)
  }

  @Test("what was lent keeps the resource until it is given back")
  func loans() {
    func calls(_ end: Int) -> [Call] {
      [
        Call(queue: 0, operation: .borrow(1), enter: 0, exit: 1, answer: nil),
        Call(queue: 1, operation: .dispose, enter: 2, exit: end, answer: nil),
        Call(queue: 0, operation: .giveBack(1), enter: 4, exit: 5, answer: nil),
      ]
    }
    #expect(violation(.refCount, calls(3), releases: [1]) == nil)
    #expect(violation(.refCount, calls(3), releases: [0]) == .ref1)
    #expect(violation(.refCount, Array(calls(3).prefix(2)), releases: [1]) == .ref1)
  }

  @Test("equal seeds draw equal scripts, in which a single assignment happens once")
  func scripts() {
    for kind in PrimitiveKind.allCases {
      for seed in 0..<UInt64(200) {
        func draw() -> DisposableScript {
          var choices = ChoiceStream(generator: SeededGenerator(seed: seed))
          return DisposableScript(kind, &choices)
        }
        let script = draw()
        #expect(script == draw())
        #expect(script.operations.count <= 9)
        let holds = script.operations.count {
          if case .hold = $0 { return true }
          return false
        }
        if kind == .singleAssignment { #expect(holds <= 1) }
      }
    }
  }
}

@Suite("What comes and goes leaves no memory behind")
struct GrowthTests {
  @Test(
    "an operator that keeps something of each inner subscription is seen, one that does not is not")
  func inner() throws {
    let operation = GrowthOperation.elements(row: "flatMap", form: 0)
    let kept = GrowthFixture.growth(of: operation, FaultyPrimitives(.growsForEver), rounds: 96)
    // Some of what was allocated before the count is freed during it: hence less than one for each round.
    #expect(kept.objects >= 0.5 && kept.bytes >= 16, "\(kept)")
    let clean = GrowthFixture.growth(of: operation, FaultyPrimitives(), rounds: 96)
    #expect(clean.objects == 0 && clean.bytes == 0, "\(clean)")
  }

  @Test("no operator of RxCore keeps anything of what has come and gone")
  func core() {
    let library = RxCoreLibrary(countsResources: false)
    let operations = GrowthScript.operations(of: library)
    #expect(operations.count > 300)
    let growing = operations.compactMap { operation -> String? in
      let grown = GrowthFixture.growth(of: operation, library, rounds: 96)
      return grown.objects >= 0.5 || grown.bytes >= 4 ? "\(operation): \(grown)" : nil
    }
    #expect(growing.isEmpty, "\(growing)")
  }

  @Test("what remembers every element grows, and is not asked to be steady")
  func meantToGrow() {
    #expect(GrowthOperation.elements(row: "toArray", form: 0).scenario(library: "RxCore") == nil)
  }

  @Test("a script of growth is written and read back")
  func text() throws {
    let program = PrimitiveProgram.growth(
      GrowthScript(queues: [[.subscriptions(row: "singleOp", form: 2)]]))
    #expect(program.description == "growth: p subscriptions singleOp compactMap")
    let file = PrimitiveFile(library: "RxCore", program)
    #expect(try PrimitiveCodec.parse(PrimitiveCodec.print(file)).program == program)
  }
}

@Suite("What a library promises beside its graphs")
struct LibraryCheckTests {
  @Test("every check of RxCore has its turn")
  func turns() {
    let library = RxCoreLibrary()
    let operations = CheckScript.scripts(of: library).flatMap { $0.queues[0] }
    #expect(operations.count == library.checks.map(\.ways).reduce(0, +))
    #expect(Set(operations).count == operations.count)
  }

  @Test(
    "every other turn is one of the checks until each had one, then fewer; the others share the rest"
  )
  func sharing() {
    let library = RxCoreLibrary()
    let table = PrimitiveTable(library: library)
    let scripts = CheckScript.scripts(of: library)
    let turns = (0..<UInt64(2 * scripts.count)).map { table.program(ofTurn: $0, seed: 5) }
    let checks = turns.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(Set(checks) == Set(scripts.map { .check($0) }))
    let others = turns.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(!others.contains { $0.primitive == CheckScript.name })
    // None is left out or done twice where the sharing changes.
    let kinds = Dictionary(
      grouping: (0..<UInt64(2 * scripts.count + 400)).map { table.turn($0) }, by: \.primitive.name)
    for (_, turns) in kinds {
      #expect(turns.map(\.number) == Array(0..<turns.count))
    }
    #expect(kinds[CheckScript.name]?.count == scripts.count + 400 / Int(PrimitiveTable.checksEvery))
    #expect(scripts.allSatisfy { PrimitiveValidation.allow(.check($0)) })
    let without = PrimitiveTable(library: FaultyPrimitives())
    #expect(without.turn(0).primitive.name == CheckScript.name)
  }

  @Test(
    "who has had all its scripts has few turns from then on, and none is left out or done twice")
  func repeating() throws {
    let library = RxCoreLibrary()
    let table = PrimitiveTable(library: library)
    let growth = try #require(table.primitives.first { $0.name == GrowthScript.name })
    let scripts = try #require(growth.scriptCount)
    let kinds = Dictionary(
      grouping: (0..<UInt64(10_000)).map { table.turn($0) }, by: \.primitive.name)
    for (_, turns) in kinds {
      #expect(turns.map(\.number) == Array(0..<turns.count))
    }
    let turns = try #require(kinds[GrowthScript.name]).count
    #expect(turns > scripts && turns < 2 * scripts)
    let fewest = kinds.filter { $0.key != GrowthScript.name }.map(\.value.count).min() ?? 0
    #expect(turns < scripts + fewest)
  }

  @Test("a unit says whether primitives are run under control, too")
  func units() throws {
    for explores in [false, true] {
      var unit = WorkUnit(number: 3, source: .primitives, firstBatch: 4, iterations: 128)
      unit.explores = explores
      let heard = try #require(WorkUnit(unit.message(scenario: nil)))
      #expect(heard.explores == explores && heard.source == .primitives)
    }
  }

  @Test("what fails each time does not hide what fails behind it: each is told, with its check")
  func together() {
    let library = FaultyPrimitives(.breaksPromises)
    let operations = [1, 2].map { CheckOperation(name: "promise", way: $0) }
    let script = CheckScript(queues: [operations])
    let (seen, races) = PrimitiveRace(library: library)
      .raceAll(script, iterations: 4, seed: 1) { _ in }
    #expect(seen.map(\.message) == ["a queue is not counted", "nor is it now"])
    #expect(
      seen.map(\.part) == operations.map { .check(CheckScript(queues: [[$0]])) }
        && races == 1)
  }

  @Test("a script of several checks that ends the process is halved until one of them is left")
  func halves() throws {
    let operations = (1...5).map { CheckOperation(name: "promise", way: $0) }
    var halved = HalvedScripts()
    let unit = WorkUnit(number: 3, source: .primitives, firstBatch: 4, iterations: 128)
    halved.add(partsOf: .check(CheckScript(queues: [operations])), in: unit)
    var (raced, number): ([CheckOperation], UInt64) = ([], 10)
    while let half = halved.next(number: number) {
      #expect(half.unit.number == number && half.unit.firstBatch == 4)
      number += 1
      guard case .check(let script) = half.program else { continue }
      let all = script.queues[0]
      if !all.contains(operations[2]) || all.count == 1 { raced += all }
      if all.contains(operations[2]) { halved.add(partsOf: half.program, in: half.unit) }
    }
    #expect(raced == operations && number == 14)
  }

  @Test("where it is known what a script got nowhere in, the others are raced together")
  func split() throws {
    let operations = (1...5).map { CheckOperation(name: "promise", way: $0) }
    let all = PrimitiveProgram.check(CheckScript(queues: [operations]))
    let one = try #require(all.split(at: [2, 9]))
    #expect(one.these == .check(CheckScript(queues: [[operations[2]]])))
    #expect(
      all.split(at: []) == nil && all.split(at: [0, 1, 2, 3, 4]) == nil
        && one.these.split(at: [0]) == nil)
    let unit = WorkUnit(number: 3, source: .primitives, firstBatch: 4, iterations: 128)
    var halved = HalvedScripts()
    halved.add(partsOf: all, one, in: unit)
    #expect(halved.next(number: 4)?.program == one.others)
    #expect(halved.isEmpty)
    let two = try #require(all.split(at: [0, 3]))
    halved.add(partsOf: all, two, in: unit)
    #expect(halved.next(number: 5)?.program == two.others)
    #expect(halved.next(number: 6)?.program == two.these)
  }

  // Checks set hooks of the process and wait for tasks, whose threads other tests may hold.
  @Test("every check of RxCore passes in each of its ways")
  func core() async {
    await #expect(processExitsWith: .success) {
      let library = RxCoreLibrary()
      let race = PrimitiveRace(library: library)
      for script in CheckScript.scripts(of: library) {
        let (violation, _) = race.race(script, iterations: 16, seed: 3) { _ in }
        if let violation { fatalError("\(script): \(violation)") }
      }
    }
  }

  @Test("what each round leaves allocated is seen, what comes and goes is not")
  func growth() {
    final class Thing {}
    var kept: [Thing] = []
    #expect(LibraryCheckFault.growth("kept") { kept.append(Thing()) }?.invariant == .grow1)
    #expect(HeapGrowth(objects: 1, bytes: 32).words.hasSuffix(": 32 bytes of each round"))
    #expect(HeapGrowth(objects: 1, bytes: 0).words.hasSuffix(": 1.0 objects of each round"))
    #expect(LibraryCheckFault.growth("gone") { withExtendedLifetime(Thing()) {} } == nil)
    #expect(!kept.isEmpty)
  }

  @Test("checks that stay in their calls are run under control, others are not")
  func control() {
    let library = RxCoreLibrary()
    let names = library.checks.filter(\.staysInCalls).map(\.name)
    #expect(names.contains("clockPair") && !names.contains("values"))
    for script in CheckScript.scripts(of: library) {
      let stays = script.queues[0].allSatisfy { names.contains($0.name) }
      #expect(PrimitiveProgram.check(script).isControllable(in: library) == stays)
    }
  }

  @Test("a script of checks is written and read back, and is nothing to a library without them")
  func text() throws {
    let program = PrimitiveProgram.check(
      CheckScript(queues: [[CheckOperation(name: "values", way: 2)]]))
    #expect(program.description == "check: values 2")
    let file = PrimitiveFile(library: "RxCore", program)
    #expect(try PrimitiveCodec.parse(PrimitiveCodec.print(file)).program == program)
    #expect(program.isBound(by: RxCoreLibrary()) && !program.isBound(by: FaultyPrimitives()))
    // Whatever way of it has failed.
    for script in CheckScript.scripts(of: RxCoreLibrary()) {
      let file = PrimitiveFile(library: "RxCore", .check(script))
      #expect(try PrimitiveCodec.parse(PrimitiveCodec.print(file)).program == file.program)
    }
  }

  @Test("what one order of many tells is tried in more schedules than the rest")
  func schedules() {
    let library = RxCoreLibrary()
    for script in CheckScript.scripts(of: library) {
      let own = script.queues[0].compactMap { CheckScript.check(of: $0, library)?.schedules }
      let program = PrimitiveProgram.check(script)
      #expect(own.isEmpty || own.count == script.queues[0].count)
      #expect(program.schedules(of: 8, in: library) == own.max() ?? min(8, script.racesMax))
    }
  }
}

extension ExploreSuites {
  @Suite("Primitives of a library, raced on their own", .serialized, .timeLimit(.minutes(3)))
  struct PrimitiveTests {
    private func report(_ library: any LibraryUnderTest, explores: Bool)
      -> PrimitiveCampaign.Summary
    {
      PrimitiveCampaign(library: library, seed: 5, races: 1_024, explores: explores).run { _ in }
    }

    @Test("RxCore's disposables and its serial scheduler are clean")
    func core() {
      let report = report(RxCoreLibrary(countsResources: false), explores: true)
      #expect(
        report.rows.map(\.primitive)
          == PrimitiveKind.allCases.map(\.rawValue) + SchedulerKind.allCases.map(\.rawValue)
          + [GrowthScript.name])
      #expect(
        report.rows.allSatisfy {
          $0.schedules > 0 || SchedulerKind(rawValue: $0.primitive)?.usesMainQueue == true
        })
      #expect(report.rows.allSatisfy { $0.races >= 1_024 || $0.primitive == GrowthScript.name })
      // What grows shows whenever it is counted: each script has its turn, and needs no more.
      let scripts = GrowthScript.scripts(of: RxCoreLibrary(countsResources: false)).count
      let growth = report.rows.first { $0.primitive == GrowthScript.name }
      #expect(growth?.scripts == scripts)
      let words = report.findings.map { "\($0.invariant) \($0.message) \($0.script)" }
      #expect(report.findings.isEmpty, "\(words)")
    }

    @Test("correct primitives of another library are clean, too")
    func clean() {
      let report = report(FaultyPrimitives(), explores: false)
      #expect(
        report.rows.map(\.primitive) == [
          "singleAssignment", "composite", "scheduler", "growth", "check",
        ])
      #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    }

    @Test(
      "each planted bug is found",
      arguments: zip(
        [
          FaultyPrimitives.Bug.losesDispose, .answersLate, .concurrentScheduler, .runsTwice,
          .growsForEver, .breaksPromise,
        ],
        [[InvariantName.ref1, .disp5], [.ref1], [.sched2, .sched1], [.val1], [.grow1], [.val1]]))
    func planted(bug: FaultyPrimitives.Bug, names: [InvariantName]) throws {
      let report = report(FaultyPrimitives(bug), explores: true)
      let found = try #require(report.findings.first)
      #expect(report.findings.count == 1)
      #expect(names.contains(found.invariant), "\(found.invariant) \(found.message)")
      #expect(!found.script.isEmpty)
    }
  }
}
