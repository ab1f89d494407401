import RxCore
import ScheduleKit
import Testing

// The bridges of RxCore to and from Swift concurrency, whose accesses are instrumented: all schedules, and no data race.
extension ExploreSuites {
  @Suite("Bridges to Swift concurrency", .serialized, .timeLimit(.minutes(2)))
  struct BridgeTests {
    private func expectLawful(
      _ name: String, schedulesMax: Int = 3_000, _ make: @escaping () -> TaskRunner.Race
    ) {
      let runner = TaskRunner(make: make)
      let hunt = ScheduleHunt(runner, seed: 11).hunt(schedulesMax: 200)
      #expect(hunt.failure == nil, "\(name): \(hunt.failure.map { "\($0)" } ?? "")")
      #expect(hunt.distinct > 1 && hunt.undecided == 0, "\(name)")
      let report = ScheduleProof.prove(runner, schedulesMax: schedulesMax)
      #expect(report.failure == nil, "\(name): \(report.failure.map { "\($0)" } ?? "")")
      #expect(report.isProof, "\(name): \(report.words)")
    }

    private static func same(_ seen: Seen, _ expected: [[Int]]) -> ScheduleViolation? {
      expected.contains(seen.all)
        ? nil : ScheduleViolation(rule: "values", message: "\(seen.all)")
    }

    @Test("the values of a subject come to an iteration, which ends")
    func values() {
      expectLawful("values") {
        let (subject, seen) = (PublishSubject<Int>(), Seen())
        let values = subject.values
        return TaskRunner.Race(
          tasks: [
            {
              subject.onNext(1)
              subject.onNext(2)
              subject.onCompleted()
            }
          ],
          asynchronous: [{ do { for try await value in values { seen.append(value) } } catch {} }]
        ) { Self.same(seen, [[1, 2]]) }
      }
    }

    @Test("one value is waited for, whether it comes or the task is cancelled")
    func value() {
      expectLawful("value") {
        let (subject, seen) = (PublishSubject<Int>(), Seen())
        return TaskRunner.Race(asynchronous: [
          {
            let task = Task {
              do { seen.append(try await subject.asObservable().first().value ?? 0) } catch {
                seen.append(9)
              }
            }
            task.cancel()
            subject.onCompleted()
            await task.value
          }
        ]) { Self.same(seen, [[0], [9]]) }
      }
    }

    @Test("a sequence becomes an observable, which may be disposed at any moment")
    func asObservable() {
      expectLawful("asObservable", schedulesMax: 30_000) {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let seen = Seen()
        let subscription = stream.asObservable().subscribe(onNext: { seen.append($0) })
        return TaskRunner.Race(
          tasks: [{ subscription.dispose() }],
          asynchronous: [
            {
              continuation.yield(1)
              continuation.finish()
            }
          ]
        ) { Self.same(seen, [[], [1]]) }
      }
    }
  }
}

private final class Seen: @unchecked Sendable {
  // Safety: only controlled tasks touch it, one at a time.
  private(set) var all: [Int] = []
  func append(_ value: Int) { all.append(value) }
}
