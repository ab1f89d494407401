import Dispatch
import ScheduleKit

/// Races a script on real threads, as often as it is asked to.
///
/// Thread-safety: use from one thread; it runs its own queues. A hang inside the library hangs `race`, too; a watchdog
/// of the caller's sees that `progress` is not called any more.
final class PrimitiveRace {
  private let library: any LibraryUnderTest
  private let racers: RacingThreads
  private let queues: [DispatchQueue]
  private let sanitizer = ThreadSanitizerReports()
  private let note: PartNote
  /// Worlds that are raced between two looks at what came of them.
  private static let batchMax = 64
  /// The largest shift of a start against the others, and the longest stall, in ticks: a few lengths of an operation.
  private static let jitterTicks = 3_000
  private static let drainRounds = 3

  /// What a race is about.
  enum Phase: Sendable {
    /// The library is at work.
    case racing
    /// What it did is held against the rules: only the tool itself is at work, but for what the library has left to
    /// queues.
    case judging
  }

  /// - Parameters:
  ///   - racers: receives who races, for the caller's watchdog.
  ///   - note: receives what they are at.
  init(
    library: any LibraryUnderTest, racers: RacingThreads = RacingThreads(),
    noting note: @escaping PartNote = { _, _ in }
  ) {
    self.library = library
    self.racers = racers
    self.note = note
    queues = ["p", "q", "r"].map { DispatchQueue(label: "rxfuzz.primitive.\($0)") }
  }

  /// Races it until something is wrong that the library promises not to happen; returns that, and the number of races.
  /// - Parameter progress: receives what comes next, again and again.
  func race(
    _ script: some PrimitiveScript, iterations: Int, seed: UInt64, progress: (Phase) -> Void
  ) -> (violation: PrimitiveViolation?, races: Int) {
    let all = raceAll(script, iterations: iterations, seed: seed, progress: progress)
    return (all.violations.first, all.races)
  }

  /// The same with all that is wrong, where the script is about several things.
  func raceAll(
    _ script: some PrimitiveScript, iterations: Int, seed: UInt64, progress: (Phase) -> Void
  ) -> (violations: [PrimitiveViolation], races: Int) {
    let iterations = min(iterations, script.racesMax)
    SanitizerReport.setContext(-1)
    var done = 0
    while done < iterations {
      progress(.racing)
      let isFilled = MemoryFill.isChosen(seed: seed, batch: done)
      if isFilled { MemoryFill.begin() }
      defer { if isFilled { MemoryFill.end() } }
      let fixtures = (0..<min(Self.batchMax, iterations - done)).map { _ in
        script.makeFixture(library: library)
      }
      race(
        fixtures, parties: script.queueCount, seed: seed &+ UInt64(done),
        servingMain: script.usesMainQueue)
      drain(servingMain: script.usesMainQueue)
      racers.end()
      progress(.judging)
      var violations = sanitizer.reports().compactMap {
        promised(PrimitiveViolation($0.invariant, $0.message))
      }
      var races = violations.isEmpty ? 0 : done + fixtures.count
      for (index, fixture) in fixtures.enumerated() {
        let more = fixture.violations(beside: violations, noting: note).filter {
          promised($0) != nil
        }
        if violations.isEmpty, !more.isEmpty { races = done + index + 1 }
        violations += more
        progress(.judging)
      }
      if !violations.isEmpty { return (violations, races) }
      done += fixtures.count
      progress(.racing)
      for fixture in fixtures { fixture.finish() }
      drain(servingMain: script.usesMainQueue)
      progress(.judging)
      for fixture in fixtures {
        if let violation = promised(fixture.leftover()) { return ([violation], done) }
      }
    }
    return ([], done)
  }

  /// What the library does not promise must not hide what it does.
  private func promised(_ violation: PrimitiveViolation?) -> PrimitiveViolation? {
    violation.flatMap { library.promises.contains($0.invariant) ? $0 : nil }
  }

  private func drain(servingMain: Bool) {
    SchedulerQueues.drain(rounds: Self.drainRounds)
    if servingMain { MainQueue.serve(rounds: Self.drainRounds) }
  }

  private func race(
    _ fixtures: [any PrimitiveFixture], parties: Int, seed: UInt64, servingMain: Bool
  ) {
    let rendezvous = Rendezvous(
      parties: parties, sharesCores: parties > Processor.coreCount)
    racers.begin([rendezvous])
    let group = DispatchGroup()
    for party in 0..<parties {
      queues[party].async(group: group) { [racers, note] in
        racers.enter(thread: Processor.threadNumber, racer: party)
        Processor.pin(toCore: party)
        defer { Processor.unpin() }
        var chance = SeededGenerator(seed: seed, stream: UInt64(party))
        var place = Rendezvous.Place(party: party)
        var stall = RacerStall(seed: seed, racer: party)
        for fixture in fixtures {
          let start = rendezvous.agreeOnStart(&place, earliest: 0)
          Processor.spin(until: start + UInt64(chance.below(Self.jitterTicks)))
          // In every other race.
          stall.begin(ticks: chance.below(2) == 0 ? UInt64(chance.below(Self.jitterTicks)) : 0)
          fixture.perform(queue: party, noting: note)
          stall.end()
        }
        rendezvous.meet(&place)
      }
    }
    if servingMain { MainQueue.wait(for: group) } else { group.wait() }
  }
}
