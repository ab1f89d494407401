/// A subject that emits its last element, and only that, when it completes.
/// ```
/// subject            --1--2--3--|
/// subscribed         -----------(3|)
/// subscribed late               (3|)
/// ```
/// An error is delivered without an element. After the end, whoever subscribes gets the same.
///
/// Thread-safety: events, subscriptions and disposals from any thread.
///
/// Under a race: completion and subscriptions pass one queue. Whoever subscribes before or after the
/// completion is sent the same last element and completed, once.
public final class AsyncSubject<Element: Sendable>: SubjectBase<Element>, @unchecked Sendable {
  // Safety: `last` and `isDelivered` are touched by the owner of the queue only.
  private var last: Element?
  private var isDelivered = false

  override public init() {}

  override public func asObserver() -> AsyncSubject<Element> { self }

  override func emit(_ element: Element) {
    if hasEnded { return }
    last = element
  }

  override func replay(to place: SubjectPlace<Element>) {
    if isDelivered, let last { place.next(last) }
  }

  override func end(_ event: Event<Element>) {
    if hasEnded { return }
    if event.isCompleted {
      isDelivered = true
      if let last { broadcast(last) }
    } else {
      last = nil
    }
    super.end(event)
  }

  override func forget() {
    last = nil
    super.forget()
  }
}
