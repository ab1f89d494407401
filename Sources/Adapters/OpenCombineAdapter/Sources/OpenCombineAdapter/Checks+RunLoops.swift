#if HAS_TIMER
  import Foundation
  @preconcurrency import OpenCombine
  @preconcurrency import OpenCombineFoundation
  import RxFuzzKit

  /// A run loop that one thread turns until it is told to stop; another one may use it.
  ///
  /// Thread-safety: `turn` is called by one thread, the rest by any.
  final class TurningLoop: @unchecked Sendable {
    // Safety: `lock` guards the variables below it; a run loop takes work from any thread.
    private static let secondsMax = 10.0
    private static let turn = 0.002
    private let lock = NSLock()
    private var found: RunLoop?
    private var isStopped = false

    /// Turns the loop of this thread until it is stopped, or the time is up.
    func turn() {
      let loop = RunLoop.current
      // Without work, a loop would return at once.
      let pulse = Timer(timeInterval: Self.turn, repeats: true) { _ in }
      loop.add(pulse, forMode: .default)
      lock.withLock { found = loop }
      let deadline = ContinuousClock.now + .seconds(Self.secondsMax)
      while lock.withLock({ !isStopped }), ContinuousClock.now < deadline {
        _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: Self.turn))
      }
      pulse.invalidate()
    }

    func stop() { lock.withLock { isStopped = true } }

    /// As soon as it turns, or nil when the time is up.
    var loop: RunLoop? {
      let deadline = ContinuousClock.now + .seconds(Self.secondsMax)
      while ContinuousClock.now < deadline {
        if let found = lock.withLock({ found }) { return found }
        sched_yield()
      }
      return nil
    }
  }

  /// The scheduler on a run loop, whose thread does what another one leaves to it.
  final class RunLoopRun: LibraryCheckRun, @unchecked Sendable {
    // Safety: queue 1 alone uses `faults` until the race is over.
    static let ways = 2
    private static let secondsMax = 5.0
    private let way: Int
    private let turning = TurningLoop()
    private let strangers = SchedulerLog()
    private var faults = CheckedFaults()
    private var worker: Thread?

    init(_ way: Int) { self.way = way }

    func perform(queue: Int) {
      if way == 1 {
        if queue == 0 { faults = DateSpans.faults(of: RunLoop.OCombine.SchedulerTimeType.self) }
        return
      }
      if queue == 0 {
        worker = Thread.current
        turning.turn()
      } else {
        defer { turning.stop() }
        guard let loop = turning.loop else { return faults.add(.live1, "a run loop does not run") }
        schedule(RunLoop.OCombine(loop))
      }
    }

    func fault() -> LibraryCheckFault? { faults.fault }

    private func schedule(_ scheduler: RunLoop.OCombine) {
      let (log, ticks) = (SchedulerLog(), SchedulerLog())
      // Written before the loop was handed over.
      let worker = worker
      func note(_ number: Int) {
        if Thread.current != worker { strangers.note(number) }
        log.note(number)
      }
      let start = Date()
      scheduler.schedule(options: nil) { note(1) }
      scheduler.schedule(options: nil) { note(2) }
      var all = log.wait(2, Self.secondsMax)
      if all != [1, 2] { faults.add(.sched1, "a run loop does \(all) instead of [1, 2]") }
      let due = scheduler.now.advanced(by: .milliseconds(5))
      scheduler.schedule(after: due, tolerance: 0, options: nil) {
        note(Date() < start.addingTimeInterval(0.005) ? -1 : 3)
      }
      all = log.wait(3, Self.secondsMax)
      if all != [1, 2, 3] { faults.add(.time1, "a run loop does \(all) instead of [1, 2, 3]") }
      let timer = scheduler.schedule(
        after: scheduler.now.advanced(by: .milliseconds(5)), interval: .milliseconds(2),
        tolerance: 0,
        options: nil
      ) { ticks.note(Int(Date().timeIntervalSince(start) * 1000)) }
      let seen = ticks.wait(3, Self.secondsMax)
      if seen.count < 3 { faults.add(.time1, "a run loop does not go on with what is repeated") }
      if let first = seen.first, first < 5 { faults.add(.time1, "a run loop begins too early") }
      scheduler.schedule(options: nil) {
        timer.cancel()
        ticks.note(-1)
      }
      scheduler.schedule(
        after: scheduler.now.advanced(by: .milliseconds(20)), tolerance: 0, options: nil
      ) {
        log.note(4)
      }
      _ = log.wait(4, Self.secondsMax)
      if ticks.all.last != -1 { faults.add(.time1, "a run loop goes on after a cancellation") }
      if !strangers.all.isEmpty {
        faults.add(.sched1, "a run loop's work is done by another thread")
      }
    }
  }
#endif

