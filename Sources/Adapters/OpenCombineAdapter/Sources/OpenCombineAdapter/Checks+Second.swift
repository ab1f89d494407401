@preconcurrency import OpenCombine
import RxFuzzKit

/// A subscriber has one subscription: an operator, or a subscriber, that is given another one cancels that, and keeps the first.
final class SecondSubscriptionRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  static let ways = 1
  private var faults = CheckedFaults()

  /// Says whether it was cancelled.
  private final class Noted: Subscription {
    private(set) var isCancelled = false
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { isCancelled = true }
  }

  /// Gives two subscriptions, one after the other, and ends when it is told to.
  private final class Twice: Publisher {
    typealias Output = Int
    typealias Failure = FuzzError
    let (first, second) = (Noted(), Noted())
    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == FuzzError {
      subscriber.receive(subscription: first)
      subscriber.receive(subscription: second)
      end = { subscriber.receive(completion: .finished) }
    }

    private var end = {}
    func finish() { end() }
  }

  /// A subject that does so.
  private final class TwiceSubject: Subject {
    typealias Output = Int
    typealias Failure = FuzzError
    let source = Twice()
    func send(_ value: Int) {}
    func send(completion: Subscribers.Completion<FuzzError>) {}
    func send(subscription: any Subscription) {}
    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == FuzzError {
      source.receive(subscriber: subscriber)
    }
  }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for one in CheckedOperators.families.flatMap(\.1) where !Self.leavingOut.contains(one.name) {
      look(one.name) { one.build(CheckedPublisher($0)).subscribe(end) }
    }
    let scheduler = CheckedScheduler()
    for (name, build) in Self.timed {
      look(name) { build(CheckedPublisher($0), scheduler).subscribe(end) }
    }
    look("sink") { $0.subscribe(end) }
    look("assign") {
      $0.replaceError(with: 0).subscribe(
        Subscribers.Assign(object: PublishedVariable(0), keyPath: \.token))
    }
    let subject = TwiceSubject()
    let shared = PassthroughSubject<Int, FuzzError>().multicast(subject: subject)
    shared.subscribe(end)
    judge("multicast", subject.source)
  }

  /// Cancels a second one by itself, where it is passed on.
  private var end: Subscribers.Sink<Int, FuzzError> {
    Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }

  private func look(_ name: String, _ subscribe: (Twice) -> Void) {
    let source = Twice()
    subscribe(source)
    judge(name, source)
  }

  private func judge(_ name: String, _ source: Twice) {
    if source.first.isCancelled { faults.add(.disp5, "\(name) gives its subscription up") }
    if !source.second.isCancelled { faults.add(.disp6, "\(name) keeps a second subscription") }
    // Who was given too many must have left no lock behind.
    source.finish()
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  /// A subject leaves such a subscription alone.
  private static let leavingOut: Set<String> = ["multicast", "share"]

  private typealias Build = @Sendable (CheckedPublisher, CheckedScheduler) -> CheckedPublisher
  private static var timed: [(String, Build)] {
    var all: [(String, Build)] = [
      ("receive(on:)", { CheckedPublisher($0.receive(on: $1)) }),
      ("delay", { CheckedPublisher($0.delay(for: .milliseconds(10), scheduler: $1)) }),
    ]
    #if HAS_DEBOUNCE
      all.append(
        ("debounce", { CheckedPublisher($0.debounce(for: .milliseconds(10), scheduler: $1)) }))
    #endif
    #if HAS_THROTTLE
      all.append(
        (
          "throttle",
          { CheckedPublisher($0.throttle(for: .milliseconds(10), scheduler: $1, latest: true)) }
        ))
    #endif
    #if HAS_TIMEOUT
      all.append(("timeout", { CheckedPublisher($0.timeout(.milliseconds(10), scheduler: $1)) }))
    #endif
    return all
  }
}
