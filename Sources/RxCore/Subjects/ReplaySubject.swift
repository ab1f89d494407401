/// A subject that remembers elements, some or all, and sends them to each newcomer first.
/// ```
/// subject of 2       --1--2--3--|
/// subscribed after 2 -----(12)3--|
/// subscribed late               (23|)
/// ```
/// After a terminal event, whoever subscribes gets what is remembered and then that event.
///
/// Thread-safety: events, subscriptions and disposals from any thread. Complexity: a subscription takes as many
/// deliveries as elements are remembered.
///
/// Under a race: the replay is one entry of the queue that all events pass. What comes before it in the queue
/// is part of it, what comes after it follows it; no live element gets between two replayed ones, none is
/// lost between replay and live, and none comes twice.
public final class ReplaySubject<Element: Sendable>: SubjectBase<Element>, @unchecked Sendable {
  // Safety: `buffer` is touched by the owner of the queue only.
  private var buffer: ReplayBuffer<Element>

  /// A subject that remembers the last `bufferSize` elements.
  /// - Precondition: `bufferSize` is not negative.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    if bufferSize < 0 { Violation.negativeCount.trap() }
    return ReplaySubject(ReplayBuffer(countMax: bufferSize))
  }

  /// A subject that remembers every element.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(ReplayBuffer(countMax: .max))
  }

  private init(_ buffer: ReplayBuffer<Element>) {
    self.buffer = buffer
    super.init()
  }

  override public func asObserver() -> ReplaySubject<Element> { self }

  override func emit(_ element: Element) {
    if hasEnded { return }
    let forgotten = buffer.append(element)
    broadcast(element)
    withExtendedLifetime(forgotten) {}
  }

  // What observers do meanwhile is queued, so the buffer holds still.
  override func replay(to place: SubjectPlace<Element>) {
    for index in 0..<buffer.count { place.next(buffer[index]) }
  }

  override func forget() {
    let forgotten = buffer
    buffer = ReplayBuffer(countMax: 0)
    super.forget()
    withExtendedLifetime(forgotten) {}
  }
}
