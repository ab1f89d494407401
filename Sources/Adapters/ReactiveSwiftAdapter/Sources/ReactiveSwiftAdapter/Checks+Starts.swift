import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Producers that are started twice, one start after the other or both at a time: each is a beginning, with the same events.
final class SecondStartRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses them until the race is over.
  /// Operators at once, and those that leave work to a scheduler; one after the other, and both at a time.
  static let ways = 4
  private typealias Build = @Sendable (Producer) -> Producer
  private static let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.check")

  private let cases: [(String, Build)]
  private let areBothAtATime: Bool
  /// What starts later than it is told to would miss elements that are sent at once.
  private let isFed: Bool
  private var runs: [[CheckedEvents]] = []

  init(_ way: Int) {
    cases = way.isMultiple(of: 2) ? Self.timed : Self.plain
    areBothAtATime = way > 2
    isFed = way == 3
  }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for (_, build) in cases {
      // What is sent reaches both starts before it is over.
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let producer = build(isFed ? Producer(signal) : Self.source)
      // Both are under way before the scheduler does anything for either: what they share, they share then.
      let gate = DispatchSemaphore(value: 0)
      if areBothAtATime { Self.scheduler.schedule { gate.wait() } }
      let starts = (0..<2).map { _ in
        let events = CheckedEvents()
        producer.start(events.observer())
        if !areBothAtATime { _ = CheckedWait.until { events.isOver } }
        return events
      }
      Self.elements.forEach(input.send(value:))
      input.sendCompleted()
      gate.signal()
      for events in starts { _ = CheckedWait.until { events.isOver } }
      runs.append(starts)
    }
  }

  func fault() -> LibraryCheckFault? {
    for ((name, _), events) in zip(cases, runs) {
      guard events.allSatisfy(\.isOver) else {
        return LibraryCheckFault(.comp1, "a producer that is over never ends, \(name)")
      }
      guard events[0].all == events[1].all else {
        return LibraryCheckFault(
          .val1, "the second start of a producer has other events, \(name)")
      }
    }
    return nil
  }

  private static let elements = [1, 2, 2, 3, 4]
  private static let source = Producer(elements)
  private static let failing = Producer { observer, _ in
    observer.send(value: 1)
    observer.send(error: FuzzError(code: 1))
  }
  private static let span = 0.0005

  private static let plain: [(String, Build)] = [
    ("take(first:)", { $0.take(first: 2) }),
    ("take(last:)", { $0.take(last: 2) }),
    ("skip(first:)", { $0.skip(first: 2) }),
    ("scan", { $0.scan(0, +) }),
    ("collect(count:)", { $0.collect(count: 2).map(\.count) }),
    ("collect", { $0.collect().map(\.count) }),
    ("combinePrevious", { $0.combinePrevious(0).map { $0 &* 10 &+ $1 } }),
    ("skipRepeats", { $0.skipRepeats() }),
    ("uniqueValues", { $0.uniqueValues() }),
    ("repeat", { $0.repeat(2) }),
    ("reduce", { $0.reduce(0, +) }),
    ("skip(while:)", { $0.skip(while: { $0 < 2 }) }),
    ("take(while:)", { $0.take(while: { $0 < 3 }) }),
    ("retry(upTo:)", { _ in failing.retry(upTo: 2) }),
    ("zip", { $0.zip(with: source).map { $0 &* 10 &+ $1 } }),
    ("combineLatest", { $0.combineLatest(with: source).map { $0 &* 10 &+ $1 } }),
    ("merge", { $0.merge(with: source) }),
    ("flatMap latest", { $0.flatMap(.latest) { Producer(value: $0) } }),
    ("flatMap merge", { $0.flatMap(.merge) { Producer(value: $0) } }),
    ("flatMap concat", { $0.flatMap(.concat) { Producer(value: $0) } }),
    ("flatMap race", { $0.flatMap(.race) { Producer(value: $0) } }),
    ("concat", { $0.concat(source) }),
    ("prefix", { $0.prefix(source) }),
    ("then", { $0.then(source) }),
    ("materialize", { $0.materialize().dematerialize() }),
    ("sample", { $0.sample(on: SignalProducer<(), Never>(value: ())) }),
    ("lift", { $0.lift { $0.map { $0 } } }),
  ]

  private static let timed: [(String, Build)] = [
    (
      "debounce",
      { _ in
        Producer(value: 1).debounce(span, on: scheduler, discardWhenCompleted: false)
      }
    ),
    (
      "throttle",
      { _ in
        Producer(value: 1).concat(.never).throttle(span, on: scheduler).take(first: 1)
      }
    ),
    ("delay", { $0.delay(span, on: scheduler) }),
    ("timeout", { $0.timeout(after: 10, raising: FuzzError(code: 2), on: scheduler) }),
    ("observe(on:)", { $0.observe(on: scheduler) }),
    ("start(on:)", { $0.start(on: scheduler) }),
    ("retry later", { _ in failing.retry(upTo: 2, interval: span, on: scheduler) }),
  ]
}

