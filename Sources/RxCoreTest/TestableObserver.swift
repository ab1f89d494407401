import RxCore

/// An observer that notes each event with the virtual time. Thread-safety: any thread.
public final class TestableObserver<Element: Sendable>: ObserverType, Sendable {
  private let scheduler: TestScheduler
  private let noted = Guarded<[Recorded<Event<Element>>]>([])

  init(scheduler: TestScheduler) { self.scheduler = scheduler }

  /// What was noted so far.
  public var events: [Recorded<Event<Element>>] { noted.read() }

  public func on(_ event: Event<Element>) {
    let recorded = Recorded(time: scheduler.clock, value: event)
    noted.update { $0.append(recorded) }
  }
}
