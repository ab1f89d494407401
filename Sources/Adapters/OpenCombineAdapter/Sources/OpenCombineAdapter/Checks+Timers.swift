#if HAS_TIMER
  import Foundation
  @preconcurrency import OpenCombine
  @preconcurrency import OpenCombineFoundation
  import RxFuzzKit

  /// `Timer.publish`: it strikes no earlier than it should, again and again, for each subscriber as often as that has asked for,
  /// and no more for who has cancelled.
  final class TimerRun: LibraryCheckRun, @unchecked Sendable {
    // Safety: queue 0 alone uses it until the race is over, but for the subscription of `cancelledByAnother`.
    private enum Case: CaseIterable {
      case plain
      case autoconnected
      case severalSubscribers
      case disconnected
      case cancelledByAnother
    }
    static let ways = Case.allCases.count
    private static let interval = 0.01
    private static let secondsMax = 5.0

    private typealias Source = Timer.OCombine.TimerPublisher

    private let which: Case
    private let turning = TurningLoop()
    private let strikes = SchedulerLog()
    private var faults = CheckedFaults()

    init(_ way: Int) { which = Case.allCases[way - 1] }

    func perform(queue: Int) {
      guard queue == 0 else {
        if which == .cancelledByAnother { strike() }
        return
      }
      switch which {
      case .plain: plain()
      case .autoconnected: autoconnected()
      case .severalSubscribers: several()
      case .disconnected: disconnected()
      case .cancelledByAnother: turning.turn()
      }
    }

    func fault() -> LibraryCheckFault? { faults.fault }

    private func expect(_ name: String, _ isTrue: Bool) {
      if !isTrue { faults.add(.time1, name) }
    }

    /// A subscriber that counts, and asks for no more by itself.
    private final class Counter: Subscriber {
      typealias Input = Date
      typealias Failure = Never
      private(set) var subscription: (any Subscription)?
      private(set) var dates: [Date] = []
      func receive(subscription: any Subscription) { self.subscription = subscription }
      func receive(_ input: Date) -> Subscribers.Demand {
        dates.append(input)
        return .none
      }
      func receive(completion: Subscribers.Completion<Never>) {}
      func ask(_ count: Int) { subscription?.request(.max(count)) }
    }

    private func publisher(on loop: RunLoop = .current) -> Source {
      Timer.publish(every: Self.interval, on: loop, in: .default)
    }

    /// Turns the loop of this thread until something is so, or the time is up.
    private func turn(until isSo: () -> Bool) {
      let pulse = Timer(timeInterval: Self.interval / 4, repeats: true) { _ in }
      RunLoop.current.add(pulse, forMode: .default)
      let deadline = ContinuousClock.now + .seconds(Self.secondsMax)
      while !isSo(), ContinuousClock.now < deadline {
        _ = RunLoop.current.run(
          mode: .default, before: Date(timeIntervalSinceNow: Self.interval))
      }
      pulse.invalidate()
    }

    /// Long enough for some strikes.
    private func turn() {
      let end = ContinuousClock.now + .seconds(Self.interval * 4)
      turn { ContinuousClock.now > end }
    }

    private func plain() {
      let publisher = publisher()
      let counter = Counter()
      publisher.subscribe(counter)
      counter.ask(4)
      turn()
      expect("a timer strikes before it is connected", counter.dates.isEmpty)
      let start = Date()
      let connection = publisher.connect()
      turn { counter.dates.count >= 4 }
      expect("a timer does not go on", counter.dates.count == 4)
      // The time of a strike is taken when it is sent; a loop may strike a little early, by rounding.
      for (number, date) in counter.dates.enumerated() {
        let due = Self.interval * Double(number + 1) - Self.interval / 2
        expect("a timer strikes too early", date.timeIntervalSince(start) >= due)
      }
      turn()
      expect("a timer strikes more often than was asked for", counter.dates.count == 4)
      counter.ask(1)
      turn { counter.dates.count >= 5 }
      expect("a timer does not strike for who asks later", counter.dates.count == 5)
      counter.ask(8)
      connection.cancel()
      turn()
      expect("a timer strikes after it was put down", counter.dates.count == 5)
    }

    private func autoconnected() {
      let start = Date()
      let subscription = publisher().autoconnect().sink { [strikes] date in
        strikes.note(Int(date.timeIntervalSince(start) * 1000))
      }
      turn { strikes.all.count >= 2 }
      expect("a timer does not go on, autoconnect", strikes.all.count >= 2)
      expect(
        "a timer strikes too early, autoconnect",
        (strikes.all.first ?? 99) >= Int(Self.interval * 500))
      subscription.cancel()
      let count = strikes.all.count
      turn()
      expect("a timer strikes after a cancellation", strikes.all.count == count)
    }

    /// Each has its own demand, and leaves alone.
    private func several() {
      let publisher = publisher()
      let counters = (0..<3).map { _ in Counter() }
      counters.prefix(2).forEach(publisher.subscribe)
      let connection = publisher.connect()
      publisher.subscribe(counters[2])
      counters[0].ask(2)
      counters[1].ask(100)
      counters[2].ask(1)
      turn { counters[1].dates.count >= 4 }
      expect(
        "a timer does not strike for each as often as that asks",
        counters[0].dates.count == 2 && counters[2].dates.count == 1)
      counters[0].ask(9)
      counters[0].subscription?.cancel()
      counters[0].ask(9)
      let (left, other) = (counters[0].dates.count, counters[1].dates.count)
      turn { counters[1].dates.count >= other + 3 }
      expect("a timer strikes for who has cancelled", counters[0].dates.count == left)
      expect(
        "a timer stops for all when one cancels", counters[1].dates.count >= other + 3)
      connection.cancel()
    }

    /// It can be connected once more, by others than those who were there before.
    private func disconnected() {
      let publisher = publisher()
      let first = Counter()
      publisher.subscribe(first)
      first.ask(99)
      let earlier = publisher.connect()
      turn { !first.dates.isEmpty }
      earlier.cancel()
      let strikes = first.dates.count
      let second = Counter()
      publisher.subscribe(second)
      second.ask(9)
      let connection = publisher.connect()
      turn { second.dates.count >= 2 }
      expect("a timer that is connected again does not strike", second.dates.count >= 2)
      expect("a timer strikes for who was put down", first.dates.count == strikes)
      second.subscription?.cancel()
      second.subscription?.cancel()
      connection.cancel()
      connection.cancel()
    }

    /// Another thread has the loop.
    private func strike() {
      defer { turning.stop() }
      guard let loop = turning.loop else { return faults.add(.live1, "a run loop does not run") }
      let subscription = publisher(on: loop).autoconnect().sink { [strikes] _ in strikes.note(1) }
      let count = strikes.wait(2, Self.secondsMax).count
      expect("a timer of another thread's loop does not strike", count >= 2)
      subscription.cancel()
      let marks = SchedulerLog()
      func mark() {
        loop.perform { marks.note(1) }
        _ = marks.wait(marks.all.count + 1, Self.secondsMax)
      }
      mark()
      let before = strikes.all.count
      let end = ContinuousClock.now + .seconds(Self.interval * 4)
      while ContinuousClock.now < end { mark() }
      expect("a timer strikes after another thread's cancellation", strikes.all.count == before)
    }
  }
#endif
