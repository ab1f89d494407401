/// A station of the event path: what everything between a source and an observer derives from.
///
/// Between stages the three kinds of event travel as three virtual methods, never as an `Event`: building
/// and switching over a generic enumeration in code that is not specialised costs several times as much as
/// the call. Calls of one stage never overlap.
@usableFromInline
class Stage<Element: Sendable>: SinkDisposer, @unchecked Sendable {
  // Safety: adds no state.

  func next(_ element: Element) { Violation.abstractMethod.trap() }
  func error(_ error: any Error) { Violation.abstractMethod.trap() }
  func completed() { Violation.abstractMethod.trap() }

  /// The public vocabulary, taken apart.
  final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): next(element)
    case .error(let error): self.error(error)
    case .completed: completed()
    }
  }
}
