import Dispatch
import Synchronization

@testable import RxFuzzKit

/// A reactive library of one operator, correct or with one planted bug, to see whether the engine rings.
struct ToyLibrary: LibraryUnderTest {
  enum Bug: Sendable {
    case none
    /// Looks whether it is disposed, and only then says so: two threads can both pass.
    case checksThenSets
    /// Keeps every subscription for ever.
    case leaks
    /// Counts in a plain variable from two threads.
    case racesOnData
  }

  let name = "Toy"
  let promises: Set<InvariantName> = [.disp5, .leak1, .race1, .term1]
  let promiseNotes: [String] = []
  let bug: Bug
  let live = ToyCount()
  /// Of more subscriptions than this, the timers keep their queue busy for ever.
  static let timersMax = 40
  private let clock = ToyClock()

  init(_ bug: Bug = .none) { self.bug = bug }

  func binding(forRow name: String) -> OperatorBinding? {
    switch name {
    case "feed":
      OperatorBinding { [bug, live] iteration, parameters, _ in
        ToyStream { probe in
          ToySubscription(
            bug, live, feed: iteration.feeds[parameters[0]], canary: iteration.canary, probe: probe)
        }
      }
    case "observeOn":
      OperatorBinding { iteration, parameters, inputs in
        let source = unsafeDowncast(inputs[0], to: ToyStream.self)
        return ToyStream { probe in
          let subscription = source.subscribe(probe)
          subscription.queue.store(parameters[0], ordering: .relaxed)
          subscription.iteration = iteration
          return subscription
        }
      }
    case "delay":
      OperatorBinding { [clock, live] iteration, parameters, inputs in
        let source = unsafeDowncast(inputs[0], to: ToyStream.self)
        let queue = clock.queue(onto: iteration.queue(parameters[1]))
        return ToyStream { probe in
          let subscription = source.subscribe(probe)
          subscription.tick(on: queue) { live.value.load(ordering: .relaxed) > Self.timersMax }
          return subscription
        }
      }
    default: nil
    }
  }

  func makeHandle(_ holder: Holder) -> any SubscriptionHandle { ToyHandle() }
  func liveResources() -> Int? { nil }
}

/// Counts live subscriptions.
final class ToyCount: Sendable {
  let value = Atomic<Int>(0)
}

/// The one queue on which all timers of the library tick.
final class ToyClock: Sendable {
  private let inner = Mutex<DispatchQueue?>(nil)

  func queue(onto outer: DispatchQueue) -> DispatchQueue {
    inner.withLock {
      let queue = $0 ?? DispatchQueue(label: "toy.clock", target: outer)
      $0 = queue
      return queue
    }
  }
}

final class ToyStream: Sendable {
  let subscribe: @Sendable (ObserverProbe) -> ToySubscription
  init(_ subscribe: @escaping @Sendable (ObserverProbe) -> ToySubscription) {
    self.subscribe = subscribe
  }
}

/// One subscription: forwards the feed's events until it is disposed.
final class ToySubscription: FeedObserver, @unchecked Sendable {
  // Safety: constants and atomics; `attachment` and `iteration` are written before the race; `plainCount`
  // is the planted data race.
  private let bug: ToyLibrary.Bug
  private let live: ToyCount
  private let feed: Feed
  private let canary: Canary
  private let probe: ObserverProbe
  private let disposed = Atomic<Bool>(false)
  private let stopped = Atomic<Bool>(false)
  private var attachment = 0
  private var plainCount = 0
  private var cycle: ToySubscription?
  let queue = Atomic<Int>(-1)
  weak var iteration: Iteration?

  init(
    _ bug: ToyLibrary.Bug, _ live: ToyCount, feed: Feed, canary: Canary, probe: ObserverProbe
  ) {
    self.bug = bug
    self.live = live
    self.feed = feed
    self.canary = canary
    self.probe = probe
    live.value.wrappingAdd(1, ordering: .relaxed)
    attachment = feed.attach(self)
    if bug == .leaks { cycle = self }
  }

  deinit { live.value.wrappingSubtract(1, ordering: .relaxed) }

  func next(_ token: Int) {
    if bug == .racesOnData { plainCount += 1 }
    guard !disposed.load(ordering: .acquiring) else { return }
    let queue = queue.load(ordering: .relaxed)
    guard queue >= 0, let iteration else { return probe.next(token) }
    iteration.queue(queue).async { [probe] in probe.next(token) }
  }

  func error(_ error: FuzzError) { end { $0.error(error.code) } }
  func completed() { end { $0.completed() } }

  func dispose() {
    if bug == .racesOnData { plainCount += 1 }
    switch bug {
    case .checksThenSets:
      guard !disposed.load(ordering: .acquiring) else { return }
      disposed.store(true, ordering: .releasing)
    case .none, .leaks, .racesOnData:
      guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    }
    canary.touch()
    feed.detach(attachment)
  }

  /// Ticks once, and again and again while the clock is overloaded.
  func tick(on queue: DispatchQueue, while isOverloaded: @escaping @Sendable () -> Bool) {
    queue.async { [weak self] in
      guard let self, !disposed.load(ordering: .acquiring), isOverloaded() else { return }
      tick(on: queue, while: isOverloaded)
    }
  }

  private func end(_ deliver: (ObserverProbe) -> Void) {
    guard !disposed.load(ordering: .acquiring) else { return }
    guard !stopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    deliver(probe)
    dispose()
  }
}

/// Holds a subscription that is made before the race.
final class ToyHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: written before the race, read in it.
  private var subscription: ToySubscription?
  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    subscription = unsafeDowncast(stream, to: ToyStream.self).subscribe(observer)
  }
  func dispose() { subscription?.dispose() }
  func drop() { dispose() }
}
