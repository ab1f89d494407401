import RxCore

/// A source made by a test scheduler, which notes when it was subscribed and disposed.
///
/// Thread-safety: subscribe and dispose from any thread.
public final class TestableObservable<Element: Sendable>: ObservableType, Sendable {
  /// What it emits, and when.
  public let recordedEvents: [Recorded<Event<Element>>]

  private let scheduler: TestScheduler
  private let connect: @Sendable (AnyObserver<Element>) -> any Disposable
  private let noted = Guarded<[Subscription]>([])

  /// All subscriptions so far, in their order.
  public var subscriptions: [Subscription] { noted.read() }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    let time = scheduler.clock
    let number = noted.updated { subscriptions in
      subscriptions.append(Subscription(time))
      return subscriptions.count - 1
    }
    let connection = connect(observer.asAnyObserver())
    return Disposables.create { [noted, scheduler] in
      let end = scheduler.clock
      noted.update { $0[number] = Subscription($0[number].subscribe, end) }
      connection.dispose()
    }
  }

  /// A source that emits at absolute times.
  init(hot events: [Recorded<Event<Element>>], on scheduler: TestScheduler) {
    recordedEvents = events
    self.scheduler = scheduler
    let audience = Audience<Element>()
    connect = { audience.admit($0) }
    for event in events {
      scheduler.scheduleAt(event.time) { audience.send(event.value) }
    }
  }

  /// A source that emits at times counted from each subscription.
  init(cold events: [Recorded<Event<Element>>], on scheduler: TestScheduler) {
    recordedEvents = events
    self.scheduler = scheduler
    connect = { observer in
      Disposables.create(
        events.map { event in
          scheduler.scheduleRelativeVirtual((), dueTime: event.time) { _ in
            observer.on(event.value)
            return Disposables.create()
          }
        })
    }
  }
}

/// Who is subscribed to a hot source at the moment.
private final class Audience<Element: Sendable>: Sendable {
  private struct Members: Sendable {
    var ordinalNext = 0
    var observers: [(ordinal: Int, observer: AnyObserver<Element>)] = []
  }

  private let members = Guarded(Members())

  func admit(_ observer: AnyObserver<Element>) -> any Disposable {
    let ordinal = members.updated { members in
      members.ordinalNext += 1
      members.observers.append((members.ordinalNext, observer))
      return members.ordinalNext
    }
    return Disposables.create { [members] in
      members.update { $0.observers.removeAll { $0.ordinal == ordinal } }
    }
  }

  func send(_ event: Event<Element>) {
    for (_, observer) in members.read().observers { observer.on(event) }
  }
}
