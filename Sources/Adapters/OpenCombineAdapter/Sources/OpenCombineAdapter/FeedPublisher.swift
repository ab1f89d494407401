import Foundation
import OpenCombine
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
