import Foundation
@preconcurrency import OpenCombine
import RxFuzzKit

/// What OpenCombine promises beside its graphs: demand, when what was captured is let go, and that it is let go with no
/// lock held.
enum Checks {
  static let all =
    ofPublishers + contracts + bridges + PairedCalls.all + operatorPairs + CalloutCases.ofOperators
    + ofFoundation

  private static let ofPublishers: [LibraryCheck] = [
    LibraryCheck("demand", ways: DemandRun.ways) { DemandRun($0) },
    LibraryCheck("captured", ways: CapturedRun.ways, endsProcess: true) { CapturedRun($0) },
    LibraryCheck("subjectValue", ways: SubjectValueRun.ways) { SubjectValueRun($0) },
    LibraryCheck("future", ways: FutureRun.ways) { FutureRun($0) },
    LibraryCheck("subject", ways: SubjectRun.ways) { SubjectRun($0) },
    LibraryCheck("time", ways: 1, endsProcess: true) { _ in TimeRun() },
    LibraryCheck("scheduler", ways: SchedulerRun.ways) { SchedulerRun($0) },
    LibraryCheck("letGo", ways: LetGoRun.ways) { LetGoRun($0) },
    LibraryCheck("literals", ways: LiteralRun.ways) { LiteralRun($0) },
    LibraryCheck("secondSubscription", ways: SecondSubscriptionRun.ways) { _ in
      SecondSubscriptionRun()
    },
    LibraryCheck("objectValue", ways: 1, endsProcess: true) { _ in ObjectValueRun() },
    LibraryCheck("pace", ways: PaceRun.ways, endsProcess: true) { PaceRun($0) },
    LibraryCheck(
      "callouts", ways: CalloutCases.all.count, endsProcess: true, staysInCalls: true
    ) { CalloutRun(CalloutCases.all[$0 - 1]) },
    LibraryCheck("departures", ways: 1) { _ in DepartureRun() },
    LibraryCheck("plain", ways: PlainRun.ways, endsProcess: true) { PlainRun($0) },
  ]

  /// The bridges to Swift concurrency, where the version has them.
  private static let bridges: [LibraryCheck] = {
    #if HAS_VALUES
      [LibraryCheck("values", ways: ValuesRun.ways) { ValuesRun($0) }]
    #else
      []
    #endif
  }()
}

/// A subscriber that asks for some elements, for another one at each that it gets, and again when it is told to.
///
/// Thread-safety: any thread.
final class DemandingSubscriber: Subscriber, @unchecked Sendable {
  // Safety: `lock` guards the variables below it.
  private let lock = NSLock()
  private var subscriptions: [any Subscription] = []
  private var asked = 0
  private var got = 0
  private var ends = 0
  private var fault: String?
  private let first: Int
  private let answer: Int
  private let isRacedByEnds: Bool
  /// One thread does all, so that nothing may come behind a cancellation.
  private let isAlone: Bool
  private var hasLeft = false

  /// - Parameter isRacedByEnds: whether an element and the end are sent at the same time: a subject sends either first.
  init(first: Int, answer: Int, isRacedByEnds: Bool = false, isAlone: Bool = false) {
    (self.first, self.answer) = (first, answer)
    (self.isRacedByEnds, self.isAlone) = (isRacedByEnds, isAlone)
  }

  func receive(subscription: any Subscription) {
    lock.withLock {
      subscriptions.append(subscription)
      asked += first
      if subscriptions.count > 1 { fault = "a subscriber receives a second subscription" }
    }
    if first > 0 { subscription.request(.max(first)) }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    lock.withLock {
      got += 1
      if subscriptions.isEmpty { fault = "a subscriber receives an element first" }
      if got > asked { fault = "a subscriber receives more elements than it has asked for" }
      if ends > 0, !isRacedByEnds {
        fault = "a subscriber receives an element after the completion"
      }
      if isAlone, hasLeft { fault = "a subscriber receives an element after it has cancelled" }
      asked += answer
    }
    return .max(answer)
  }

  func receive(completion: Subscribers.Completion<FuzzError>) {
    lock.withLock {
      ends += 1
      if subscriptions.isEmpty { fault = "a subscriber receives a completion first" }
      if ends > 1 { fault = "a subscriber receives two completions" }
    }
  }

  /// Asks for so many more.
  func ask(_ count: Int) {
    let subscription = lock.withLock { () -> (any Subscription)? in
      guard let subscription = subscriptions.first else { return nil }
      asked += count
      return subscription
    }
    subscription?.request(.max(count))
  }

  func cancel() {
    let subscription = lock.withLock { () -> (any Subscription)? in
      hasLeft = true
      return subscriptions.first
    }
    subscription?.cancel()
  }

  /// How many came, whether it ended, and what was wrong.
  var seen: (got: Int, isOver: Bool, fault: String?) { lock.withLock { (got, ends > 0, fault) } }
}