/// Producers whose events depend on a signal that outlives them, too: that lets go of a start which is disposed, and
/// of the signals that were derived from it for that start.
final class LetGoRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses them until the race is over.
  /// Without and with an event of the signal before the disposal.
  static let ways = 2
  private typealias Build = @Sendable (Producer, Signal<Int, FuzzError>) -> Producer

  private final class Resource {}

  private let way: Int
  private var kept: [String] = []

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for (name, build) in Self.builds where keeps(build) { kept.append(name) }
  }

  private func keeps(_ build: Build) -> Bool {
    let (signal, input) = Signal<Int, FuzzError>.pipe()
    weak var resource: Resource?
    let start = { () -> any Disposable in
      let own = Resource()
      resource = own
      let derived = signal.map { element -> Int in withExtendedLifetime(own) { element } }
      return build(Producer(value: 1).concat(.never), derived).start(
        Signal<Int, FuzzError>.Observer(value: { _ in withExtendedLifetime(own) {} }))
    }()
    if way == 2 { input.send(value: 1) }
    start.dispose()
    defer { input.sendCompleted() }
    return resource != nil
  }

  func fault() -> LibraryCheckFault? {
    kept.first.map {
      LibraryCheckFault(.leak1, "a signal keeps an observer that was disposed, \($0)")
    }
  }

  private static let builds: [(String, Build)] = [
    ("lift and merge", { producer, signal in producer.lift { $0.merge(with: signal) } }),
    ("lift", { producer, signal in producer.lift { _ in signal } }),
    ("merge", { producer, signal in producer.merge(with: Producer(signal)) }),
    (
      "combineLatest",
      { producer, signal in producer.combineLatest(with: Producer(signal)).map { $0 &+ $1 } }
    ),
    ("zip", { producer, signal in producer.zip(with: Producer(signal)).map { $0 &+ $1 } }),
    ("sample", { producer, signal in producer.sample(on: trigger(signal)) }),
    ("take(until:)", { producer, signal in producer.take(until: trigger(signal)) }),
    ("skip(until:)", { producer, signal in producer.skip(until: trigger(signal)) }),
    (
      "withLatest",
      { producer, signal in
        producer.withLatest(from: signal.flatMapError { _ in SignalProducer<Int, Never>.never })
          .map { $0 &+ $1 }
      }
    ),
    ("flatMap latest", { producer, signal in producer.flatMap(.latest) { _ in Producer(signal) } }),
    ("flatMap merge", { producer, signal in producer.flatMap(.merge) { _ in Producer(signal) } }),
  ]

  private static func trigger(_ signal: Signal<Int, FuzzError>) -> Signal<(), Never> {
    signal.map(value: ()).flatMapError { _ in SignalProducer<(), Never>.never }
  }
}
