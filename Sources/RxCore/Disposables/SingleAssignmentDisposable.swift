/// A place for one disposable that becomes known later.
///
/// A second assignment traps. Under a race of `dispose` with the assignment, whichever comes second
/// disposes what was assigned, exactly once. Thread-safety: any thread.
public final class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: `resource` is written before `.assigned` is raised and taken by the one party that finds
  // both flags raised; raising acquires and releases.
  private struct State: OptionSet {
    let rawValue: UInt32
    static let disposed = State(rawValue: 1 << 0)
    static let assigned = State(rawValue: 1 << 1)
    static let claimed = State(rawValue: 1 << 2)
  }

  private let state = AtomicFlags<State>()
  private var resource: (any Disposable)?

  override public init() {}

  public var isDisposed: Bool { state.containsAny(.disposed) }

  /// Assigns the disposable, which is disposed at once if this one already is.
  ///
  /// Reading gives this object itself, which stands for whatever was or will be assigned.
  public var disposable: any Disposable {
    get { self }
    set { setDisposable(newValue) }
  }

  /// Assigns the disposable, which is disposed at once if this one already is.
  public func setDisposable(_ disposable: any Disposable) {
    // Claimed before it is written, so that even two racing assignments cannot write together.
    if state.insert(.claimed).contains(.claimed) { Violation.disposableAlreadySet.trap() }
    resource = disposable
    if state.insert(.assigned).contains(.disposed) { disposeResource() }
  }

  override public func dispose() {
    let before = state.insert(.disposed)
    if before.contains(.disposed) { return }
    if before.contains(.assigned) { disposeResource() }
  }

  private func disposeResource() {
    let resource = self.resource
    self.resource = nil
    resource?.dispose()
  }
}
