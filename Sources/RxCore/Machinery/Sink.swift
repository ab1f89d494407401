/// A stage that takes events of one type and forwards events of another.
///
/// Sinks hold their downstream for life and their upstream until they are disposed, which breaks the cycle.
/// Each sink looks at its own flags before it forwards: once `dispose` has returned, an emission that starts
/// is not delivered, and of those in flight at most one is. The first terminal event claims its delivery in
/// the same word, so nothing is forwarded behind it, not even what is emitted from inside its delivery.
class Sink<Input: Sendable, Output: Sendable>: Stage<Input>, @unchecked Sendable {
  // Safety: `downstream` is constant. What subclasses add is touched only inside events, which never overlap.
  final let downstream: Stage<Output>

  init(_ downstream: Stage<Output>) { self.downstream = downstream }

  @inline(__always)
  final func forwardNext(_ element: Output) {
    if !isOver { downstream.next(element) }
  }

  /// Forwards the error and releases the source.
  final func forwardError(_ error: any Error) {
    guard claimEnd() else { return }
    downstream.error(error)
    dispose()
  }

  /// Forwards the completion and releases the source.
  final func forwardCompleted() {
    guard claimEnd() else { return }
    downstream.completed()
    dispose()
  }

  // Most operators pass terminal events on as they are.
  override func error(_ error: any Error) { forwardError(error) }
  override func completed() { forwardCompleted() }
}
