/// The one flag that most disposables need: the first disposal, and only it, acts.
struct DisposalFlag: ~Copyable, Sendable {
  private struct State: OptionSet {
    let rawValue: UInt32
    static let disposed = State(rawValue: 1 << 0)
  }

  private let state = AtomicFlags<State>()

  /// Whether it is raised.
  var isDisposed: Bool { state.containsAny(.disposed) }

  /// Raises it. True for exactly one caller, ever.
  func dispose() -> Bool { !state.insert(.disposed).contains(.disposed) }
}
