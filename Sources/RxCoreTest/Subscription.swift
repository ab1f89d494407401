/// When a testable observable was subscribed, and when that subscription was disposed.
public struct Subscription: Hashable, Sendable, CustomDebugStringConvertible {
  /// The virtual time of the subscription.
  public let subscribe: TestTime
  /// The virtual time of its disposal, or `Int.max` as long as there was none.
  public let unsubscribe: TestTime

  /// A subscription that was not disposed.
  public init(_ subscribe: TestTime) { self.init(subscribe, .max) }

  /// A subscription that was disposed.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  public var debugDescription: String {
    unsubscribe == .max ? "(\(subscribe) : never)" : "(\(subscribe) : \(unsubscribe))"
  }
}
