import Testing

@testable import ScheduleKit

@Suite("The journal of a run under control")
struct ScheduleJournalTests {
  private final class Page {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: ScheduleJournal.bytes, alignment: 8)
    init() { memory.initializeMemory(as: UInt8.self, repeating: 0, count: ScheduleJournal.bytes) }
    deinit { memory.deallocate() }
  }

  private let names = SiteNames { "site \($0)" }

  private func operation(_ task: UInt32, _ site: UInt) -> ScheduleOperation {
    ScheduleOperation(task: task, kind: .atomicStore, object: 1, site: site, writes: true)
  }

  /// Two tasks with operations at the same sites, run by chance; what the log says and what the journal says.
  private func run(seed: UInt64, steps: Int, _ journal: ScheduleJournal) -> ScheduleLog {
    var generator = SeededGenerator(seed: seed)
    var log = ScheduleLog()
    var next: [UInt] = [0, 0]
    var running: Int?
    journal.begin()
    for step in 0..<steps {
      let pending = (0..<2).map { operation(UInt32($0 + 1), next[$0] % 3 + 1) }
      let chosen = generator.below(2)
      let decision = ScheduleDecision(pending: pending, running: running, step: UInt64(step))
      log.append(decision, chosen: chosen)
      journal.note(
        pending[chosen], insteadOf: chosen == decision.unforced ? nil : pending[decision.unforced],
        names)
      next[chosen] += 1
      running = chosen
    }
    return log
  }

  @Test("it holds the same switches as the log of the run, whenever the run is cut short")
  func agrees() throws {
    let page = Page()
    let journal = ScheduleJournal(page.memory)
    for seed in 0..<UInt64(20) {
      let log = run(seed: seed, steps: Int(seed) * 7, journal)
      let deviations = try #require(journal.deviations())
      #expect(deviations == log.deviations(names))
      let text = try #require(journal.schedule(strategy: "walk", seed: 5))
      #expect(try ScheduleText(parsing: text).deviations == deviations)
    }
  }

  @Test("it holds nothing of a run that has ended, nor of one that is longer than it has room for")
  func holdsNothing() {
    let page = Page()
    let journal = ScheduleJournal(page.memory)
    #expect(journal.deviations() == nil)
    _ = run(seed: 1, steps: 10, journal)
    #expect(journal.deviations() != nil)
    journal.end()
    #expect(journal.deviations() == nil)
    _ = run(seed: 1, steps: 20_000, journal)
    #expect(journal.deviations() == nil)
    _ = run(seed: 1, steps: 10, journal)
    #expect(journal.deviations() != nil)
  }
}
