import Dispatch
import Foundation
import ScheduleKit
import Synchronization
import Testing

// What the system offers beside locks, plain queues and timers.
extension ExploreSuites {
  @Suite("The platform under control", .serialized, .timeLimit(.minutes(2)))
  struct PlatformTests {
    private func runner(_ make: @escaping () -> TaskRunner.Race) -> TaskRunner {
      TaskRunner(learns: false, make: make)
    }

    private func expectProof(_ runner: TaskRunner) {
      let report = ScheduleProof.prove(runner)
      #expect(report.isProof, "\(report.words) \(report.failure.map { "\($0)" } ?? "")")
    }

    private func expectFailure(_ rule: String, _ runner: TaskRunner) throws {
      let report = ScheduleHunt(runner, seed: 5).hunt(schedulesMax: 300)
      let failure = try #require(report.failure)
      #expect(failure.violation.rule == rule && failure.isRepeatable, "\(failure)")
      let replay = try ScheduleReplay(failure.schedule).run(runner)
      #expect(replay.run.violation == failure.violation && replay.divergence == nil)
    }

    private static func order(_ log: Steps, _ expected: [Int]) -> ScheduleViolation? {
      log.all == expected ? nil : ScheduleViolation(rule: "order", message: "\(log.all)")
    }

    @Test("a work item is waited for, and its end is notified")
    func workItems() {
      expectProof(
        runner {
          let (log, queue) = (Steps(), DispatchQueue(label: "platform.item"))
          let item = DispatchWorkItem { log.append(1) }
          item.notify(queue: queue) { log.append(3) }
          return TaskRunner.Race(tasks: [
            { queue.async(execute: item) },
            {
              item.wait()
              queue.sync { if log.all.first != 1 { log.append(9) } }
            },
          ]) { Self.order(log, [1, 3]) }
        })
    }

    @Test("a work item that is called by hand ends the wait for it, too")
    func performed() {
      expectProof(
        runner {
          let log = Steps()
          let item = DispatchWorkItem { log.append(1) }
          return TaskRunner.Race(tasks: [{ item.perform() }, { item.wait() }]) {
            Self.order(log, [1])
          }
        })
    }

    @Test("whoever waits for a work item that nobody runs waits for ever, or until time has passed")
    func neverRun() throws {
      try expectFailure(
        ScheduleIncident.Kind.deadlock.rawValue,
        runner {
          let item = DispatchWorkItem {}
          return TaskRunner.Race(tasks: [{ item.wait() }])
        })
      expectProof(
        runner {
          let (item, log) = (DispatchWorkItem {}, Steps())
          return TaskRunner.Race(tasks: [
            { if item.wait(timeout: .now() + 3) == .timedOut { log.append(1) } }
          ]) { Self.order(log, [1]) }
        })
    }

    @Test("a cancelled work item does not run, unless it has before")
    func cancelled() throws {
      func race(_ isFirst: Bool) -> TaskRunner {
        runner {
          let (log, queue) = (Steps(), DispatchQueue(label: "platform.cancel"))
          let item = DispatchWorkItem { log.append(1) }
          let cancel = {
            item.cancel()
            if !item.isCancelled { log.append(9) }
          }
          if isFirst { cancel() }
          let give = { queue.async(execute: item) }
          return TaskRunner.Race(tasks: isFirst ? [give] : [give, cancel]) { Self.order(log, []) }
        }
      }
      expectProof(race(true))
      try expectFailure("order", race(false))
    }

    @Test("a suspended queue runs nothing, and what hands to it neither")
    func suspended() throws {
      func race(_ isTargeted: Bool) -> TaskRunner {
        runner {
          let (log, held) = (Steps(), DispatchQueue(label: "platform.held"))
          let queue =
            isTargeted ? DispatchQueue(label: "platform.above", target: held) : held
          held.suspend()
          queue.async { log.append(2) }
          return TaskRunner.Race(tasks: [
            {
              log.append(1)
              held.resume()
            }
          ]) { Self.order(log, [1, 2]) }
        }
      }
      expectProof(race(false))
      expectProof(race(true))
      try expectFailure(
        ScheduleIncident.Kind.deadlock.rawValue,
        runner {
          let queue = DispatchQueue(label: "platform.forgotten")
          return TaskRunner.Race(tasks: [
            {
              queue.suspend()
              queue.sync {}
            }
          ])
        })
    }

