import ScheduleKit

/// The parent's view of one child: its process, what it has said, and what it is to do.
///
/// Thread-safety: use from one thread.
final class WorkerHandle {
  let process: ChildProcess
  let journal: Journal
  /// What it works on; nil while it waits.
  private(set) var unit: WorkUnit?
  /// What that unit races, where it is not generated.
  private(set) var scenario: Scenario?
  /// The script of a primitive that it races, where that is not generated.
  private(set) var script: PrimitiveProgram?
  /// The reason for which the parent has killed it.
  enum Killing: Hashable, Sendable {
    /// The run stops.
    case stopping
    /// It stood still for too long.
    case noProgress
    /// It got no processor for so long that waiting any longer is of no use.
    case starved
    /// It took much more memory than it may.
    case memory
    /// It said that it had crashed, but its process did not end.
    case crashedWithoutEnd
  }
  private(set) var killing: Killing?
  /// What it said when it found itself hung, just before its end.
  var hang: Finding?
  /// Batches that the next unit should have so that it lasts about as long as wanted.
  private(set) var batchesWanted = 1
  private(set) var unitsDone = 0
  /// The journal's sums as they were last added to the run's.
  var counted = Journal.Counters()

  private var decoder = Message.Decoder()
  private var standardError = TextRing(bytesMax: CampaignLimits.standardErrorBytesMax)
  private var lastPosition: Journal.Position
  private var inactivity = InactivityClock()
  private var lookedMilliseconds: UInt64 = 0
  private var assignedMilliseconds: UInt64 = 0
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  /// Starts a child.
  init(seed: UInt64, hangSeconds: Int) throws(SystemError) {
    journal = try Journal.create()
    process = try ChildProcess(
      arguments: WorkerArguments(seed: seed, hangSeconds: hangSeconds).words,
      sharing: journal.descriptor)
    lastPosition = journal.position
  }

  /// Bytes on its message pipe that were no message.
  var garbageBytes: Int { decoder.garbageBytes }
  /// The end of what it wrote to standard error.
  var errorText: String { standardError.text }

  /// Hands it a unit; false when it is gone.
  func start(
    _ unit: WorkUnit, scenario: Scenario?, script: PrimitiveFile? = nil, schedule: String? = nil,
    strategy: String? = nil, memory: MemoryModel, avoidance: Avoidance = Avoidance()
  ) -> Bool {
    self.unit = unit
    self.scenario = scenario
    self.script = script?.program
    assignedMilliseconds = MonotonicClock.milliseconds()
    inactivity.moved()
    return process.send(
      unit.message(
        scenario: scenario.map(ScenarioCodec.print), script: script.map(PrimitiveCodec.print),
        schedule: schedule, strategy: strategy, memory: memory, avoidance: avoidance
      ).bytes)
  }

  /// It has said that it is done with that unit.
  func finish(unit number: UInt64) {
    guard let unit, unit.number == number else { return }
    unitsDone += 1
    self.unit = nil
    // A trial ends where its failure is seen, which says nothing about the pace of ordinary work.
    guard !unit.isTrial, unit.engine == .stress else { return }
    let spent = max(1, MonotonicClock.milliseconds() - assignedMilliseconds)
    let fitting = UInt64(unit.batches.count) * CampaignLimits.unitMilliseconds / spent
    // Growth is bounded, so that one lucky fast batch does not make a unit that lasts for minutes.
    batchesWanted = max(
      1, min(Int(fitting), unit.batches.count * 4, CampaignLimits.batchesInUnitMax))
  }

  /// For how long it has been at the unit that it works on.
  func milliseconds(now: UInt64) -> UInt64 { now - min(now, assignedMilliseconds) }

  /// Reads what there is of its messages.
  func takeMessages() -> [Message] {
    while process.messages >= 0 {
      switch Descriptors.read(process.messages, into: &buffer) {
      case .bytes(let bytes): decoder.append(bytes)
      case .nothing: return takeDecoded()
      case .end: process.closeMessages()
      }
    }
    return takeDecoded()
  }

  private func takeDecoded() -> [Message] {
    var decoded: [Message] = []
    while let message = decoder.next() { decoded.append(message) }
    return decoded
  }

  /// Reads what there is of its standard error.
  func takeErrors() {
    while process.errors >= 0 {
      switch Descriptors.read(process.errors, into: &buffer) {
      case .bytes(let bytes): standardError.append(bytes)
      case .nothing: return
      case .end: process.closeErrors()
      }
    }
  }

  /// What it holds in memory now, where the system says, or else the most that it held in any batch.
  var residentKibibytes: UInt64 {
    guard process.ending == nil else { return 0 }
    return process.residentKibibytes ?? journal.counters.residentKibibytes
  }

  /// Gives it no more work: it ends by itself when it has none.
  func retire() { process.closeWork() }

  /// Whether it gets no more work, and ends when it is done with what it has.
  var isRetired: Bool { !process.takesWork }

  /// Whether it can be given work.
  var takesWork: Bool { process.ending == nil && process.takesWork && unit == nil }

  /// Kills it, for the first reason given.
  func kill(_ reason: Killing, signal: Int32) {
    guard killing == nil else { return }
    killing = reason
    process.kill(signal)
  }

  /// Whether it had stood still when it was last looked at, and used no processor or got nowhere for long: it hangs, or waits
  /// for something slow.
  var isStuck: Bool {
    inactivity.asleep >= CampaignLimits.asleepMilliseconds
      || inactivity.still >= CampaignLimits.standingMilliseconds
  }

  /// For how long it has stood still although it could have moved. A child that waits for work does not stand still.
  func inactivity(now: UInt64) -> InactivityClock {
    let position = journal.position
    let waits = position.phase == .waiting && unit == nil
    if waits || position != lastPosition {
      inactivity.moved()
    } else if now - min(lookedMilliseconds, now) >= Self.lookMilliseconds {
      inactivity.look(ThreadActivity(process: process.identifier))
    } else {
      return inactivity
    }
    lookedMilliseconds = now
    lastPosition = position
    return inactivity
  }

  /// Time between two looks at the accounts of a child's threads.
  private static let lookMilliseconds: UInt64 = 400
}
