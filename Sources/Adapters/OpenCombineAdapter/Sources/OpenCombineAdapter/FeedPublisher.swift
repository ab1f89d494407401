import Foundation
@preconcurrency import OpenCombine
import RxFuzzKit

/// A publisher whose events come from the script, one subscription for each subscriber.
///
/// It keeps the publisher's side of Combine's contract by itself, so that what rings is the library's:
/// at most one completion, nothing after it, nothing beyond the demand, nothing more once cancelled.
struct FeedPublisher: Publisher {
  typealias Output = Int
  typealias Failure = FuzzError

  let feed: Feed

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == FuzzError {
    let subscription = FeedSubscription(feed: feed, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.attach()
  }
}

/// One subscription of a feed: counts demand and lets go of its subscriber when it ends.
///
/// Thread-safety: all members from any thread. The subscriber is called with no lock held.
private final class FeedSubscription<Downstream: Subscriber>: Subscription, FeedObserver,
  @unchecked Sendable
where Downstream.Input == Int, Downstream.Failure == FuzzError {
  // Safety: `lock` guards every variable below it.
  private let feed: Feed
  private let lock = NSLock()
  /// Nil once the subscription has ended, by cancellation or by a completion.
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var attachment: Attachment = .pending

  private enum Attachment {
    case pending
    case attached(Int)
    case detached
  }

  init(feed: Feed, downstream: Downstream) {
    self.feed = feed
    self.downstream = downstream
  }

  /// Begins to listen to the feed, unless the subscription has already ended.
  func attach() {
    guard lock.withLock({ downstream != nil }) else { return }
    let number = feed.attach(self)
    let endedMeanwhile = lock.withLock {
      attachment = downstream == nil ? .detached : .attached(number)
      return downstream == nil
    }
    if endedMeanwhile { feed.detach(number) }
  }

  func request(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
  }

  func cancel() {
    _ = end()
    detach()
  }

  func next(_ token: Int) {
    let receiver: Downstream? = lock.withLock {
      guard demand > 0, let downstream else { return nil }
      demand -= 1
      return downstream
    }
    guard let receiver else { return }
    let more = receiver.receive(token)
    if more > 0 { request(more) }
  }

  func error(_ error: FuzzError) { finish(.failure(error)) }

  func completed() { finish(.finished) }

  private func finish(_ completion: Subscribers.Completion<FuzzError>) {
    end()?.receive(completion: completion)
    detach()
  }

  /// Takes the subscriber out, so that only one caller gets it.
  private func end() -> Downstream? {
    lock.withLock {
      defer { downstream = nil }
      return downstream
    }
  }

  private func detach() {
    let number: Int? = lock.withLock {
      guard case .attached(let number) = attachment else { return nil }
      attachment = .detached
      return number
    }
    if let number { feed.detach(number) }
  }
}

/// Drives a subject of the library from the script.
///
/// Thread-safety: from any thread, as PassthroughSubject allows.
final class SubjectFeed<Target: Subject>: FeedObserver, @unchecked Sendable
where Target.Output == Int, Target.Failure == FuzzError {
  // Safety: the subject guards itself with its own locks; that is what is tested.
  private let subject: Target

  init(_ subject: Target) { self.subject = subject }

  func next(_ token: Int) { subject.send(token) }
  func error(_ error: FuzzError) { subject.send(completion: .failure(error)) }
  func completed() { subject.send(completion: .finished) }
}

/// A publisher that a closure drives through a subject, which it makes for each subscriber: what the closure returns is
/// cancelled when the subscription ends.
struct BridgePublisher: Publisher {
  typealias Output = Int
  typealias Failure = FuzzError

  let connect: @Sendable (PassthroughSubject<Int, FuzzError>) -> AnyCancellable

  init(_ connect: @escaping @Sendable (PassthroughSubject<Int, FuzzError>) -> AnyCancellable) {
    self.connect = connect
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == FuzzError {
    let subject = PassthroughSubject<Int, FuzzError>()
    let bridge = Bridge(subscriber)
    subject.subscribe(bridge)
    // The subscriber has its subscription, and has asked for elements, before there can be one.
    bridge.hold(connect(subject))
  }
}

/// Passes on what a subject sends, and holds what feeds the subject until the subscription ends.
///
/// Thread-safety: all members from any thread. Nothing is called with the lock held.
private final class Bridge<Downstream: Subscriber>: Subscriber, Subscription, @unchecked Sendable
where Downstream.Input == Int, Downstream.Failure == FuzzError {
  // Safety: `lock` guards every variable below it; `downstream` never changes.
  private let downstream: Downstream
  private let lock = NSLock()
  private var upstream: (any Subscription)?
  private var connection: AnyCancellable?
  private var isOver = false

  init(_ downstream: Downstream) { self.downstream = downstream }

  func hold(_ connection: AnyCancellable) {
    let isLate = lock.withLock {
      if !isOver { self.connection = connection }
      return isOver
    }
    if isLate { connection.cancel() }
  }

  func receive(subscription: any Subscription) {
    lock.withLock { upstream = subscription }
    downstream.receive(subscription: self)
  }

  func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

  func receive(_ input: Int) -> Subscribers.Demand { downstream.receive(input) }

  func receive(completion: Subscribers.Completion<FuzzError>) {
    let (_, connection) = end()
    downstream.receive(completion: completion)
    connection?.cancel()
  }

  func cancel() {
    let (upstream, connection) = end()
    upstream?.cancel()
    connection?.cancel()
  }

  private func end() -> ((any Subscription)?, AnyCancellable?) {
    lock.withLock {
      defer { (upstream, connection, isOver) = (nil, nil, true) }
      return (upstream, connection)
    }
  }
}

/// Keeps or breaks a promise: the first element is what it promised.
///
/// Thread-safety: as the future's.
final class PromiseFeed: FeedObserver, @unchecked Sendable {
  // Safety: both are set once, before anybody else sees them.
  let future: Future<Int, FuzzError>
  private let promise: Future<Int, FuzzError>.Promise

  init() {
    var promise: Future<Int, FuzzError>.Promise?
    future = Future { promise = $0 }
    guard let promise else { preconditionFailure("a future asks for its promise at once") }
    self.promise = promise
  }

  func next(_ token: Int) { promise(.success(token)) }
  func error(_ error: FuzzError) { promise(.failure(error)) }
  func completed() {}
}

/// A variable whose changes are published; its publisher has no end.
final class PublishedVariable: @unchecked Sendable {
  // Safety: one thread sets it at a time; it guards its subscribers by itself, which is under test.
  @Published var token: Int
  init(_ token: Int) { self.token = token }
}

/// Gives the script's elements to something that has no end.
final class VariableFeed: FeedObserver {
  private let set: @Sendable (Int) -> Void
  init(_ set: @escaping @Sendable (Int) -> Void) { self.set = set }
  func next(_ token: Int) { set(token) }
  func error(_ error: FuzzError) {}
  func completed() {}
}

/// What `assign(to:on:)` sets: passes it on to a subject.
final class AssignedVariable: @unchecked Sendable {
  // Safety: one thread sets it at a time, as the contract of publishers says.
  private let subject: PassthroughSubject<Int, FuzzError>
  private let canary: Canary
  init(_ subject: PassthroughSubject<Int, FuzzError>, _ canary: Canary) {
    (self.subject, self.canary) = (subject, canary)
  }
  var token = 0 {
    didSet {
      canary.touch()
      subject.send(token)
    }
  }
}
