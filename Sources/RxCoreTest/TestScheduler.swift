import RxCore

/// A virtual time scheduler for tests: it makes sources that emit at given times and observers that note when
/// they received what.
///
/// Unless configured otherwise, work takes one tick: what is scheduled for now or earlier is done a tick later.
/// Thread-safety: that of its base.
public final class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>,
  @unchecked Sendable
{
  // Safety: a constant.
  private let simulateProcessingDelay: Bool

  /// The times of `start(created:subscribed:disposed:create:)`.
  public enum Defaults {
    /// When the sequence is made.
    public static let created = 100
    /// When it is subscribed.
    public static let subscribed = 200
    /// When the subscription is disposed.
    public static let disposed = 1000
  }

  /// A scheduler.
  /// - Parameters:
  ///   - initialClock: what the clock shows at first.
  ///   - resolution: seconds that one tick stands for.
  ///   - simulateProcessingDelay: whether work takes one tick.
  public init(
    initialClock: TestTime, resolution: Double = 1, simulateProcessingDelay: Bool = true
  ) {
    self.simulateProcessingDelay = simulateProcessingDelay
    super.init(
      initialClock: initialClock,
      converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
  }

  override public func adjustScheduledTime(_ time: TestTime) -> TestTime {
    simulateProcessingDelay && time <= clock ? clock + 1 : time
  }

  /// A source that emits `events` at their absolute times, to whoever is subscribed then.
  public func createHotObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(hot: events, on: self)
  }

  /// A source that emits `events` to each subscriber, at times counted from its subscription.
  public func createColdObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(cold: events, on: self)
  }

  /// An observer that notes events and their times.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(scheduler: self)
  }

  /// Calls `action` at a time.
  public func scheduleAt(_ time: TestTime, action: @escaping @Sendable () -> Void) {
    _ = scheduleAbsoluteVirtual((), time: time) { _ in
      action()
      return Disposables.create()
    }
  }

  /// Runs the clock to its end; on the way the sequence is made, subscribed and disposed at the given times.
  /// - Returns: the observer with what it received.
  public func start<Sequence: ObservableConvertibleType>(
    created: TestTime = Defaults.created, subscribed: TestTime = Defaults.subscribed,
    disposed: TestTime = Defaults.disposed, create: @escaping @Sendable () -> Sequence
  ) -> TestableObserver<Sequence.Element> {
    let observer = createObserver(Sequence.Element.self)
    let sequence = Guarded<Observable<Sequence.Element>?>(nil)
    let subscription = SingleAssignmentDisposable()
    scheduleAt(created) {
      let made = create().asObservable()
      sequence.update { $0 = made }
    }
    scheduleAt(subscribed) {
      guard let sequence = sequence.read() else { return }
      subscription.setDisposable(sequence.subscribe(observer))
    }
    scheduleAt(disposed) { subscription.dispose() }
    start()
    return observer
  }
}
