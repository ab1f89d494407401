import Dispatch
import RxCore
import Testing

/// `interval.filter.skip.subscribe.disposed(by:)`, the chain by which RxSwift's machinery is explained.
@Suite("The walk-through of interval", .timeLimit(.minutes(1)))
struct IntervalWalkThroughTests {
  /// A scheduler that counts its timers and lets a test tick them.
  private final class HandDriven: SchedulerType {
    let timers = Log<PublishSubject<Void>>()
    let notes = Log<String>()
    var now: RxTime { .now() }

    func schedule<State: Sendable>(
      _ state: State, action: @escaping @Sendable (State) -> any Disposable
    ) -> any Disposable { action(state) }

    func scheduleRelative<State: Sendable>(
      _ state: State, dueTime: RxTimeInterval,
      action: @escaping @Sendable (State) -> any Disposable
    ) -> any Disposable { Disposables.create() }

    func schedulePeriodic<State: Sendable>(
      _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval,
      action: @escaping @Sendable (State) -> State
    ) -> any Disposable {
      let timer = PublishSubject<Void>()
      timers.add(timer)
      notes.add("started")
      let run = timer.scan(state) { state, _ in action(state) }.subscribe(onNext: { _ in })
      return Disposables.create(run, Disposables.create { [notes] in notes.add("cancelled") })
    }

    func tick() { for timer in timers.values { timer.onNext(()) } }
  }

  @Test("each subscription has one timer, which the bag's last reference cancels")
  func timers() {
    let scheduler = HandDriven()
    let log = Log<Int>()
    let chain = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
      .filter { $0.isMultiple(of: 2) }.skip(1)
    var bag: DisposeBag? = DisposeBag()
    if let bag {
      chain.subscribe(onNext: { log.add($0) }).disposed(by: bag)
      chain.subscribe(onNext: { log.add($0 + 100) }).disposed(by: bag)
    }
    #expect(scheduler.notes.values == ["started", "started"])
    for _ in 0..<5 { scheduler.tick() }
    #expect(log.values == [2, 102, 4, 104])
    bag = nil
    #expect(scheduler.notes.values == ["started", "started", "cancelled", "cancelled"])
    scheduler.tick()
    #expect(log.values == [2, 102, 4, 104])
  }

  @Test("a terminal event tears the chain down to the timer")
  func terminal() {
    let scheduler = HandDriven()
    let log = Log<String>()
    _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
      .filter { $0.isMultiple(of: 2) }.skip(1).take(1).record(in: log)
    for _ in 0..<5 { scheduler.tick() }
    #expect(log.values == ["2", "completed", "disposed"])
    #expect(scheduler.notes.values == ["started", "cancelled"])
  }

  #if DEBUG
    @Test("disposing releases every sink and the timer of a real queue")
    func resources() async {
      await #expect(processExitsWith: .success) {
        let queue = DispatchQueue(label: "interval")
        let scheduler = SerialDispatchQueueScheduler(
          queue: queue, internalSerialQueueName: "interval")
        let ticks = DispatchSemaphore(value: 0)
        do {
          let bag = DisposeBag()
          Observable<Int>.interval(.milliseconds(1), scheduler: scheduler)
            .filter { $0 >= 0 }.skip(1).subscribe(onNext: { _ in ticks.signal() })
            .disposed(by: bag)
          ticks.wait()
          precondition(Resources.total >= 5)
        }
        // The cancelled timer lets go of its handler on its own queue, soon.
        var looksLeft = 1_000_000
        while Resources.total > 0, looksLeft > 0 {
          looksLeft -= 1
          queue.sync {}
        }
        precondition(Resources.total == 0, "\(Resources.total) are left")
      }
    }
  #endif
}
