import Dispatch
import ScheduleKit

/// The serial queues that scenarios name x, y, ...: made once for each process, shared by all iterations.
enum SchedulerQueues {
  /// Number of queues that a scenario can name.
  static let queuesMax = ScenarioLimits.schedulerQueuesMax
  /// The lane of queue x; the others follow.
  static let firstLane: UInt8 = 16

  static let all: [DispatchQueue] = (0..<queuesMax).map { number in
    let queue = DispatchQueue(label: "rxfuzz.scheduler.\(number)")
    queue.setSpecific(key: laneKey, value: firstLane + UInt8(number))
    return queue
  }

  /// The main queue, which only schedulers name that are raced on their own; its number follows those of the others.
  private static let main: DispatchQueue = {
    let queue = DispatchQueue.main
    queue.setSpecific(key: laneKey, value: firstLane + UInt8(queuesMax))
    return queue
  }()

  /// The queue of that number.
  static func queue(_ number: Int) -> DispatchQueue { number < queuesMax ? all[number] : main }

  /// Who is at work for which of them.
  static let occupancy = QueueOccupancy(queues: queuesMax)

  /// The number of the scheduler queue that the caller runs on, or nil.
  static var current: Int? { currentLane.map { Int($0 - firstLane) } }

  /// The lane of the scheduler queue that the caller runs on, or nil.
  static var currentLane: UInt8? { DispatchQueue.getSpecific(key: laneKey) }

  /// Waits until everything that is enqueued now has run, and what that enqueued, `rounds` times over.
  static func drain(rounds: Int) {
    for _ in 0..<rounds {
      for queue in all { queue.sync {} }
    }
  }

  /// As `drain(rounds:)`, until `deadline` at most.
  /// - Returns: whether it got to the end; where not, some queue is never done with what it has.
  static func drain(rounds: Int, until deadline: DispatchTime) -> Bool {
    for _ in 0..<rounds {
      for queue in all {
        let passed = DispatchGroup()
        queue.async(group: passed) {}
        if passed.wait(timeout: deadline) == .timedOut { return false }
      }
    }
    return true
  }

  /// Runs `body` while every queue is between two pieces of work. `body` must not wait for a queue.
  /// - Returns: false where some queue did not come to that until `deadline`; nothing ran then.
  static func betweenWorks(until deadline: DispatchTime, _ body: () -> Void) -> Bool {
    let (arrived, leave) = (DispatchGroup(), DispatchGroup())
    leave.enter()
    defer { leave.leave() }
    for queue in all {
      arrived.enter()
      queue.async {
        arrived.leave()
        leave.wait()
      }
    }
    guard arrived.wait(timeout: deadline) == .success else { return false }
    body()
    return true
  }

  private static let laneKey = DispatchSpecificKey<UInt8>()
}
