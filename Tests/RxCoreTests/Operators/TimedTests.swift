import RxCoreTest
import Testing

@testable import RxCore

/// What the clock makes of sequences. One tick is one second; spans are 20 or 50 ticks.
@Suite("Operators that depend on the clock")
struct TimedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// For elements 1, 2, 3, 4 at 210, 230, 240, 300 and completion at 400.
    let expected: [Recorded<Event<Int>>]
    /// When the source is subscribed and released then.
    let subscription: Subscription
    let apply: @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>

    init(
      _ name: String, _ expected: [Recorded<Event<Int>>],
      subscription: Subscription = Subscription(200, 400),
      _ apply: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>
    ) {
      testDescription = name
      self.expected = expected
      self.subscription = subscription
      self.apply = apply
    }
  }

  static let cases: [Case] = [
    Case("debounce", [.next(260, 3), .next(320, 4), .completed(400)]) {
      $0.debounce(.seconds(20), scheduler: $1)
    },
    Case(
      "throttle",
      [.next(210, 1), .next(230, 2), .next(250, 3), .next(300, 4), .completed(400)]
    ) { $0.throttle(.seconds(20), scheduler: $1) },
    Case(
      "throttle without the latest",
      [.next(210, 1), .next(230, 2), .next(300, 4), .completed(400)]
    ) { $0.throttle(.seconds(20), latest: false, scheduler: $1) },
    Case(
      "delay", [.next(230, 1), .next(250, 2), .next(260, 3), .next(320, 4), .completed(420)],
      subscription: Subscription(200, 400)
    ) { $0.delay(.seconds(20), scheduler: $1) },
    Case(
      "delay subscription", [.next(230, 2), .next(240, 3), .next(300, 4), .completed(400)],
      subscription: Subscription(220, 400)
    ) { $0.delaySubscription(.seconds(20), scheduler: $1) },
    Case(
      "take for", [.next(210, 1), .next(230, 2), .next(240, 3), .completed(250)],
      subscription: Subscription(200, 250)
    ) { $0.take(for: .seconds(50), scheduler: $1) },
    Case("skip for", [.next(300, 4), .completed(400)]) {
      $0.skip(for: .seconds(50), scheduler: $1)
    },
    Case(
      "timeout",
      [.next(210, 1), .next(230, 2), .next(240, 3), .error(290, RxError.timeout)],
      subscription: Subscription(200, 290)
    ) { $0.timeout(.seconds(50), scheduler: $1) },
    Case(
      "timeout with another sequence",
      [.next(210, 1), .next(230, 2), .next(240, 3), .next(290, 9), .completed(290)],
      subscription: Subscription(200, 290)
    ) { $0.timeout(.seconds(50), other: Observable.just(9), scheduler: $1) },
  ]

  @Test("gives what is documented at the documented times", arguments: cases)
  func documented(_ row: Case) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([
      .next(150, 0), .next(210, 1), .next(230, 2), .next(240, 3), .next(300, 4), .completed(400),
    ])
    let observer = scheduler.start { row.apply(source.asObservable(), scheduler) }
    #expect(observer.events == row.expected)
    #expect(source.subscriptions == [row.subscription])
  }

  @Test("passes an error on at once, drops what waits, and leaves no timer", arguments: cases)
  func error(_ row: Case) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = PublishSubject<Int>()
    let log = Log<String>()
    _ = row.apply(source, scheduler).record(in: log)
    // A delayed subscription comes first.
    if !source.hasObservers { scheduler.start() }
    source.onNext(1)
    source.onError(Failure())
    #expect(log.values.suffix(2) == ["error", "disposed"])
    #expect(log.values.count <= 3)
    #expect(!source.hasObservers)
    #expect(scheduler.isIdle)
  }

  @Test("leaves no timer behind a disposal, and says nothing after it", arguments: cases)
  func disposal(_ row: Case) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = row.apply(source, scheduler).record(in: log)
    source.onNext(1)
    source.onNext(2)
    subscription.dispose()
    let before = log.values
    source.onNext(3)
    source.onCompleted()
    #expect(scheduler.isIdle)
    scheduler.start()
    #expect(log.values == before)
    #expect(log.values.last == "disposed")
    #expect(!source.hasObservers)
  }

  @Test("leaves no timer behind a disposal inside a delivery", arguments: cases)
  func disposalInside(_ row: Case) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([
      .next(210, 1), .next(230, 2), .next(240, 3), .next(300, 4), .completed(400),
    ])
    let log = Log<Int>()
    let slot = SingleAssignmentDisposable()
    scheduler.scheduleAt(200) {
      slot.setDisposable(
        row.apply(source.asObservable(), scheduler).subscribe(onNext: {
          log.add($0)
          slot.dispose()
        }))
    }
    scheduler.start()
    #expect(log.values == [row.expected.compactMap(\.value.element).first].compactMap { $0 })
    // Nothing but the source's own events was left on the agenda.
    #expect(scheduler.clock == 400)
  }

  @Test("completes with its source, and leaves no timer", arguments: cases)
  func completion(_ row: Case) {
    let scheduler = TestScheduler(initialClock: 0)
    let log = Log<String>()
    _ = row.apply(.empty(), scheduler).record(in: log)
    scheduler.start()
    #expect(log.values == ["completed", "disposed"])
    #expect(scheduler.isIdle)
  }

  @Test("lets go of what the chain captured, however it ends", arguments: cases, 0..<3)
  func release(_ row: Case, ending: Int) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = PublishSubject<Int>()
    weak var canary: BooleanDisposable?
    var subscription: (any Disposable)?
    do {
      let made = BooleanDisposable()
      canary = made
      subscription = row.apply(source.filter { [made] _ in !made.isDisposed }, scheduler)
        .subscribe(onNext: { [made] _ in _ = made.isDisposed }, onError: { _ in })
    }
    #expect(canary != nil)
    source.onNext(1)
    switch ending {
    case 0: source.onCompleted()
    case 1: source.onError(Failure())
    default: subscription?.dispose()
    }
    scheduler.start()
    subscription = nil
    #expect(canary == nil)
  }

  @Test("deliveries that emit again do not nest", arguments: cases)
  func reentrance(_ row: Case) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = PublishSubject<Int>()
    let depth = Guarded(0)
    let deepest = Log<Int>()
    let subscription = row.apply(source, scheduler).subscribe(
      onNext: { element in
        deepest.add(
          depth.updated {
            $0 += 1
            return $0
          })
        if element < 3 { source.onNext(element + 1) }
        depth.update { $0 -= 1 }
      }, onError: { _ in })
    scheduler.scheduleAt(100) { source.onNext(1) }
    scheduler.scheduleAt(1000) { subscription.dispose() }
    scheduler.start()
    #expect(deepest.values.allSatisfy { $0 == 1 })
  }

  @Test("a throttle's completion waits for the element that waits")
  func throttleCompletion() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(225)])
    let observer = scheduler.start { source.throttle(.seconds(20), scheduler: scheduler) }
    #expect(observer.events == [.next(210, 1), .next(230, 2), .completed(230)])
  }

  @Test("a debounce's completion passes on the element that waits")
  func debounceCompletion() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), .completed(215)])
    let observer = scheduler.start { source.debounce(.seconds(20), scheduler: scheduler) }
    #expect(observer.events == [.next(215, 1), .completed(215)])
  }

  @Test("a timeout counts from the subscription, and its replacement is released")
  func timeoutReplacement() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(300, 1), .completed(400)])
    let other = scheduler.createColdObservable([.next(10, 8), .next(500, 9)])
    let observer = scheduler.start(disposed: 600) {
      source.timeout(.seconds(50), other: other, scheduler: scheduler)
    }
    #expect(observer.events == [.next(260, 8)])
    #expect(source.subscriptions == [Subscription(200, 250)])
    #expect(other.subscriptions == [Subscription(250, 600)])
  }

  @Test("a delayed subscription that is disposed first is never made")
  func delayedNever() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createColdObservable([.next(10, 1)])
    let observer = scheduler.start(disposed: 210) {
      source.delaySubscription(.seconds(20), scheduler: scheduler)
    }
    #expect(observer.events.isEmpty)
    #expect(source.subscriptions.isEmpty)
  }
}

extension TestScheduler {
  /// Whether no work waits.
  fileprivate var isIdle: Bool { debugDescription.hasSuffix(" 0 waiting") }
}
