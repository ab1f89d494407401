import Dispatch
import ScheduleKit
import Synchronization

/// The phases of a batch, each run by every worker. Iterations are handed out in turn, so that what a worker
/// has built is also torn down, judged and freed by it.
extension BatchRace {
  /// Builds the graphs. A timer starts here, and its race waits until it is about to fire.
  func build(_ worker: Int, _ base: Int, _ count: Int) {
    if worker == 0 {
      batchStart = Processor.ticks
      // Relaxed: a barrier lies between this and the first who draws from it.
      judged.store(0, ordering: .relaxed)
      if MemoryFill.isChosen(seed: seed, batch: base) { MemoryFill.begin() }
      monitor.enterBatch(base: base)
      monitor.enter(.building)
    }
    let plan = plans[worker]
    let delayTicks = plan.delayMilliseconds.map { UInt64($0) * Processor.ticksPerMillisecond }
    for index in stride(from: worker, to: count, by: workers) {
      monitor.enter(iteration: base + index, worker: worker)
      if worker == 0 { progress(base + index) }
      pool[index].begin(plan, library: library, holdSpins: RaceNoise.spins(race: index))
      pool.earliestStarts[index] = delayTicks.map { Processor.ticks + $0 } ?? 0
    }
  }

  /// Races one iteration after another.
  func race(
    _ worker: Int, _ base: Int, _ count: Int, _ observer: RaceObserver,
    _ place: inout Rendezvous.Place
  ) {
    guard worker < lanes else { return }
    if worker == 0 {
      monitor.enter(.racing)
      drawStart(of: 0)
    }
    let script = plans[worker].queues[worker]
    var stall = RacerStall(seed: seed &+ UInt64(base), racer: worker)
    for index in 0..<count {
      monitor.enter(iteration: base + index, worker: worker)
      if worker == 0 {
        progress(base + index)
        SanitizerReport.setContext(Int64(base + index))
      }
      let iteration = pool[index]
      let start = rendezvous.agreeOnStart(&place, earliest: pool.earliestStarts[index])
      let slot = (index & 1) * ScenarioPlan.queuesMax + worker
      Processor.spin(until: start + delays[slot])
      stall.begin(ticks: stalls[slot])
      let begin = Processor.ticks
      if OffsetController.isMeasured(race: index) {
        let place = index * ScenarioPlan.queuesMax + worker
        let ends = pool.actionEnds + place * ScenarioLimits.actionsPerQueueMax
        for number in script.indices {
          iteration.perform(script[number])
          ends[number] = Processor.ticks - begin
        }
        pool.lengths[place] = Processor.ticks - begin
      } else {
        for action in script { iteration.perform(action) }
      }
      stall.end()
      if worker == 0 { adapt(after: index, observer) }
    }
  }

  /// Ends the race, disposes everything, drops it, and takes down what is left.
  func finish(
    _ worker: Int, _ count: Int, _ observer: RaceObserver, _ place: inout Rendezvous.Place
  ) {
    rendezvous.meet(&place)
    settle(worker, .draining, count, &place)
    if plan.delayMilliseconds != nil { endTimedRaces(worker, count, &place) }
    for index in stride(from: worker, to: count, by: workers) {
      let iteration = pool[index]
      if !isOverloaded { tally(observer.observe(iteration.recorder), worker) }
      if plan.delayMilliseconds == nil { iteration.recorder.record(.raceEnd, subject: 0) }
      iteration.tearDown()
    }
    settle(worker, .tearingDown, count, &place)
    for index in stride(from: worker, to: count, by: workers) {
      let iteration = pool[index]
      iteration.recorder.record(.tornDown, subject: 0)
      iteration.release()
    }
    settle(worker, .tearingDown, count, &place)
    guard !isOverloaded else { return }
    for index in stride(from: worker, to: count, by: workers) { takeStock(of: index) }
  }

  // A timer may fire however long one waits, so its race ends where no queue is in the middle of a delivery.
  private func endTimedRaces(_ worker: Int, _ count: Int, _ place: inout Rendezvous.Place) {
    rendezvous.meet(&place)
    if worker == 0, !isOverloaded {
      let ended = SchedulerQueues.betweenWorks(until: timersDeadline(count)) {
        for index in 0..<count { pool[index].recorder.record(.raceEnd, subject: 0) }
      }
      isOverloaded = !ended
    }
    rendezvous.meet(&place)
  }

