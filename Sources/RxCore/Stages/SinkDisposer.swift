/// The disposal half of every sink: where the end of `subscribe` meets `dispose`.
///
/// A sink inherits it instead of pointing at it, so that a stage of a chain costs one allocation. Making a
/// subscription has two moments: the sink exists and may already be disposed (by its source, which ends at
/// once, or by another thread), and later the subscription to its source becomes known. `dispose` and
/// `setSinkAndSubscription` each raise a flag in one word; whichever comes second sees both and disposes
/// sink and subscription, exactly once, and gives up the reference to the subscription.
///
/// Under a race: any number of `dispose` against one `setSinkAndSubscription`, on any threads. A second
/// dispose has no effect; a second set traps.
@usableFromInline
class SinkDisposer: DisposeBase, Cancelable, @unchecked Sendable {
  // Safety: `subscription` is written before `.sinkAndSubscriptionSet` is raised and read by the one party
  // that finds both flags raised; raising acquires and releases.
  struct State: OptionSet {
    let rawValue: UInt32
    static let disposed = State(rawValue: 1 << 0)
    static let sinkAndSubscriptionSet = State(rawValue: 1 << 1)
    /// A terminal event was claimed for delivery; nothing follows it.
    static let stopped = State(rawValue: 1 << 2)
    /// The observer's `onDisposed` was called; used by the end of a chain.
    static let disposalReported = State(rawValue: 1 << 3)
  }

  final let state = AtomicFlags<State>()
  private final var subscription: DisposeBase?

  override init() {}

  /// Whether `dispose` was called, by somebody outside or at a terminal event.
  @usableFromInline
  final var isDisposed: Bool {
    @inline(__always) get { state.containsAny(.disposed) }
  }

  /// Whether nothing more may be forwarded: disposed, or a terminal event is on its way.
  final var isOver: Bool {
    @inline(__always) get { state.containsAny([.stopped, .disposed]) }
  }

  /// Claims the right to deliver the one terminal event: true for at most one caller, and for none once
  /// disposed.
  final func claimEnd() -> Bool {
    state.insert(.stopped).isDisjoint(with: [.stopped, .disposed])
  }

  /// Hands over the subscription to the source; nil where there is nothing to dispose. Called once.
  final func setSinkAndSubscription(_ subscription: DisposeBase?) {
    self.subscription = subscription
    let before = state.insert(.sinkAndSubscriptionSet)
    if before.contains(.sinkAndSubscriptionSet) { Violation.sinkAlreadySet.trap() }
    if before.contains(.disposed) { disposeSinkAndSubscription() }
  }

  /// Stops forwarding, then releases the source. Any thread, any number of times.
  override func dispose() {
    let before = state.insert(.disposed)
    if before.contains(.disposed) { return }
    if before.contains(.sinkAndSubscriptionSet) { disposeSinkAndSubscription() }
  }

  /// Releases what the sink itself holds besides the subscription. Called once, after the subscription
  /// was disposed.
  func disposeSink() {}

  private final func disposeSinkAndSubscription() {
    let subscription = self.subscription
    self.subscription = nil
    subscription?.dispose()
    disposeSink()
  }
}
