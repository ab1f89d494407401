/// One thing that a queue does in a scenario.
///
/// Feeds are numbered 0... and printed as letters; subscriptions are numbered from 1.
public enum Action: Hashable, Sendable {
  /// Emits an element with this payload on a feed.
  case next(feed: Int, payload: Int)
  /// Ends a feed with an error.
  case error(feed: Int)
  /// Ends a feed normally.
  case completed(feed: Int)
  /// Disposes a subscription through its handle.
  case dispose(subscription: Int)
  /// Makes a subscription of the graph.
  case subscribe(subscription: Int)
  /// Drops the last reference of the bag that holds a subscription.
  case drop(subscription: Int)
  /// Moves a virtual clock forward, and does what is due by then; on virtual time only.
  case advance(clock: Int, milliseconds: Int)

  /// The feed that the action drives, if it drives one.
  public var feed: Int? {
    switch self {
    case .next(let feed, _), .error(let feed), .completed(let feed): feed
    case .dispose, .subscribe, .drop, .advance: nil
    }
  }

  /// The virtual clock that the action moves, if it moves one.
  public var clock: Int? {
    if case .advance(let clock, _) = self { return clock }
    return nil
  }

  /// The subscription that the action makes or ends, if it does.
  public var subscription: Int? {
    switch self {
    case .dispose(let number), .subscribe(let number), .drop(let number): number
    case .next, .error, .completed, .advance: nil
    }
  }
}

/// What an observer does from inside its callback.
public struct Reaction: Hashable, Sendable {
  /// When, in the life of a subscription, a reaction is performed.
  public enum Trigger: Hashable, Sendable {
    /// Inside the delivery of the n-th element (from 1).
    case next(ordinal: Int)
    /// Inside the delivery of the error.
    case error
    /// Inside the delivery of completed.
    case completed
    /// Inside onDisposed.
    case disposed
    /// Inside the n-th call (from 1) of any closure that the library was given for the graph: a selector, a side
    /// effect, the subscribe or dispose closure of a source. It belongs to no subscription.
    case closure(ordinal: Int)

    /// Whether it lies outside of deliveries, where a judge cannot know from the trace when its actions were due.
    public var isOutsideDeliveries: Bool {
      switch self {
      case .next, .error, .completed: false
      case .disposed, .closure: true
      }
    }

    /// Which of several equal events it waits for, from 1; nil where there is only one.
    public var ordinal: Int? {
      switch self {
      case .next(let ordinal), .closure(let ordinal): ordinal
      case .error, .completed, .disposed: nil
      }
    }

    /// The same trigger at another of several equal events; itself where there is only one.
    public func at(_ ordinal: Int) -> Trigger {
      switch self {
      case .next: .next(ordinal: ordinal)
      case .closure: .closure(ordinal: ordinal)
      case .error, .completed, .disposed: self
      }
    }
  }
  public var subscription: Int
  public var trigger: Trigger
  public var actions: [Action]

  public init(subscription: Int, trigger: Trigger, actions: [Action]) {
    self.subscription = subscription
    self.trigger = trigger
    self.actions = actions
  }
}

/// What holds a subscription's disposable, and therefore which disposal path is raced.
public enum Holder: Int, Hashable, Sendable, CaseIterable {
  /// A single-assignment slot that exists before `subscribe` is called.
  case slot
  /// A bag; `drop` releases its last reference.
  case bag
  /// A serial (replaceable) disposable.
  case serial
  /// A composite of several disposables.
  case composite
}
