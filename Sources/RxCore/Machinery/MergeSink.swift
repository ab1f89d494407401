/// Where the sources of a merge meet. `Input` is what the outer source emits, if there is one.
///
/// It counts what has not ended: its sources, and whoever may still add sources.
class MergeSink<Input: Sendable, Element: Sendable>: SerialSink<Input, Element>, @unchecked Sendable
{
  // Safety: the counter and the group are safe by themselves.
  private final let active = AtomicCounter(1)
  private final let group = SubscriptionGroup()

  /// Adds a source. The caller holds one count of `active` meanwhile.
  /// - Parameter isLast: whether that count passes to the source, since the caller will add no other.
  final func subscribe(to source: Observable<Element>, isLast: Bool = false) {
    let inner = MergeInnerSink(parent: self)
    guard let place = group.insert(inner) else { return }
    inner.place = place
    if !isLast { active.increment() }
    inner.setSinkAndSubscription(source.subscribeStage(inner))
  }

  /// One source, or the one who adds sources, has ended.
  final func sourceEnded() {
    if active.decrementReachesZero() { emitCompleted() }
  }

  override final func disposeSink() {
    group.dispose()
    super.disposeSink()
  }

  fileprivate final func release(_ inner: DisposeBase, at place: Int) {
    group.remove(at: place)
    inner.dispose()
  }
}

/// One source's entrance to a merge.
private final class MergeInnerSink<Input: Sendable, Element: Sendable>:
  Stage<Element>, @unchecked Sendable
{
  // Safety: a constant, and a variable that is written before the source is subscribed.
  private let parent: MergeSink<Input, Element>
  /// Among the parent's sources.
  var place = 0

  init(parent: MergeSink<Input, Element>) { self.parent = parent }

  override func next(_ element: Element) {
    if !isOver { parent.emitNext(element) }
  }

  override func error(_ error: any Error) {
    // With the whole, all its sources are released.
    if claimEnd() { parent.emitError(error) }
  }

  override func completed() {
    guard claimEnd() else { return }
    parent.sourceEnded()
    parent.release(self, at: place)
  }
}
