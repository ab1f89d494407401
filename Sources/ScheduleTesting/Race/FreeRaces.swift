import Dispatch
import ScheduleKit
import Synchronization

/// Races a body on real threads, which meet before each race and start as far apart as shows most.
///
/// Each lane is a thread of its own for all races. Thread-safety: use from one thread; `work` is called by the racers.
final class FreeRaces: RacedWork, @unchecked Sendable {
  // Safety: what a batch consists of is written by the first racer between two meetings of all; of the buffers each element
  // belongs to one racer, until all have met.

  /// What they have shown.
  struct Report {
    var raced = 0
    var overlapped = 0
    var violation: ScheduleViolation?
    var details = ""
    /// Which race showed it, from 1.
    var number = 0
    var fault: String?
    var table = OutcomeTable()
  }

  private static let batchMax = 64
  /// Whether to go on is asked between batches, which are therefore made smaller where a race takes long.
  private static let batchTime = Duration.milliseconds(50)

  let workers: Int
  private let body: RaceBody
  private let seed: UInt64
  private let racesMax: Int
  private let goesOn: (Int) -> Bool
  private let rendezvous: Rendezvous
  private var offsets: OffsetController
  private var races: [Race] = []
  private var notes: [RunNotes] = []
  private var batch = 4
  private var batchBegan = ContinuousClock.now
  private var isOver = false
  private(set) var report = Report()
  private let delays: UnsafeMutablePointer<UInt64>
  private let stalls: UnsafeMutablePointer<UInt64>
  private let begins: UnsafeMutablePointer<UInt64>
  private let ends: UnsafeMutablePointer<UInt64>
  private var parts: [InlineTask] = []

  /// - Parameters:
  ///   - goesOn: asked before each batch, with the number of races so far.
  init(
    _ body: RaceBody, lanes: Int, racesMax: Int, seed: UInt64, goesOn: @escaping (Int) -> Bool
  ) {
    workers = lanes
    self.body = body
    self.racesMax = racesMax
    self.seed = seed
    self.goesOn = goesOn
    rendezvous = Rendezvous(parties: lanes, sharesCores: lanes > Processor.coreCount)
    offsets = OffsetController(
      seed: seed, lanes: lanes, delayedLane: nil, actions: Array(repeating: 1, count: lanes))
    func buffer(_ count: Int) -> UnsafeMutablePointer<UInt64> {
      let buffer = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
      buffer.initialize(repeating: 0, count: count)
      return buffer
    }
    delays = buffer(2 * Rendezvous.partiesMax)
    stalls = buffer(2 * Rendezvous.partiesMax)
    begins = buffer(Self.batchMax * Rendezvous.partiesMax)
    ends = buffer(Self.batchMax * Rendezvous.partiesMax)
  }

  deinit {
    for buffer in [delays, stalls, begins, ends] { buffer.deallocate() }
  }

  /// Races until something is found, or all is done.
  func run() -> Report {
    guard racesMax > 0 else { return report }
    if body.sink.isHeard {
      parts = (1..<workers).map { worker in InlineTask { self.perform(worker) } }
    }
    let pool = RacerPool(
      queues: (0..<max(2, workers)).map { DispatchQueue(label: "lane \($0 + 1)") })
    // The thread that waits here, and those of tests that wait for their turn, may be all that Swift tasks have.
    WideQueues.during {
      pool.work { pool.race(self) {} }
    }
    return report
  }

  func work(_ worker: Int, meanwhile: () -> Void) {
    if worker > 0, !parts.isEmpty { parts[worker - 1].run() } else { perform(worker) }
  }

  private func perform(_ worker: Int) {
    RacingLane.current = RacingLane.racer(worker)
    defer { RacingLane.current = RacingLane.unknown }
    var place = Rendezvous.Place(party: worker)
    while true {
      if worker == 0 { build() }
      rendezvous.meet(&place)
      if isOver { break }
      race(worker, &place)
      rendezvous.meet(&place)
      if worker == 0 { conclude() }
    }
    rendezvous.meet(&place)
  }