#if HAS_OPERATIONQUEUE
  import Foundation
  @preconcurrency import OpenCombine
  @preconcurrency import OpenCombineFoundation
  import RxFuzzKit

  /// The scheduler on an operation queue that does one thing at a time.
  final class OperationQueueRun: LibraryCheckRun, @unchecked Sendable {
    // Safety: queue 0 alone uses it until the race is over.
    static let ways = 3
    private static let secondsMax = 5.0
    private static let rounds = 20
    private let way: Int
    private var faults = CheckedFaults()
    private let queue: OperationQueue = {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return queue
    }()

    init(_ way: Int) { self.way = way }

    func perform(queue number: Int) {
      guard number == 0 else { return }
      switch way {
      case 1: faults = DateSpans.faults(of: OperationQueue.OCombine.SchedulerTimeType.self)
      case 2: schedule(OperationQueue.OCombine(queue))
      default: for _ in 0..<Self.rounds { cancel(OperationQueue.OCombine(queue)) }
      }
    }

    func fault() -> LibraryCheckFault? { faults.fault }

    private func schedule(_ scheduler: OperationQueue.OCombine) {
      let (log, ticks) = (SchedulerLog(), SchedulerLog())
      let start = Date()
      scheduler.schedule(options: nil) { log.note(1) }
      scheduler.schedule(options: nil) { log.note(2) }
      scheduler.schedule(
        after: scheduler.now.advanced(by: .milliseconds(5)), tolerance: 0, options: nil
      ) { log.note(Date() < start.addingTimeInterval(0.005) ? -1 : 3) }
      let all = log.wait(3, Self.secondsMax)
      if all != [1, 2, 3] { faults.add(.time1, "an operation queue does \(all), not [1, 2, 3]") }
      let begin = scheduler.now
      let timer = scheduler.schedule(
        after: begin.advanced(by: .milliseconds(5)), interval: .milliseconds(5), tolerance: 0,
        options: nil
      ) { ticks.note(Int(Date().timeIntervalSince(begin.date) * 1000)) }
      let seen = ticks.wait(3, Self.secondsMax)
      if seen.count < 3 {
        faults.add(.time1, "an operation queue does not go on with what is repeated")
      }
      for (number, time) in seen.enumerated() where time < 5 * (number + 1) - number {
        faults.add(.time1, "an operation queue does what is repeated too early")
      }
      timer.cancel()
      settle(ticks)
    }

    /// What was under way may be done, and no more.
    private func settle(_ ticks: SchedulerLog) {
      let count = ticks.all.count
      let later = SchedulerLog()
      for number in 1...3 {
        OperationQueue.OCombine(queue).schedule(
          after: .init(Date(timeIntervalSinceNow: 0.006)), tolerance: 0, options: nil
        ) { later.note(number) }
        _ = later.wait(number, Self.secondsMax)
      }
      if ticks.all.count > count + 1 {
        faults.add(.time1, "an operation queue goes on after a cancellation")
      }
    }

    /// A cancellation by one thread while another one does what is repeated.
    private func cancel(_ scheduler: OperationQueue.OCombine) {
      let ticks = SchedulerLog()
      let timer = scheduler.schedule(
        after: scheduler.now, interval: .microseconds(1), tolerance: 0, options: nil
      ) { ticks.note(1) }
      _ = ticks.wait(2, Self.secondsMax)
      timer.cancel()
      let count = ticks.all.count
      _ = ticks.wait(count + 8, 0.02)
      if ticks.all.count >= count + 8 {
        faults.add(.time1, "an operation queue goes on after a cancellation of another thread")
      }
      let deadline = ContinuousClock.now + .seconds(Self.secondsMax)
      while queue.operationCount > 0, ContinuousClock.now < deadline {
        queue.cancelAllOperations()
        sched_yield()
      }
    }
  }
#endif

#if HAS_TIMER || HAS_OPERATIONQUEUE
  /// What the times of a run loop and of an operation queue have in common.
  protocol DatedTime: Strideable, Codable, Hashable
  where Stride: SchedulerTimeIntervalConvertible & Codable & ExpressibleByFloatLiteral {
    init(_ date: Date)
    var date: Date { get }
  }

  /// How they reckon with spans of time.
  enum DateSpans {
    static func faults<Time: DatedTime>(of type: Time.Type) -> CheckedFaults {
      typealias Span = Time.Stride
      var faults = CheckedFaults()
      func expect(_ name: String, _ isTrue: Bool) {
        if !isTrue { faults.add(.val1, "\(name), \(Time.self)") }
      }
      func isNear(_ first: Span, _ second: Span) -> Bool {
        first < second + .nanoseconds(200) && second < first + .nanoseconds(200)
      }
      expect("a second is no thousand", isNear(.seconds(2), .milliseconds(2000)))
      expect("a millisecond is no thousand", isNear(.milliseconds(2), .microseconds(2000)))
      expect("a microsecond is no thousand", isNear(.microseconds(2), .nanoseconds(2000)))
      expect("a fraction of a second is lost", isNear(.seconds(0.5), .milliseconds(500)))
      expect("a literal is no number of seconds", isNear(2, .seconds(2)))
      expect("a number is another one than the literal", Span(exactly: 2).map { $0 == 2 } == true)
      expect("spans do not add up", isNear(.seconds(1) + .milliseconds(500), .milliseconds(1500)))
      expect("spans are not less", isNear(.seconds(1) - .milliseconds(500), .milliseconds(500)))
      var span = Span.seconds(1)
      span += .seconds(1)
      span -= .milliseconds(500)
      expect("spans do not add up in place", isNear(span, .milliseconds(1500)))
      expect("a longer span is shorter", Span.milliseconds(1) < .seconds(1))
      let start = Time(Date(timeIntervalSinceReferenceDate: 1000))
      let end = start.advanced(by: .milliseconds(5))
      expect(
        "a time is not that far from another", isNear(start.distance(to: end), .milliseconds(5)))
      expect("a time is not that far behind", isNear(end.distance(to: start), .milliseconds(-5)))
      expect("a later time is earlier", start < end)
      expect(
        "a time has another date",
        start.date == Date(timeIntervalSinceReferenceDate: 1000)
          && start.advanced(by: 2).date > start.date)
      return faults
    }
  }
#endif

#if HAS_TIMER
  extension RunLoop.OCombine.SchedulerTimeType: DatedTime {}
#endif
#if HAS_OPERATIONQUEUE
  extension OperationQueue.OCombine.SchedulerTimeType: DatedTime {}
#endif