  /// Leaves a batch whose timers are more than their queue can serve, taken down as it is, unjudged.
  func giveUp(_ worker: Int, _ base: Int, _ count: Int, _ place: inout Rendezvous.Place) {
    if worker == 0 {
      isOverloaded = false
      if MemoryFill.isChosen(seed: seed, batch: base) { MemoryFill.end() }
    }
    for index in stride(from: worker, to: count, by: workers) { pool.recycle(index) }
    rendezvous.meet(&place)
  }

  // Until when a queue must have been done with its timers. A graph on its own is waited for without end: that its
  // timers keep a queue busy is the library's doing.
  private func timersDeadline(_ count: Int) -> DispatchTime {
    count == 1 ? .distantFuture : .now() + Self.overloadPatience
  }

  /// Counts the traces whose fingerprint falls to this worker, and marks those to be judged.
  func countTraces(_ worker: Int, _ base: Int, _ count: Int) {
    if worker == 0 {
      // What it finds wrong was done by what was raced.
      if MemoryFill.isChosen(seed: seed, batch: base) { MemoryFill.end() }
      monitor.enter(.judging)
    }
    for index in 0..<count where counter(of: index) == worker {
      isNew[index] = results[worker].tally.isNew(pool.fingerprints[index])
    }
  }

  /// Judges each distinct trace once.
  ///
  /// One trace may take a thousand times as long as another: who is free takes the next one. Who shares a core with
  /// one who judges leaves it to that one, who has found out most of the model already.
  func judge(_ worker: Int, _ base: Int, _ count: Int) {
    guard worker < Processor.coreCount else { return }
    while let index = nextToJudge(count) {
      // A trace that takes long to explain is no hang of the library.
      progress(base + index)
      judgements[index] = results[worker].tally.judgement(of: trace(of: index))
    }
  }

  /// Takes in what was said of the traces that this worker has counted.
  func conclude(_ worker: Int, _ base: Int, _ count: Int) {
    // The judges are done, and the library is not called before the next meeting of all but by this worker.
    if worker == 0 { monitor.enter(.settling) }
    for index in 0..<count where counter(of: index) == worker {
      guard let judgement = judgements[index] else { continue }
      judgements[index] = nil
      results[worker].tally.take(
        judgement, fingerprint: pool.fingerprints[index], iteration: base + index)
    }
    if worker == 0 { judgeResources(base, count) }
    // What it has found out of the model is of no use to other scenarios; each worker gives back what it took.
    if base + count == iterations { results[worker].tally.forgetModel() }
  }

  private func counter(of index: Int) -> Int {
    Int(pool.fingerprints[index] % UInt64(workers))
  }

