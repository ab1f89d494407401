/// The end of a chain: a stage that stops at the first terminal event and has no downstream.
///
/// Under a race of two terminal events exactly one is delivered: both raise the same flag, and only the first
/// finds it down. `dispose` stops delivery in the same word.
@usableFromInline
class ObserverBase<Element: Sendable>: Stage<Element>, @unchecked Sendable {
  // Safety: adds no state.

  /// Delivers an element. Called by `next` while the sequence is not over.
  func nextCore(_ element: Element) { Violation.abstractMethod.trap() }
  /// Delivers the error. Called at most once, and never together with `completedCore`.
  func errorCore(_ error: any Error) { Violation.abstractMethod.trap() }
  /// Delivers the completion. Called at most once, and never together with `errorCore`.
  func completedCore() { Violation.abstractMethod.trap() }

  override final func next(_ element: Element) {
    if !isOver { nextCore(element) }
  }

  override final func error(_ error: any Error) {
    guard claimEnd() else { return }
    errorCore(error)
    dispose()
  }

  override final func completed() {
    guard claimEnd() else { return }
    completedCore()
    dispose()
  }
}