    @Test("a queue that is made inactive waits for its activation")
    func inactive() {
      expectProof(
        runner {
          let log = Steps()
          let queue = DispatchQueue(label: "platform.inactive", attributes: .initiallyInactive)
          queue.async { log.append(2) }
          return TaskRunner.Race(tasks: [
            {
              log.append(1)
              queue.activate()
            }
          ]) { Self.order(log, [1, 2]) }
        })
    }

    @Test("data that is given to a source comes to its handler, at once or in pieces")
    func dataSources() {
      var seen: Set<[Int]> = []
      let runner = runner {
        let log = Steps()
        let source = DispatchSource.makeUserDataAddSource(
          queue: DispatchQueue(label: "platform.data"))
        source.setEventHandler { log.append(Int(source.data)) }
        source.resume()
        return TaskRunner.Race(tasks: [{ source.add(data: 1) }, { source.add(data: 2) }]) {
          source.cancel()
          seen.insert(log.all)
          return log.all.reduce(0, +) == 3
            ? nil : ScheduleViolation(rule: "sum", message: "\(log.all)")
        }
      }
      expectProof(runner)
      #expect(seen == [[3], [1, 2], [2, 1]])
    }

    @Test("operations, their queue and conditions of Foundation come to their end")
    func foundation() {
      let operations = runner {
        let log = Steps()
        return TaskRunner.Race(tasks: [
          {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation { log.append(1) }
            queue.addOperation { log.append(2) }
            queue.waitUntilAllOperationsAreFinished()
          }
        ]) { log.all.sorted() == [1, 2] ? nil : ScheduleViolation(rule: "all", message: "") }
      }
      let report = ScheduleHunt(operations, seed: 1).hunt(schedulesMax: 50)
      #expect(report.failure == nil && report.undecided == 0, "\(report)")
      expectProof(
        runner {
          let (condition, log) = (NSCondition(), Steps())
          return TaskRunner.Race(tasks: [
            {
              condition.lock()
              while log.all.isEmpty { condition.wait() }
              condition.unlock()
            },
            {
              condition.lock()
              log.append(1)
              condition.signal()
              condition.unlock()
            },
          ])
        })
    }

    @Test("a condition that is signalled before it is waited for is a deadlock")
    func lostSignal() throws {
      try expectFailure(
        ScheduleIncident.Kind.deadlock.rawValue,
        runner {
          let condition = NSCondition()
          return TaskRunner.Race(tasks: [
            {
              condition.lock()
              condition.wait()
              condition.unlock()
            }, { condition.signal() },
          ])
        })
    }

    @Test("a lock of Foundation is waited for where it is asked for, and not in Foundation")
    func placeOfLock() throws {
      let report = ScheduleHunt(
        runner {
          let (first, second) = (NSLock(), NSLock())
          return TaskRunner.Race(tasks: [
            { first.withLock { second.withLock {} } }, { second.withLock { first.withLock {} } },
          ])
        }, seed: 5
      ).hunt(schedulesMax: 300)
      let failure = try #require(report.failure)
      #expect(failure.violation.rule == ScheduleIncident.Kind.deadlock.rawValue)
      let waits = failure.details.split(separator: "\n").filter { $0.contains("waits for lock") }
      #expect(waits.count == 2, "\(failure.details)")
      #expect(waits.allSatisfy { !$0.prefix { $0 != "<" }.contains("Foundation.so") }, "\(waits)")
    }

    @Test("a mutex of the standard library is a lock under control, its slow path too")
    func swiftMutex() throws {
      expectProof(
        runner {
          let sum = Box(Mutex(0))
          let add = { sum.mutex.withLock { $0 += 1 } }
          return TaskRunner.Race(tasks: [add, add, add]) {
            sum.mutex.withLock { $0 } == 3 ? nil : ScheduleViolation(rule: "sum", message: "")
          }
        })
    }
  }
}

private final class Box: Sendable {
  let mutex: Mutex<Int>
  init(_ mutex: consuming Mutex<Int>) { self.mutex = mutex }
}

private final class Steps: @unchecked Sendable {
  // Safety: only controlled tasks touch it, one at a time.
  private(set) var all: [Int] = []
  func append(_ step: Int) { all.append(step) }
}
