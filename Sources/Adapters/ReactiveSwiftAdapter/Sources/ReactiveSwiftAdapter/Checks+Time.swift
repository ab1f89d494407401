import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Operators that depend on a clock, with a clock that a check sets, each started twice at a time: what they send, when, and that
/// one that is disposed sends no more and leaves no timer behind.
final class TimeRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  enum Step: Sendable {
    case send(Int)
    case complete
    case fail
    case dispose
    case pass(Int)
  }

  struct Case: Sendable {
    let name: String
    let steps: [Step]
    /// Elements with the second at which they came, and the end.
    let due: String
    let build: @Sendable (Producer, CheckedScheduler) -> Producer
    init(
      _ name: String, _ steps: [Step], _ due: String,
      _ build: @escaping @Sendable (Producer, CheckedScheduler) -> Producer
    ) { (self.name, self.steps, self.due, self.build) = (name, steps, due, build) }
  }

  private var faults = CheckedFaults()

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for one in Self.cases.joined() { run(one) }
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  private func run(_ one: Case) {
    let scheduler = CheckedScheduler()
    let (signal, input) = Signal<Int, FuzzError>.pipe()
    let producer = one.build(Producer(signal), scheduler)
    let logs = [CheckedLog(), CheckedLog()]
    let starts = logs.map { log in
      producer.start { event in
        if case .interrupted = event { return }
        log.note(event)
        log.note("@\(scheduler.seconds)")
      }
    }
    for step in one.steps {
      switch step {
      case .send(let element): input.send(value: element)
      case .complete: input.sendCompleted()
      case .fail: input.send(error: FuzzError(code: 7))
      case .dispose: for start in starts { start.dispose() }
      case .pass(let seconds): scheduler.pass(seconds)
      }
    }
    // What was decided already is said.
    scheduler.pass(0)
    let isOver = one.steps.contains { step in
      switch step {
      case .complete, .fail, .dispose: true
      case .send, .pass: false
      }
    }
    let isSaid = logs.allSatisfy { $0.text == one.due }
    if isOver, isSaid, !scheduler.isIdle, Self.stoppingTimers.contains(where: one.name.hasPrefix) {
      return faults.add(.time1, "\(one.name) leaves a timer behind its end")
    }
    // All that is left to do is done.
    scheduler.pass(100)
    for log in logs where log.text != one.due {
      return faults.add(.val1, "\(one.name) sends \(log.text) instead of \(one.due)")
    }
    for start in starts { start.dispose() }
    scheduler.pass(0)
    if !scheduler.isIdle { faults.add(.time1, "\(one.name) leaves a timer") }
  }

  private typealias Build = @Sendable (Producer, CheckedScheduler) -> Producer

  /// Those that stop their timer as soon as they are over; others let it come, and do nothing then.
  private static let stoppingTimers = ["timeout", "timer", "interval", "collect", "throttle"]

  /// Those of one operator stand together.
  private static let cases: [[Case]] = moving + pausing + ticking + holding + ofVersions

  private static let moving: [[Case]] = [
    {
      let build: Build = { $0.observe(on: $1) }
      return [
        Case("observe(on:)", [.send(1), .send(2), .pass(0), .complete], "1 @0 2 @0 . @0", build),
        Case("observe(on:) of a failure", [.send(1), .fail], "1 @0 !7 @0", build),
        Case("observe(on:), disposed", [.send(1), .dispose], "", build),
        Case("observe(on:), disposed behind the end", [.send(1), .complete, .dispose], "", build),
      ]
    }(),
    {
      let build: Build = { $0.start(on: $1) }
      return [
        Case("start(on:)", [.pass(2), .send(1), .complete], "1 @2 . @2", build),
        Case("start(on:), disposed", [.dispose, .pass(1), .send(1)], "", build),
      ]
    }(),
    {
      let build: Build = { $0.delay(10, on: $1) }
      return [
        Case("delay", [.send(1), .pass(9), .send(2), .complete], "1 @10 2 @19 . @19", build),
        Case("delay of a failure", [.send(1), .pass(5), .fail], "!7 @5", build),
        Case("delay, disposed", [.send(1), .pass(5), .dispose], "", build),
        Case(
          "delay, disposed behind the end", [.send(1), .complete, .pass(5), .dispose], "", build),
      ]
    }(),
    {
      let build: Build = { $0.lazyMap(on: $1) { $0 + 1 } }
      return [
        Case(
          "lazyMap", [.send(1), .send(2), .pass(0), .send(3), .complete], "3 @0 4 @0 . @0", build),
        Case("lazyMap, disposed", [.send(1), .dispose], "", build),
        Case("lazyMap, disposed behind the end", [.send(1), .complete, .dispose], "", build),
        Case("lazyMap of a failure", [.send(1), .fail], "2 @0 !7 @0", build),
      ]
    }(),
  ]

  private static let pausing: [[Case]] = [
    {
      let build: Build = { $0.debounce(10, on: $1, discardWhenCompleted: true) }
      let keeping: Build = { $0.debounce(10, on: $1, discardWhenCompleted: false) }
      return [
        Case(
          "debounce", [.send(1), .pass(5), .send(2), .pass(15), .send(3), .pass(10)],
          "2 @15 3 @30", build),
        Case("debounce, ended", [.send(1), .pass(15), .send(2), .complete], "1 @10 . @15", build),
        Case(
          "debounce, ended with an element", [.send(1), .pass(15), .send(2), .complete],
          "1 @10 2 @25 . @25", keeping),
        Case("debounce of a failure", [.send(1), .fail], "!7 @0", keeping),
        Case("debounce, disposed", [.send(1), .pass(5), .dispose], "", keeping),
        Case(
          "debounce, disposed behind the end", [.send(1), .complete, .pass(5), .dispose], "",
          keeping),
      ]
    }(),
    {
      let build: Build = { $0.throttle(10, on: $1) }
      return [
        Case(
          "throttle",
          [.send(1), .pass(2), .send(2), .send(3), .pass(20), .send(4), .pass(5), .complete],
          "1 @0 3 @10 4 @22 . @27", build),
        Case("throttle of a failure", [.send(1), .pass(2), .fail], "1 @0 !7 @2", build),
        Case("throttle, disposed", [.send(1), .pass(2), .send(2), .dispose], "1 @0", build),
        Case(
          "throttle, disposed behind the end", [.send(1), .pass(2), .complete, .dispose], "1 @0",
          build),
      ]
    }(),
    {
      let build: Build = { $0.timeout(after: 10, raising: FuzzError(code: 5), on: $1) }
      return [
        Case("timeout", [.send(1), .pass(9), .send(2), .pass(9)], "1 @0 2 @9 !5 @10", build),
        Case("timeout, ended", [.send(1), .pass(5), .complete], "1 @0 . @5", build),
        Case("timeout, disposed", [.send(1), .pass(5), .dispose], "1 @0", build),
      ]
    }(),
    {
      let build: Build = { $0.retry(upTo: 1, interval: 10, on: $1) }
      return [
        Case("retry later", [.send(1), .pass(5), .complete], "1 @0 . @5", build),
        Case("retry later, disposed", [.send(1), .fail, .dispose], "1 @0", build),
      ]
    }(),
    {
      let build: Build = { _, scheduler in
        Producer { observer, _ in
          observer.send(value: 1)
          observer.send(error: FuzzError(code: 7))
        }.retry(upTo: 2, interval: 10, on: scheduler)
      }
      return [Case("retry of a failure later", [], "1 @0 1 @10 1 @20 !7 @20", build)]
    }(),
  ]

  private static let ticking: [[Case]] = [
    {
      let build: Build = { _, scheduler in
        SignalProducer.timer(interval: .seconds(10), on: scheduler)
          .scan(0) { number, _ in number + 1 }.promoteError(FuzzError.self)
      }
      return [
        Case("timer", [.pass(25), .dispose], "1 @10 2 @20", build),
        Case("timer, disposed", [.pass(5), .dispose], "", build),
      ]
    }(),
    {
      let build: Build = {
        $0.collect(every: .seconds(10), on: $1, skipEmpty: true, discardWhenCompleted: false)
          .map { $0.reduce(0) { $0 * 10 + $1 } }
      }
      let discarding: Build = {
        $0.collect(every: .seconds(10), on: $1, skipEmpty: true, discardWhenCompleted: true)
          .map { $0.reduce(0) { $0 * 10 + $1 } }
      }
      let filling: Build = {
        $0.collect(every: .seconds(10), on: $1).map { $0.reduce(0) { $0 * 10 + $1 } }
      }
      return [
        Case(
          "collect(every:)", [.send(1), .send(2), .pass(12), .send(3), .complete],
          "12 @10 3 @20 . @20", build),
        Case(
          "collect(every:), ended", [.send(1), .pass(12), .send(3), .complete], "1 @10 . @12",
          discarding),
        Case("collect(every:), disposed", [.send(1), .pass(5), .dispose], "", build),
        Case("collect(every:) of a failure", [.send(1), .pass(5), .fail], "!7 @5", build),
        Case(
          "collect(every:) of nothing", [.pass(12), .send(1), .pass(10), .complete],
          "0 @10 1 @20 . @22", filling),
      ]
    }(),
  ]

  /// Elements are held back while a property says so: from an even number that the source has sent to a zero.
  private static let holding: [[Case]] = [
    {
      let build: Build = { source, scheduler in
        Producer { observer, lifetime in
          let isHeld = MutableProperty(false)
          lifetime += source.on(value: { isHeld.value = $0 != 0 && $0 % 2 == 0 })
            .filter { $0 != 0 }.throttle(while: isHeld, on: scheduler).start(observer)
        }
      }
      return [
        Case(
          "throttle(while:)",
          [
            .send(1), .pass(1), .send(2), .pass(1), .send(4), .pass(1), .send(0), .pass(1),
            .send(6), .complete,
          ], "1 @0 4 @3 . @4", build),
        Case("throttle(while:) of a failure", [.send(1), .pass(1), .fail], "1 @0 !7 @1", build),
        Case("throttle(while:), disposed", [.send(1), .dispose], "", build),
      ]
    }()
  ]

  private static var ofVersions: [[Case]] {
    #if HAS_INTERVAL
      let build: Build = { _, scheduler in
        SignalProducer.interval([1, 2], interval: .seconds(10), on: scheduler)
          .promoteError(FuzzError.self)
      }
      let endless: Build = { _, scheduler in
        SignalProducer.interval(.seconds(10), on: scheduler).promoteError(FuzzError.self)
      }
      return [
        [
          Case("interval", [.pass(50)], "1 @10 2 @20 . @30", build),
          Case("interval, disposed", [.pass(15), .dispose], "1 @10", build),
          Case("interval without end", [.pass(35), .dispose], "0 @10 1 @20 2 @30", endless),
        ]
      ]
    #else
      return []
    #endif
  }
}
