import RxCore
import RxCoreTest
import Testing

@Suite("Recursive work")
struct ScheduleRecursiveTests {
  @Test("is done again with each state that it hands on, without growing the stack")
  func recursion() {
    let log = Log<Int>()
    _ = CurrentThreadScheduler.instance.scheduleRecursive(100_000) { count, recurse in
      if count % 20_000 == 0 { log.add(count) }
      if count > 0 { recurse(count - 1) }
    }
    #expect(log.values == [100_000, 80_000, 60_000, 40_000, 20_000, 0])
  }

  @Test("may go on in several branches, each a tick later in virtual time")
  func branches() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<String>()
    _ = scheduler.scheduleRecursive(1) { state, recurse in
      log.add("\(scheduler.clock):\(state)")
      if state < 4 {
        recurse(2 * state)
        recurse(2 * state + 1)
      }
    }
    scheduler.start()
    #expect(log.values == ["1:1", "2:2", "2:3", "3:4", "3:5", "3:6", "3:7"])
  }

  @Test("ends when it is disposed, from outside or from inside, and lets go of what it captured")
  func disposal() {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<Int>()
    weak var canary: BooleanDisposable?
    do {
      let captured = BooleanDisposable()
      canary = captured
      let work = scheduler.scheduleRecursive(0) { state, recurse in
        log.add(captured.isDisposed ? -1 : state)
        recurse(state + 1)
      }
      scheduler.scheduleAt(3) { work.dispose() }
      let slot = SingleAssignmentDisposable()
      slot.setDisposable(
        scheduler.scheduleRecursive(10) { state, recurse in
          log.add(captured.isDisposed ? -1 : state)
          slot.dispose()
          recurse(state + 1)
        })
    }
    scheduler.start()
    #expect(log.values == [0, 10, 1])
    #expect(canary == nil)
  }

  @Test("withdraws nothing twice and loses nothing when several threads hand states on")
  func racing() {
    let log = Log<Int>()
    let scheduler = ImmediateScheduler.instance
    _ = scheduler.scheduleRecursive(0) { state, recurse in
      if state > 0 { return log.add(state) }
      race(4) { racer in for number in 1...100 { recurse(racer * 100 + number) } }
    }
    #expect(log.values.sorted() == Array(1...400))
  }
}
