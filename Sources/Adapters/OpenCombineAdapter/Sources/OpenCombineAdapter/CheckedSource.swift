import Foundation
@preconcurrency import OpenCombine
import RxFuzzKit

/// A publisher that sends what a check says, as much of it as is asked for, and notes what it is asked.
///
/// Thread-safety: one thread at a time.
final class CheckedSource: Publisher {
  typealias Output = Int
  typealias Failure = FuzzError

  /// Whether it sends as soon as it is asked, or when it is told to.
  private let sendsAtOnce: Bool
  private let elements: [Int]
  private let end: Subscribers.Completion<FuzzError>?
  private(set) var connections: [Connection] = []

  init(_ elements: [Int], _ end: Subscribers.Completion<FuzzError>?, sendsAtOnce: Bool) {
    (self.elements, self.end, self.sendsAtOnce) = (elements, end, sendsAtOnce)
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == FuzzError {
    let connection = Connection(elements, end, sendsAtOnce, AnySubscriber(subscriber))
    connections.append(connection)
    subscriber.receive(subscription: connection)
    // What was asked for inside of it is sent when it has returned.
    connection.begin()
  }

  /// Sends what was asked for and has not been sent.
  func run() {
    // Who subscribes meanwhile is served, too.
    var served = 0
    while served < connections.count {
      connections[served].run()
      served += 1
    }
  }

  /// Whether each of its subscriptions is over: it was cancelled, or has sent its end.
  var isLetGo: Bool { connections.allSatisfy(\.isOver) }

  /// One subscription.
  final class Connection: Subscription {
    private var rest: ArraySlice<Int>
    private let end: Subscribers.Completion<FuzzError>?
    private let sendsAtOnce: Bool
    private var subscriber: AnySubscriber<Int, FuzzError>?
    private var demand = Subscribers.Demand.none
    private var isSending = true
    private(set) var isOver = false

    fileprivate init(
      _ elements: [Int], _ end: Subscribers.Completion<FuzzError>?, _ sendsAtOnce: Bool,
      _ subscriber: AnySubscriber<Int, FuzzError>
    ) {
      (rest, self.end, self.sendsAtOnce) = (elements[...], end, sendsAtOnce)
      self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
      self.demand += demand
      if sendsAtOnce { run() }
    }

    func cancel() {
      isOver = true
      subscriber = nil
    }

    fileprivate func begin() {
      isSending = false
      if sendsAtOnce { run() }
    }

    fileprivate func run() {
      guard !isSending else { return }
      isSending = true
      defer { isSending = false }
      while let subscriber, demand != .none, let element = rest.popFirst() {
        demand -= 1
        demand += subscriber.receive(element)
      }
      guard let subscriber, rest.isEmpty, let end else { return }
      isOver = true
      self.subscriber = nil
      subscriber.receive(completion: end)
    }
  }
}

/// A subscriber that writes down what comes, asks for so many at a time, and cancels where it is told to.
///
/// Thread-safety: one thread at a time.
final class CheckedSubscriber: Subscriber {
  typealias Input = Int
  typealias Failure = FuzzError

  /// When it cancels.
  enum Departure: Equatable {
    case never
    case atSubscription
    case atElement(Int)
  }

  private let demand: Subscribers.Demand
  private let departure: Departure
  private var subscription: (any Subscription)?
  private var asked = Subscribers.Demand.none
  private(set) var log: [String] = []
  private(set) var elements = 0

  init(demand: Subscribers.Demand = .unlimited, departure: Departure = .never) {
    (self.demand, self.departure) = (demand, departure)
  }

  func receive(subscription: any Subscription) {
    if self.subscription != nil { log.append("second subscription") }
    self.subscription = subscription
    if departure == .atSubscription { return subscription.cancel() }
    if demand == .none { return }
    asked += demand
    subscription.request(demand)
  }

  /// Asks for so many more, where it has not ended.
  func ask(_ count: Int) {
    guard !hasEnded else { return }
    asked += .max(count)
    subscription?.request(.max(count))
  }

  private var hasEnded: Bool {
    log.contains { $0 == "." || $0.hasPrefix("!") }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    elements += 1
    if subscription == nil { log.append("no subscription") }
    if asked == .none { log.append("not asked for") } else { asked -= 1 }
    log.append("\(input)")
    if departure == .atElement(elements) {
      subscription?.cancel()
      return .none
    }
    if demand == .unlimited { return .none }
    asked += demand
    return demand
  }

  func receive(completion: Subscribers.Completion<FuzzError>) {
    if subscription == nil { log.append("no subscription") }
    switch completion {
    case .finished: log.append(".")
    case .failure(let error): log.append("!\(error.code)")
    }
  }

  func cancel() { subscription?.cancel() }

  var text: String { log.joined(separator: " ") }
}
