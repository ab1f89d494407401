/// The base of this library's disposables: a class, counted by `Resources`.
public class DisposeBase: Disposable, @unchecked Sendable {
  // Safety: has no state; each subclass names what guards its own.
  init() { Resources.increment() }

  deinit { Resources.decrement() }

  public func dispose() { Violation.abstractMethod.trap() }
}
