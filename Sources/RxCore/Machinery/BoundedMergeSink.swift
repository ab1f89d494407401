/// A merge of at most so many sources at a time. `Input` is what the outer source emits.
///
/// The others wait in order. A source that ends before its `subscribe` has returned is followed from a loop
/// around that call, so a long queue of sources that end at once does not make the stack grow.
class BoundedMergeSink<Input: Sendable, Element: Sendable>:
  SerialSink<Input, Element>, @unchecked Sendable
{
  // Safety: `waiting`, `running`, `isSourceDone` and `isClosed` are guarded by `lock`; the group is safe by
  // itself.
  private final let lock = Lock()
  private final let group = SubscriptionGroup()
  private final let runningMax: Int
  private final var waiting = Fifo<Observable<Element>>()
  private final var running = 0
  private final var isSourceDone = false
  private final var isClosed = false

  init(runningMax: Int, _ downstream: Stage<Element>) {
    self.runningMax = runningMax
    super.init(downstream)
  }

  /// Takes one of the places for a source that is about to be started; false where all are taken.
  final func tryReserve() -> Bool {
    lock.withLock {
      if running == runningMax { return false }
      running += 1
      return true
    }
  }

  /// Starts a source now or, where all places are taken, when its turn comes.
  final func startOrQueue(_ source: Observable<Element>) {
    let mayStart = lock.withLock {
      if running < runningMax {
        running += 1
        return true
      }
      if !isClosed { waiting.append(source) }
      return false
    }
    if mayStart { start(source) }
  }

  /// Starts a source that has a place, and those after it as long as each ends inside `subscribe`.
  final func start(_ first: Observable<Element>) {
    var upcoming: Observable<Element>? = first
    while let source = upcoming {
      let inner = BoundedMergeInnerSink(parent: self)
      guard let place = group.insert(inner) else { return }
      inner.place = place
      inner.setSinkAndSubscription(source.subscribeStage(inner))
      upcoming = inner.hasEndedAfterSubscribing() ? successor() : nil
    }
  }

  /// The outer source has completed.
  final func sourceCompleted() {
    let isEnd = lock.withLock {
      isSourceDone = true
      return running == 0
    }
    if isEnd { emitCompleted() }
  }

  override final func disposeSink() {
    let unused = lock.withLock {
      isClosed = true
      let unused = waiting
      waiting = Fifo()
      return unused
    }
    group.dispose()
    super.disposeSink()
    withExtendedLifetime(unused) {}
  }

  fileprivate final func release(_ inner: DisposeBase, at place: Int) {
    group.remove(at: place)
    inner.dispose()
  }

  /// What takes the place of a source that has completed. Completes the merge where nothing is left.
  ///
  /// Nothing does once the merge is over, although who disposes it may not have come to the sources that wait.
  fileprivate final func successor() -> Observable<Element>? {
    if isOver { return nil }
    let (source, isEnd) = lock.withLock { () -> (Observable<Element>?, Bool) in
      if let source = waiting.popFirst() { return (source, false) }
      running -= 1
      return (nil, running == 0 && isSourceDone)
    }
    if isEnd { emitCompleted() }
    return source
  }
}

/// One source's entrance to a bounded merge.
private final class BoundedMergeInnerSink<Input: Sendable, Element: Sendable>:
  Stage<Element>, @unchecked Sendable
{
  // Safety: a constant, and a variable that is written before the source is subscribed.
  private let parent: BoundedMergeSink<Input, Element>
  /// Among the parent's sources.
  var place = 0

  init(parent: BoundedMergeSink<Input, Element>) { self.parent = parent }

  override func next(_ element: Element) {
    if !isOver { parent.emitNext(element) }
  }

  override func error(_ error: any Error) {
    // With the whole, all its sources are released.
    if claimEnd() { parent.emitError(error) }
  }

  override func completed() {
    guard claimEnd() else { return }
    parent.release(self, at: place)
    guard state.insert(.successorKnown).contains(.subscribeReturned) else { return }
    if let source = parent.successor() { parent.start(source) }
  }

  /// True if it is for the caller, whose call of `subscribe` has returned, to go on.
  func hasEndedAfterSubscribing() -> Bool {
    state.insert(.subscribeReturned).contains(.successorKnown)
  }
}
