import Testing

@testable import RxCore

@Suite("Misuse traps with a stable text")
struct ViolationTests {
  private func says(_ violation: Violation, _ result: ExitTest.Result?) -> Bool {
    guard let result else { return false }
    return String(decoding: result.standardErrorContent, as: UTF8.self)
      .contains(violation.rawValue)
  }

  @Test("a second set of sink and subscription")
  func sinkTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let disposer = SinkDisposer()
      disposer.setSinkAndSubscription(nil)
      disposer.setSinkAndSubscription(nil)
    }
    #expect(Violation.sinkAlreadySet.rawValue == "Sink and subscription were already set")
    #expect(says(.sinkAlreadySet, result))
  }

  @Test("a second assignment of a single-assignment disposable")
  func assignedTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let slot = SingleAssignmentDisposable()
      slot.setDisposable(Disposables.create())
      slot.disposable = Disposables.create()
    }
    #expect(says(.disposableAlreadySet, result))
  }

  @Test("a negative count")
  func negativeCount() async {
    let taken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable<Int>.never().take(-1)
    }
    #expect(says(.negativeCount, taken))
    let ranged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable<Int>.range(start: 0, count: -1)
    }
    #expect(says(.negativeCount, ranged))
  }

  @Test("a range that its element type cannot hold")
  func range() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable<Int8>.range(start: 100, count: 29)
    }
    #expect(says(.rangeOverflow, result))
  }

  @Test("work that must be on the main queue and is not")
  func mainQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SerialDispatchQueueScheduler(internalSerialQueueName: "other").work.queue.sync {
        MainScheduler.ensureExecutingOnScheduler()
      }
    }
    #expect(says(.notOnMainQueue, result))
    let own = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SerialDispatchQueueScheduler(internalSerialQueueName: "other").work.queue.sync {
        MainScheduler.ensureRunningOnMainThread(errorMessage: "Only in the window")
      }
    }
    let said = String(decoding: own?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("Only in the window"))
  }

  @Test("every text is one of its own")
  func texts() {
    #expect(Set(Violation.allCases.map(\.rawValue)).count == Violation.allCases.count)
  }
}
