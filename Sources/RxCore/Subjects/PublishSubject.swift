/// A subject that hands each event to whoever is subscribed at that moment.
/// ```
/// subject            --1--2--3--|
/// subscribed at 2    -----2--3--|
/// subscribed late               |
/// ```
/// After a terminal event, whoever subscribes gets that event.
///
/// Thread-safety: events, subscriptions and disposals from any thread. All of them pass one queue, so each
/// observer gets one event at a time; what happens inside an observer's callback takes effect after it.
///
/// Under a race: an event that starts after a subscription was made reaches it; an event that starts after its
/// disposal does not. Events of one thread keep their order.
public final class PublishSubject<Element: Sendable>: SubjectBase<Element>, @unchecked Sendable {
  // Safety: adds no state.
  override public init() {}

  override public func asObserver() -> PublishSubject<Element> { self }
}
