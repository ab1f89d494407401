@preconcurrency import OpenCombine
import RxFuzzKit

/// What comes of an operator does not depend on how its elements are asked for: who asks for one gets one, though the operator
/// swallows others, and all of it in the end is what somebody gets who asks for everything at once.
final class PaceRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  private enum Pace: CaseIterable {
    case one
    case two
    /// One, and one more before anything has come.
    case oneTwice
    /// One more from inside of each element.
    case fromInside
    /// One, and others behind the cancellation.
    case behindCancellation
  }

  /// Each from a source that sends when it is told to, or as soon as it is asked.
  static let ways = 2 * Pace.allCases.count
  private static let elements = Array(1...8)
  /// More than anything here sends.
  private static let questionsMax = 32

  private let pace: Pace
  private let sendsAtOnce: Bool
  private var faults = CheckedFaults()

  init(_ way: Int) {
    pace = Pace.allCases[(way - 1) / 2]
    sendsAtOnce = way.isMultiple(of: 2)
  }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let operators = CheckedOperators.families.flatMap(\.1)
    for one in operators where !leavesOut(one.name) {
      look(one.name) { source, _ in one.build(source) }
    }
    for (name, build) in Self.timed { look(name, build) }
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  /// They lose what nobody has asked for yet, or ask for everything, as Combine's do; what comes of several inner publishers is in
  /// the order in which it was asked for; `zip` asks one of its sources only, see
  /// the page of findings.
  ///
  /// `replaceEmpty` that had to replace something does so for each question behind its end, and for ever where the question is
  /// asked from inside: every way would fail by it.
  private func leavesOut(_ name: String) -> Bool {
    if name == "replaceEmpty of nothing" { return true }
    return pace != .behindCancellation && Self.leavingOut.contains(name)
  }

  private static let leavingOut: Set<String> = [
    "flatMap", "multicast", "share", "switchToLatest", "replaceEmpty", "zip",
  ]

  private typealias Build = (CheckedPublisher, CheckedScheduler) -> CheckedPublisher

  private static var timed: [(String, Build)] {
    var all: [(String, Build)] = [
      ("receive(on:), later", { CheckedPublisher($0.receive(on: $1)) }),
      ("subscribe(on:), later", { CheckedPublisher($0.subscribe(on: $1)) }),
      ("delay", { CheckedPublisher($0.delay(for: .milliseconds(5), scheduler: $1)) }),
    ]
    #if HAS_TIMEOUT
      all.append(("timeout", { CheckedPublisher($0.timeout(.seconds(9), scheduler: $1)) }))
    #endif
    return all
  }

  /// A source, and the time that passes.
  private struct Bench {
    let source: CheckedSource
    let scheduler = CheckedScheduler()
    init(_ sendsAtOnce: Bool) {
      source = CheckedSource(PaceRun.elements, .finished, sendsAtOnce: sendsAtOnce)
    }
    func run() {
      for _ in 0..<3 {
        scheduler.pass(5)
        source.run()
      }
      scheduler.pass(5)
    }
  }

  private func look(_ name: String, _ build: Build) {
    let whole = Bench(sendsAtOnce)
    let greedy = CheckedSubscriber()
    build(CheckedPublisher(whole.source), whole.scheduler).subscribe(greedy)
    whole.run()
    let bench = Bench(sendsAtOnce)
    let subscriber = PacedSubscriber(asksInside: pace == .fromInside)
    build(CheckedPublisher(bench.source), bench.scheduler).subscribe(subscriber)
    bench.run()
    if pace == .behindCancellation {
      leave(name, subscriber, bench)
    } else {
      ask(name, subscriber, bench, greedy)
    }
  }

  private func ask(
    _ name: String, _ subscriber: PacedSubscriber, _ bench: Bench, _ greedy: CheckedSubscriber
  ) {
    var asked = 0
    for _ in 0..<Self.questionsMax where !subscriber.isOver {
      switch pace {
      case .two: subscriber.ask(2)
      case .oneTwice:
        subscriber.ask(1)
        subscriber.ask(1)
      case .one, .fromInside, .behindCancellation: subscriber.ask(1)
      }
      asked += pace == .two || pace == .oneTwice ? 2 : 1
      bench.run()
      let due = min(asked, greedy.elements)
      if pace != .fromInside, subscriber.elements != due {
        let log = subscriber.log.joined(separator: " ")
        return faults.add(.val1, "\(name) sends \(log) when \(asked) were asked for")
      }
      // From inside, the first question is the only one from outside.
      if pace == .fromInside { break }
    }
    subscriber.ask(1)
    subscriber.ask(1)
    bench.run()
    let log = subscriber.log.joined(separator: " ")
    if log != greedy.text {
      faults.add(.val1, "\(name) sends \(log) instead of \(greedy.text)")
    }
  }

  private func leave(_ name: String, _ subscriber: PacedSubscriber, _ bench: Bench) {
    subscriber.ask(1)
    bench.run()
    let before = subscriber.log.joined(separator: " ")
    // The second cancellation finds nothing to do, and must leave no lock behind.
    for _ in 0..<2 {
      subscriber.cancel()
      for _ in 0..<2 {
        subscriber.ask(1)
        bench.run()
      }
    }
    let log = subscriber.log.joined(separator: " ")
    if log != before {
      faults.add(.disp4, "\(name) sends \(log) to who has cancelled behind \(before)")
    }
  }
}

/// A subscriber that asks when it is told to, or from inside of each element for one more, and writes down what comes. It may
/// ask behind the end, too.
///
/// Thread-safety: one thread at a time.
final class PacedSubscriber: Subscriber {
  typealias Input = Int
  typealias Failure = FuzzError

  private let asksInside: Bool
  private var subscription: (any Subscription)?
  private var asked = 0
  private var isInside = false
  private(set) var log: [String] = []
  private(set) var elements = 0
  private(set) var isOver = false

  init(asksInside: Bool) { self.asksInside = asksInside }

  func receive(subscription: any Subscription) {
    if self.subscription != nil { log.append("second subscription") }
    self.subscription = subscription
  }

  func ask(_ count: Int) {
    asked += count
    subscription?.request(.max(count))
  }

  func cancel() { subscription?.cancel() }

  func receive(_ input: Int) -> Subscribers.Demand {
    elements += 1
    if isInside { log.append("nested") }
    if elements > asked { log.append("not asked for") }
    log.append("\(input)")
    isInside = true
    if asksInside { ask(1) }
    isInside = false
    return .none
  }

  func receive(completion: Subscribers.Completion<FuzzError>) {
    if isInside { log.append("nested") }
    isOver = true
    switch completion {
    case .finished: log.append(".")
    case .failure(let error): log.append("!\(error.code)")
    }
  }
}
