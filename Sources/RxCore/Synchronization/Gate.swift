/// Something that is closed at first and opened once for ever. Thread-safety: any thread.
struct Gate: ~Copyable, Sendable {
  private struct State: OptionSet {
    let rawValue: UInt32
    static let open = State(rawValue: 1 << 0)
  }

  private let state = AtomicFlags<State>()

  /// Whether it was opened; a glance, from which nothing about other memory may be concluded.
  var isOpen: Bool { state.containsAny(.open) }

  /// Opens it; opening it again has no effect.
  func open() { _ = state.insert(.open) }
}
