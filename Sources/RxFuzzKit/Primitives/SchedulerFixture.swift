import ScheduleKit
import Synchronization

/// One run of a script on a serial scheduler.
///
/// Thread-safety: `perform` for each queue from one thread; the rest when all of them are done and drained.
final class SchedulerFixture: PrimitiveFixture, @unchecked Sendable {
  // Safety: the element of `cancels` for each queue is touched by its thread only; the rest are constants, atomics,
  // and a recorder that synchronises itself.
  private let script: SchedulerScript
  /// The number of the queue on which actions run.
  private let home: Int
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void
  private let recorder = Recorder(recordsMax: 128)
  private let occupancy = QueueOccupancy(queues: 1)
  private let overlaps = Atomic<Int>(0)
  private let strays = Atomic<Int>(0)
  private let cancels: UnsafeMutablePointer<[Int: @Sendable () -> Void]>

  /// - Precondition: the library has that kind of scheduler.
  init(_ script: SchedulerScript, library: any LibraryUnderTest) {
    self.script = script
    home = script.kind.usesMainQueue ? SchedulerQueues.queuesMax : 0
    guard let schedule = library.makeScheduler(script.kind, on: SchedulerQueues.queue(home)) else {
      preconditionFailure("\(library.name) has no \(script.kind.rawValue)")
    }
    self.schedule = schedule
    cancels = .allocate(capacity: script.queues.count)
    cancels.initialize(repeating: [:], count: script.queues.count)
  }

  deinit {
    cancels.deinitialize(count: script.queues.count)
    cancels.deallocate()
  }

  func perform(queue: Int) {
    for operation in script.queues[queue] {
      switch operation {
      case .schedule(let action):
        cancels[queue][action] = schedule { [self] in run(action) }
      case .cancel(let action):
        recorder.record(.actionEnter, subject: action)
        cancels[queue][action]?()
      }
    }
  }

  /// What the scheduler calls.
  private func run(_ action: Int) {
    let entry = occupancy.enter(0)
    // Relaxed: read when all is done.
    if entry == .overlapped { overlaps.wrappingAdd(1, ordering: .relaxed) }
    if SchedulerQueues.current != home { strays.wrappingAdd(1, ordering: .relaxed) }
    recorder.record(.nextEnter, subject: action)
    recorder.record(.nextExit, subject: action)
    if entry == .entered { occupancy.leave(0) }
  }

  func violation() -> PrimitiveViolation? {
    if overlaps.load(ordering: .relaxed) > 0 {
      return PrimitiveViolation(.sched2, "a serial scheduler ran two actions at once")
    }
    if strays.load(ordering: .relaxed) > 0 {
      return PrimitiveViolation(.sched1, "a scheduler ran an action outside of its queue")
    }
    let records = recorder.records
    let ran = records.filter { $0.kind == .nextEnter }.map { Int($0.subject) }
    for queue in script.queues {
      let own = queue.compactMap { operation -> Int? in
        if case .schedule(let action) = operation { return action }
        return nil
      }
      for action in own {
        let times = ran.count { $0 == action }
        if times > 1 {
          return PrimitiveViolation(.val1, "a scheduler ran an action \(times) times")
        }
        if times == 0, !queue.contains(.cancel(action)) {
          return PrimitiveViolation(.val1, "a scheduler never ran an action")
        }
      }
      if ran.filter(own.contains) != own.filter(ran.contains) {
        return PrimitiveViolation(
          .ord1, "a scheduler ran the actions of one thread in another order")
      }
    }
    return nil
  }

  /// Lets go of what cancels, which holds the actions, which hold this.
  func finish() { for queue in script.queues.indices { cancels[queue] = [:] } }
  func leftover() -> PrimitiveViolation? { nil }
}
