/// A sink whose sources follow one another: when one ends, its successor is subscribed.
///
/// A source that ends before its `subscribe` has returned is followed from a loop around that call, not from
/// inside it, so neither many sources nor many attempts make the stack grow. Of the thread that subscribes and
/// the thread that ends, whichever comes second goes on. There is never more than one source that may
/// emit, so events need no queue.
class SuccessionSink<Input: Sendable, Element: Sendable>:
  Sink<Input, Element>, @unchecked Sendable
{
  // Safety: the slot is safe by itself. What subclasses add is touched by the one source that has not
  // ended, and each is subscribed after its predecessor's end.
  private final let slot = SerialDisposable()

  /// What follows a source that failed, or nil after this sink has dealt with the error, or will.
  func successor(afterError error: any Error) -> Observable<Element>? {
    forwardError(error)
    return nil
  }

  /// What follows a source that completed, or nil after this sink has dealt with the completion.
  func successorAfterCompletion() -> Observable<Element>? {
    forwardCompleted()
    return nil
  }

  /// Subscribes a source, and its successors as long as each ends inside `subscribe`.
  final func subscribe(to first: Observable<Element>) {
    var upcoming: Observable<Element>? = first
    // What is downstream may have enough and be unable to say so yet, because this call has not returned.
    while let source = upcoming, !isOver, !downstream.isOver {
      let inner = SuccessionInnerSink(parent: self)
      slot.disposable = inner
      inner.setSinkAndSubscription(source.subscribeStage(inner))
      upcoming = inner.successorAfterSubscribing()
    }
  }

  /// Releases the current source. Overriding methods call this one.
  override func disposeSink() { slot.dispose() }
}

/// One source's entrance to a succession.
private final class SuccessionInnerSink<Input: Sendable, Element: Sendable>:
  Stage<Element>, @unchecked Sendable
{
  // Safety: `successor` is written before `.successorKnown` is raised, and read by whoever comes second of
  // the one who raised that and the one who raised `.subscribeReturned`; raising acquires and releases.
  private let parent: SuccessionSink<Input, Element>
  private var successor: Observable<Element>?

  init(parent: SuccessionSink<Input, Element>) { self.parent = parent }

  override func next(_ element: Element) { parent.forwardNext(element) }

  override func error(_ error: any Error) {
    guard claimEnd() else { return }
    follow(with: parent.successor(afterError: error))
  }

  override func completed() {
    guard claimEnd() else { return }
    follow(with: parent.successorAfterCompletion())
  }

  /// The successor, if it is known by now; otherwise the end will subscribe it.
  func successorAfterSubscribing() -> Observable<Element>? {
    state.insert(.subscribeReturned).contains(.successorKnown) ? successor : nil
  }

  private func follow(with successor: Observable<Element>?) {
    self.successor = successor
    dispose()
    guard state.insert(.successorKnown).contains(.subscribeReturned) else { return }
    if let successor { parent.subscribe(to: successor) }
  }
}

extension SinkDisposer.State {
  /// The call that subscribed this source has returned.
  static let subscribeReturned = SinkDisposer.State(rawValue: 1 << 4)
  /// This source has ended, and what follows it is decided.
  static let successorKnown = SinkDisposer.State(rawValue: 1 << 5)
}
