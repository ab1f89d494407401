/// A sink whose source meets another sequence, of which the first element does something to the whole.
///
/// Events of the source, and what the other sequence does, are delivered one at a time. An error of the other one
/// ends the whole; its completion does not.
class UntilSink<Element: Sendable>: SerialSink<Element, Element>, @unchecked Sendable {
  // Safety: `other` is written before the sink is set and taken by the one party that disposes the sink.
  private final var other: SinkDisposer?

  /// The other sequence has emitted its first element. Called once at most.
  func otherEmitted() { Violation.abstractMethod.trap() }

  /// Subscribes the other sequence; once, before the sink is set.
  final func subscribe<Other: Sendable>(toOther other: Observable<Other>) {
    let entrance = UntilOtherSink<Other, Element>(parent: self)
    self.other = entrance
    entrance.setSinkAndSubscription(other.attach(entrance))
  }

  override final func error(_ error: any Error) { emitError(error) }
  override final func completed() { emitCompleted() }

  override final func disposeSink() {
    let other = self.other
    self.other = nil
    other?.dispose()
    super.disposeSink()
  }
}

/// The other sequence's entrance.
private final class UntilOtherSink<Other: Sendable, Element: Sendable>:
  Stage<Other>, @unchecked Sendable
{
  // Safety: constants only.
  private let parent: UntilSink<Element>

  init(parent: UntilSink<Element>) { self.parent = parent }

  override func next(_ element: Other) {
    guard claimEnd() else { return }
    parent.otherEmitted()
    dispose()
  }

  override func error(_ error: any Error) {
    // This one is disposed with the parent.
    if claimEnd() { parent.emitError(error) }
  }

  override func completed() {
    if claimEnd() { dispose() }
  }
}