  private func nextToJudge(_ count: Int) -> Int? {
    while true {
      // Relaxed: the number alone is what is handed out; barriers order what it stands for.
      let index = judged.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return nil }
      if isNew[index] { return index }
    }
  }

  private func trace(of index: Int) -> Trace {
    Trace(
      scenario: plan.scenario, records: pool[index].recorder.records,
      endState: pool.endStates[index])
  }

  // Looks at the race before the one just run: this one's other racers may still be at work, those of the
  // one before have been waited for. The delays are double-buffered for the same reason.
  private func adapt(after index: Int, _ observer: RaceObserver) {
    if index > 0 && offsets.wantsObservation(of: index)
      && OffsetController.isMeasured(race: index - 1)
    {
      let lengths = pool.lengths + (index - 1) * ScenarioPlan.queuesMax
      for lane in 0..<min(lanes, 2) {
        offsets.measure(lane: lane, ticks: Double(lengths[lane]))
        let place = (index - 1) * ScenarioPlan.queuesMax + lane
        let ends = pool.actionEnds + place * ScenarioLimits.actionsPerQueueMax
        for action in plan.queues[lane].indices {
          offsets.measure(lane: lane, action: action, end: Double(ends[action]))
        }
      }
      // The race that runs already has drawn its delays, too.
      offsets.observe(observer.observe(pool[index - 1].recorder), drawsSince: 1)
    }
    drawStart(of: index + 1)
    if plan.isAsynchronous && plan.delayMilliseconds == nil {
      SchedulerQueues.drain(rounds: plan.drainRounds)
    }
  }

  // Delays and stalls of the race with that number in the batch.
  private func drawStart(of index: Int) {
    let slot = (index & 1) * ScenarioPlan.queuesMax
    offsets.drawDelays(into: delays + slot)
    offsets.drawStalls(into: stalls + slot, stalls: RaceNoise.of(race: index) == .stall)
  }

  // Where scheduler queues are involved, waits until they have nothing left to do.
  private func settle(
    _ worker: Int, _ phase: RaceMonitor.Phase, _ count: Int, _ place: inout Rendezvous.Place
  ) {
    if worker == 0 { monitor.enter(phase) }
    guard plan.isAsynchronous else { return }
    rendezvous.meet(&place)
    if worker == 0 {
      // Once the graphs are disposed of, their timers are over.
      drain(count, until: phase == .draining ? timersDeadline(count) : .distantFuture)
    }
    rendezvous.meet(&place)
  }

  // One piece of work may lead to the next, as of a sequence that is tried again: as long as anything comes of it.
  private func drain(_ count: Int, until deadline: DispatchTime) {
    guard plan.delayMilliseconds == nil else {
      if !SchedulerQueues.drain(rounds: plan.drainRounds, until: deadline) { isOverloaded = true }
      return
    }
    SchedulerQueues.drain(rounds: plan.drainRounds)
    var before = -1
    for _ in 0..<Self.drainRoundsMax {
      let records = (0..<count).reduce(0) { $0 + pool[$1].recorder.count }
      if records == before { return }
      before = records
      SchedulerQueues.drain(rounds: plan.drainRounds)
    }
  }

  private func tally(_ observation: OffsetController.Observation, _ worker: Int) {
    if observation.overlapped { results[worker].overlapped += 1 }
    if observation.firstByEffect { results[worker].firstByEffect += 1 }
    if observation.firstByStart { results[worker].firstByStart += 1 }
  }

  private func takeStock(of index: Int) {
    let iteration = pool[index]
    var endState = Trace.EndState()
    endState.mayBeAtWorkElsewhere = plan.isUnspecified
    endState.capturesAlive = waitForRelease { iteration.isHeldByLibrary() }
    _ = waitForRelease { iteration.resources.openCount > 0 }
    endState.resourcesOpen = iteration.resources.openCount
    endState.resourcesClosedAgain = iteration.resources.closedAgainCount
    endState.recordsLost = iteration.recorder.lost
    endState.overlappedQueue = iteration.recorder.overlappedQueue
    if plan.delayMilliseconds != nil {
      endState.milliseconds = Int((Processor.ticks - batchStart) / Processor.ticksPerMillisecond)
    }
    pool.endStates[index] = endState
    let salt: UInt64 =
      (endState.capturesAlive ? 1 : 0) | (endState.overlappedQueue == nil ? 0 : 2)
      | (endState.hasOddResources ? 4 : 0)
    pool.fingerprints[index] = iteration.recorder.fingerprint(salt: salt)
  }

  // The library's counter knows no iterations, so a growth over the batch is put down to its last one.
  private func judgeResources(_ base: Int, _ count: Int) {
    guard let before = resourcesBefore else { return }
    _ = waitForRelease { library.liveResources() ?? before > before }
    let now = library.liveResources() ?? before
    resourcesBefore = now
    guard now > before else { return }
    let last = count - 1
    pool.endStates[last].resourcesAlive = now - before
    let fingerprint = pool.fingerprints[last] ^ ~0
    guard results[0].tally.isNew(fingerprint) else { return }
    let judgement = results[0].tally.judgement(of: trace(of: last))
    results[0].tally.take(judgement, fingerprint: fingerprint, iteration: base + last)
  }

  // Says whether it is still held when the patience is over.
  private func waitForRelease(_ isHeld: () -> Bool) -> Bool {
    guard isHeld() else { return false }
    guard plan.isAsynchronous || plan.isUnspecified else { return true }
    // Relaxed: how long others still wait orders nothing. Once something leaked, the rest need not wait long.
    var patience: ReleasePatience = hasLeaked.load(ordering: .relaxed) ? .afterLeak : .first
    while !patience.isOver() {
      SchedulerQueues.drain(rounds: 1)
      Processor.yield()
      if !isHeld() { return false }
    }
    hasLeaked.store(true, ordering: .relaxed)
    return true
  }
}
