/// A subject that has a value: each newcomer receives the latest element first.
/// ```
/// subject(value: 0)  --1--2--3--|
/// subscribed at 2    -----2--3--|
/// subscribed late               |
/// ```
/// After a terminal event, whoever subscribes gets that event only.
///
/// Thread-safety: events, subscriptions, disposals and `value` from any thread.
///
/// Under a race: `value` is the element that was accepted last, also while observers are still being sent
/// an earlier one, so that inside a callback `onNext(value + 1)` counts. What a newcomer is sent first is the
/// element that all others received last: it gets every element from that one on, once, in order. The
/// accepted value and the element's turn in the queue are decided in one step, therefore the value at rest is
/// the element that was delivered last, whichever of two racing emitters won.
public final class BehaviorSubject<Element: Sendable>: SubjectBase<Element>, @unchecked Sendable {
  // Safety: `accepted` is guarded by `lock`, `current` is touched by the owner of the queue only.
  private let lock = Lock()
  private var accepted: Accepted
  private var current: Element

  /// What the last accepted event made of the subject.
  private struct Accepted {
    var value: Element
    var error: (any Error)?
    var isOver = false
  }

  /// How a piece of work got into the queue.
  private enum Turn {
    /// The caller owns the queue and does the work.
    case now
    /// The caller owns the queue, the work is in it.
    case drain
    /// Somebody else does it, or nobody.
    case none
  }

  /// A subject whose value is `value` until the first element.
  public init(value: Element) {
    accepted = Accepted(value: value)
    current = value
    super.init()
  }

  /// The latest element.
  ///
  /// Throws the error that ended the subject, or `RxError.disposed`. A completed subject keeps its value.
  public func value() throws -> Element {
    // Whoever has seen that it is disposed gets no element any more, even while the disposal is at work.
    if isDisposed { throw RxError.disposed }
    let accepted = lock.withLock { self.accepted }
    if let error = accepted.error { throw error }
    return accepted.value
  }

  override public func onNext(_ element: Element) {
    let turn = accept(.next(element)) { accepted in
      if accepted.isOver || isDisposed { return false }
      accepted.value = element
      return true
    }
    if case .now = turn { emit(element) }
    finish(turn)
  }

  override public func asObserver() -> BehaviorSubject<Element> { self }

  /// The latest element, of a subject that nobody ends.
  var latest: Element { lock.withLock { accepted }.value }

  override func perform(_ work: SubjectWork<Element>) {
    let turn = accept(work) { accepted in
      switch work {
      case .end(let event):
        if accepted.isOver { return false }
        accepted.isOver = true
        accepted.error = event.error
      case .forget: accepted.isOver = true
      case .next, .add, .remove: break
      }
      return true
    }
    if case .now = turn { carryOut(work) }
    finish(turn)
  }

  override func emit(_ element: Element) {
    current = element
    broadcast(element)
  }

  override func replay(to place: SubjectPlace<Element>) {
    if !hasEnded { place.next(current) }
  }

  private func accept(
    _ work: SubjectWork<Element>, _ change: (inout Accepted) -> Bool
  ) -> Turn {
    let (before, turn) = lock.withLock { () -> (Accepted, Turn) in
      let before = accepted
      guard change(&accepted) else { return (before, .none) }
      if queue.tryEnter() { return (before, .now) }
      return (before, queue.push(work) ? .drain : .none)
    }
    // The element before is released here, after the lock.
    withExtendedLifetime(before) {}
    return turn
  }

  private func finish(_ turn: Turn) {
    switch turn {
    case .now, .drain: drain()
    case .none: break
    }
  }
}
