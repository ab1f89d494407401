import Dispatch
import RxCore

/// Sells a number of tickets, and shows how many are left, as app code does it with a relay.
public final class BrokenTickets: Sendable {
  /// How many are left, for whoever shows it.
  public let left: BehaviorRelay<Int>

  /// So many to sell.
  public init(_ count: Int) { left = BehaviorRelay(value: count) }

  /// Whether there was one. Each access of the relay is safe, but what was checked need not hold any more when it is acted upon.
  public func sell() -> Bool {
    guard left.value > 0 else { return false }
    left.accept(left.value - 1)
    return true
  }
}

/// The same with the check and the act in one go.
public final class MendedTickets: Sendable {
  /// How many are left, for whoever shows it.
  public let left: BehaviorRelay<Int>
  private let queue = DispatchQueue(label: "tickets")

  /// So many to sell.
  public init(_ count: Int) { left = BehaviorRelay(value: count) }

  /// Whether there was one.
  public func sell() -> Bool {
    queue.sync {
      guard left.value > 0 else { return false }
      left.accept(left.value - 1)
      return true
    }
  }
}