  /// Makes the next batch, or ends.
  private func build() {
    let left = racesMax - report.raced
    guard left > 0, report.violation == nil, report.fault == nil, goesOn(report.raced) else {
      isOver = true
      return
    }
    RacingLane.current = RacingLane.unknown
    defer { RacingLane.current = RacingLane.racer(0) }
    races = []
    notes = []
    for _ in 0..<min(left, sizeOfBatch()) {
      let note = RunNotes()
      body.sink.enter(note, lane: nil)
      let race = Race(note)
      do { try body.make(race) } catch { note.add(error) }
      _ = race.prepare()
      if let violation = note.violation {
        report.violation = report.violation ?? violation
      } else if let fault = race.fault {
        report.fault = fault
      } else if race.lanes.count != workers {
        report.fault =
          "the body names \(workers) lanes in one run and \(race.lanes.count) in another"
      }
      races.append(race)
      notes.append(note)
    }
    isOver = report.violation != nil || report.fault != nil
    if !isOver { draw(0) }
  }

  private func sizeOfBatch() -> Int {
    let now = ContinuousClock.now
    defer { batchBegan = now }
    guard report.raced > 0 else { return batch }
    let isSlow = now - batchBegan > Self.batchTime
    batch = isSlow ? max(1, batch / 4) : min(Self.batchMax, batch * 2)
    return batch
  }

  private func race(_ worker: Int, _ place: inout Rendezvous.Place) {
    var stall = RacerStall(seed: seed &+ UInt64(report.raced), racer: worker)
    for index in races.indices {
      let race = races[index]
      body.sink.enter(notes[index], lane: worker)
      let start = rendezvous.agreeOnStart(&place, earliest: 0)
      let slot = (index & 1) * Rendezvous.partiesMax + worker
      Processor.spin(until: start + delays[slot])
      stall.begin(ticks: stalls[slot])
      let begin = Processor.ticks
      race.perform(worker)
      let end = Processor.ticks
      stall.end()
      begins[index * Rendezvous.partiesMax + worker] = begin
      ends[index * Rendezvous.partiesMax + worker] = end
      if worker == 0 { adapt(after: index) }
    }
  }

  // Looks at the race before the one just run: the other racers of this one may still be at work.
  private func adapt(after index: Int) {
    if workers > 1, index > 0, offsets.wantsObservation(of: index),
      OffsetController.isMeasured(race: index - 1)
    {
      let first = (index - 1) * Rendezvous.partiesMax
      for lane in 0..<min(2, workers) {
        let ticks = Double(ends[first + lane] - begins[first + lane])
        offsets.measure(lane: lane, ticks: ticks)
        offsets.measure(lane: lane, action: 0, end: ticks)
      }
      offsets.observe(
        OffsetController.Observation(
          firstByEffect: ends[first] < ends[first + 1],
          firstByStart: begins[first] < begins[first + 1],
          overlapped: overlapped(index - 1)), drawsSince: 1)
    }
    draw(index + 1)
  }

  private func draw(_ index: Int) {
    let slot = (index & 1) * Rendezvous.partiesMax
    offsets.drawDelays(into: delays + slot)
    offsets.drawStalls(into: stalls + slot, stalls: RaceNoise.of(race: index) == .stall)
  }

  /// Whether any two lanes were at work at the same time.
  private func overlapped(_ index: Int) -> Bool {
    let first = index * Rendezvous.partiesMax
    for one in first..<first + workers {
      for other in one + 1..<first + workers + 1 where other < first + workers {
        if begins[one] < ends[other], begins[other] < ends[one] { return true }
      }
    }
    return false
  }

  private func conclude() {
    RacingLane.current = RacingLane.unknown
    defer { RacingLane.current = RacingLane.racer(0) }
    for index in races.indices where report.violation == nil {
      body.sink.enter(notes[index], lane: nil)
      _ = races[index].conclude()
      report.raced += 1
      if overlapped(index) { report.overlapped += 1 }
      if report.raced == 1 {
        for (outcome, graded) in races[index].table.grades { report.table.grade(outcome, graded) }
      }
      if let outcome = notes[index].outcome { report.table.count(outcome, isControlled: false) }
      report.violation = notes[index].violation
      report.details = notes[index].details
    }
    report.number = report.raced
    while let seen = SanitizerReport.take() {
      guard report.violation == nil else { continue }
      let sides = seen.accesses.compactMap(\.frames.first).sorted().joined(separator: "; ")
      report.violation = ScheduleViolation(rule: "race", message: "\(seen.kind); \(sides)")
    }
    races = []
    notes = []
  }
}
